"""What is said of a model in ONNX that huf does not take, or that fails later."""

from huf.engine.errors import ModelRefused


def not_taken(why: str) -> ModelRefused:
	"""What is raised where a model is not taken; ``why`` begins with a small letter."""
	return ModelRefused(f"huf does not take this model: {why}. Choose another model.")
