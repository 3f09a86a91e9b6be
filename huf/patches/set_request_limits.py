"""Give sites that have saved their Agent Settings the limits of requests: an empty number would read as 0, no limit."""

from huf.install import complete_settings


def execute() -> None:
	"""What somebody has set stays."""
	complete_settings()
