"""What is read from outside a run: task files, settings as text, the environment. Nothing else reads these."""
