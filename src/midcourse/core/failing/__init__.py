"""What a failure is: its kind, what is tried for each kind, what it was found to be, and an analysis of it as data.

What was tried and what it taught stands in `history`; what a run does about a failure is decided in `policy`.
"""
