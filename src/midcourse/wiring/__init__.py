"""The only place that chooses concrete parts, by name: `names` says where each lives, `preparing` is the one door to a run.

Belongs here: which part is used. Does not belong here: how a part works, or what its name says after the colon.
"""
