"""How people reach Midcourse: the command line, and events as sentences."""
