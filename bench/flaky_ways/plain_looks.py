"""The plain loop that looks before it tries: the careful form of what people write by hand."""

import time

from .client import CUSTOMERS, RETRIES, SUMMARY, pause


def insist(call, *args):
    """Call until it works; it must be harmless to call it twice."""
    for retry in range(RETRIES + 1):
        try:
            return call(*args)
        except Exception as error:
            if retry == RETRIES:
                raise
            time.sleep(pause(error, retry))
    return None


def do_once(api, thing):
    """Do a thing unless the list has it."""
    if thing not in insist(api.done):
        api.post(thing)


def work(api, folder):
    """Move all, then post the summary."""
    for thing in (*CUSTOMERS, SUMMARY):
        insist(do_once, api, thing)
