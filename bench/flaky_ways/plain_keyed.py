"""The plain loop with keys of its own: one key for each thing, the same in every process."""

import time

from .client import CUSTOMERS, RETRIES, SUMMARY, pause


def work(api, folder):
    """Move all, then post the summary."""
    for thing in (*CUSTOMERS, SUMMARY):
        for retry in range(RETRIES + 1):
            try:
                api.post(thing, key=f"this move/{thing}")
                break
            except Exception as error:
                if retry == RETRIES:
                    raise
                time.sleep(pause(error, retry))
