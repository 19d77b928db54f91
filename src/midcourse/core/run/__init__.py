"""A run as values: its settings and budget, the events of its journal, the commands it may give, its state, its ending.

What follows from an event is in `evolve`; what to do next is decided in `policy`.
"""
