"""Anything that people, models or files may give: it is a value or one error of ours. `python -m tests.fuzz` tries for longer."""
