"""Local planning: how to reach a goal on an interface that nobody has a map of, and how to turn back."""
