"""What people are asked and what they say; how risky an act is, and the places and programs that its arguments name.

Whether an act may run is decided in `gates`.
"""
