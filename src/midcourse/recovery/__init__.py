"""Failing well: what a failure is, why it came about, and what was learned from it. Adapters; they know core only."""
