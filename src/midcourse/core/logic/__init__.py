"""What can be said and checked: facts and conditions with three-valued truth, numbers in facts, goals as conditions.

Nothing here knows plans, looks or runs.
"""
