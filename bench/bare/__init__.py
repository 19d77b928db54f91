"""Tools that others wrote, made to fail in known ways, and three ways to use them all the same; see bench/bare_tools.py."""
