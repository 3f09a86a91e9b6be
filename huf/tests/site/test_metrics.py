"""Metrics: their text, and that they are told while something is broken. Who gets them is tested over HTTP."""

from unittest.mock import patch

from redis.exceptions import ConnectionError as RedisAway

from huf.ai.doctor import known_checks, metrics
from huf.ai.doctor.metrics import Gauge, written
from huf.tests.base import SiteTestCase


class TestMetrics(SiteTestCase):
	"""The text format of Prometheus."""

	def test_the_text(self) -> None:
		"""Help and type once for each name; values with their labels, escaped; what has no value is left out."""
		odd = Gauge("huf_x", "One\\two\nthree.").add(1, source='a "b" \\ c\nd', level="fault").add(0.5)
		self.assertEqual(
			written([odd, Gauge("huf_y", "Nothing.")]),
			"# HELP huf_x One\\\\two\\nthree.\n# TYPE huf_x gauge\n"
			'huf_x{source="a \\"b\\" \\\\ c\\nd",level="fault"} 1.0\nhuf_x 0.5\n',
		)

	def test_every_check_has_its_values(self) -> None:
		"""Also those that find nothing: an alert about a series that is gone would never end."""
		lines = metrics.metrics().splitlines()
		for check in known_checks():
			for level in ("fault", "warning", "notice"):
				start = f'huf_findings{{check="{check}",level="{level}"}} '
				self.assertEqual(sum(line.startswith(start) for line in lines), 1, start)

	def test_queues_that_are_away(self) -> None:
		"""What the doctor finds is told, and nothing of queues."""
		with (
			patch.object(metrics, "listening", side_effect=RedisAway("refused")),
			patch("huf.ai.doctor.services.listening", side_effect=RedisAway("refused")),
		):
			text = metrics.metrics()
		self.assertIn('huf_findings{check="workers",level="fault"} 1.0', text.splitlines())
		self.assertIn("huf_healthy 0.0", text.splitlines())
		self.assertNotIn("huf_queue_jobs", text)
