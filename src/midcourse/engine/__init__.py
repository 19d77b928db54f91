"""Where runs are kept: journals, inboxes, blobs, clocks.

Belongs here: adapters of the ports of core/protocols.py. Does not belong here: any choice about a run.
"""
