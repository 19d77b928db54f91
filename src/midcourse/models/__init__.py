"""The door to language models: any provider, one way to ask.

Here: asking, prices, giving up on a model for another, keeping what was said. Not here: what is asked, and what is made of it.
"""
