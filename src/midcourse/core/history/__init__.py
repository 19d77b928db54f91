"""What was tried before and what it teaches: the ledger of failures, situations, lessons, reflections, circles, earlier runs.

What a failure is stands in `failing`.
"""
