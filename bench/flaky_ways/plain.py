"""The plain loop: try, and try again on any exception."""

import time

from .client import CUSTOMERS, RETRIES, SUMMARY, pause


def work(api, folder):
    """Move all, then post the summary."""
    for thing in (*CUSTOMERS, SUMMARY):
        for retry in range(RETRIES + 1):
            try:
                api.post(thing)
                break
            except Exception as error:
                if retry == RETRIES:
                    raise
                time.sleep(pause(error, retry))
