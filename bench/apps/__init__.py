"""Real web applications, each in an environment of its own, and tasks that are judged by what they stored."""
