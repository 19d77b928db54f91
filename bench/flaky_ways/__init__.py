"""Eight ways to move customers through a flaky service, one file each, and the service itself.

Each way is what a person would write: `work(api, folder)`. It gives an outcome of the engine, or None when it thinks it is done.
"""
