"""What passes in and out: plans and people's words are checked here before they count, requests are put together here.

Nothing here changes a run or decides what to do next.
"""
