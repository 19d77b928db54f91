"""The choices: plain values and pure functions.

Belongs here: what a run is, what follows from an event, what to do next.
Does not belong here: I/O, clocks, chance, the environment, any package but msgspec.
"""
