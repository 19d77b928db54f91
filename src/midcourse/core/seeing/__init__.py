"""What is held to be so after looking, and how likely it is that it has changed since.

What follows from a look is in `evolve`; when to look is decided in `policy`.
"""
