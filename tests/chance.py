"""How often tests try what chance gives them: random histories, damage at random places."""

import os

from hypothesis import HealthCheck, settings

FORGIVING = "huf"
"""Hypothesis's profile for a machine on which much else runs: that it is slow fails no test. The ``conftest`` of a folder loads it."""
settings.register_profile(FORGIVING, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def times(usual: int) -> int:
	"""As many as are usual in a run of all tests; ``HUF_TIMES=10`` takes ten times as many, ``HUF_TIMES=.1`` a tenth.

	:returns: at least 1.
	"""
	return max(1, round(usual * float(os.environ.get("HUF_TIMES", "1"))))
