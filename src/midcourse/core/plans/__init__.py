"""Plans, their steps and contracts, and what follows from them: does the rest hold, what can be reached, how a plan is edited.

Nothing here knows a run; whether a plan may be accepted is decided in `gates`.
"""
