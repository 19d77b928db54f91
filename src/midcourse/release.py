"""The release, as journals name it."""

RELEASE = "0.1.0"
