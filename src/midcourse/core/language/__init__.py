"""What language models are asked and what they say, as values and text. Nothing here calls a model."""
