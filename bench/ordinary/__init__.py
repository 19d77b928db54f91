"""Random small worlds as users have them: seen in part, declared in part, disturbed once. Truth is kept outside the engine."""
