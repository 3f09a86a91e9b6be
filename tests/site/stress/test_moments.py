"""kill -9 at every kind of moment of a job, one after the other."""

import os
import signal

import frappe
import pytest

from tests.site.stress.harness import MARK, Site, check_exact, text

MOMENTS = 24


def count_steps(site: Site, artifact_id: str, **environment: str) -> int:
	"""How many steps the job that is due now has; does it."""
	before = site.log.stat().st_size if site.log.exists() else 0
	assert site.script("kill.py", artifact_id, "0", **environment).wait() == 0
	return int(site.log.read_bytes()[before:].split()[-1])


@pytest.mark.parametrize("kind", ["update", "rebuild"])
def test_kill_at_each_step(site: Site, inputs, kind: str):
	"""Whatever the moment: the live build answers, nothing stays Processing, and the next job completes the work."""
	from huf.huf.doctype.knowledge_source.knowledge_source import rebuild_index

	source, texts = inputs
	environment = {"HUF_REBUILD": "1"} if kind == "rebuild" else {}

	def change(number: int) -> None:
		site.fresh()
		for place in range(3):
			name = list(texts)[(number * 3 + place) % len(texts)]
			doc = frappe.get_doc("Knowledge Input", name)
			doc.text = texts[name] = text(number * 10 + place, 5)
			doc.save()
		removed = list(texts)[-1]
		frappe.delete_doc("Knowledge Input", removed)
		del texts[removed]
		added = text(number, 6)
		texts[site.add_text(source.name, added, commit=False)] = added
		if kind == "rebuild":
			rebuild_index(source.name)
		frappe.db.commit()

	change(0)
	steps = count_steps(site, source.artifact_id, **environment)
	assert steps >= MOMENTS
	check_exact(site, source.artifact_id, texts)
	for moment in range(1, MOMENTS + 1):
		change(moment)
		step = 1 + (steps - 1) * (moment - 1) // (MOMENTS - 1)
		code = site.script("kill.py", source.artifact_id, str(step), **environment).wait()
		# A job that reports less often than the one that was counted ends before the very last steps.
		assert code == -signal.SIGKILL or (code == 0 and step > 0.9 * steps), (
			f"ended before step {step} of {steps}"
		)
		assert site.found(MARK, source.name), f"nothing is found after step {step}"
		site.outlast_lease(source.artifact_id)
		assert not site.is_leased(source.artifact_id)
		site.watchdog()
		counts = site.statuses(source.name)
		assert "Processing" not in counts, f"after step {step}: {counts}"
		assert site.row(source.artifact_id).status not in ("Indexing", "Rebuilding")
		assert not site.builds(source.name, state="Staging")
		site.index_here(source.artifact_id, rebuild=kind == "rebuild")
		check_exact(site, source.artifact_id, texts)
		assert site.row(source.artifact_id).status == "Ready", f"after step {step}"
	folder = site.folder(source.artifact_id)
	assert len(os.listdir(folder)) <= 3, "builds or staging folders pile up"
