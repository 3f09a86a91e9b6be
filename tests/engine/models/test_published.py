"""What huf says of the models that it knows where to get."""

import re

from huf.engine.model_files.floors import FLOORS
from huf.engine.model_files.published import PUBLISHED


def test_every_wheel_is_pinned() -> None:
	"""By one version and one digest, each another; names are such as a model gets on a site."""
	wheels = [wheel for model in PUBLISHED.values() for wheel in model.wheels]
	assert wheels and len({wheel.sha256 for wheel in wheels}) == len(wheels)
	for wheel in wheels:
		assert re.fullmatch(r"[a-z0-9-]+==\d+(\.\d+)+", wheel.requirement)
		assert re.fullmatch(r"[0-9a-f]{64}", wheel.sha256)
	for name, model in PUBLISHED.items():
		assert model.name == name and re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,59}", name.lower())
		assert all(wheel.platform == "any" for wheel in model.wheels) or model.four_bits
		assert model.usual_floor in FLOORS
		assert model.wheels and model.megabytes > 0 and model.licence
