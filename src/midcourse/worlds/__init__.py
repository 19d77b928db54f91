"""Worlds: where agents act. One file or folder each; wrappers add behaviour to any of them.

Belongs here: adapters of the World protocol. Does not belong here: choices about a run, or knowledge of another adapter.
"""
