"""What builds take on the disk."""

from pathlib import Path

from small_builds import SMALL, wanted

from huf.engine.builds import added_bytes, plan_build, run_build


def test_what_builds_share_counts_once(tmp_path: Path) -> None:
	"""A build that changes one input of many adds little; together they take what the disk has for them."""
	inputs = [wanted(str(number), f"Otters number {number} sleep in a holt. " * 40) for number in range(30)]
	first = run_build(tmp_path, plan_build(inputs, None, SMALL), SMALL).info
	inputs[3] = wanted("3", "Another text.")
	second = run_build(tmp_path, plan_build(inputs, first.path, SMALL), SMALL).info
	sizes = added_bytes(tmp_path, [first.build_id, second.build_id])
	assert sizes[first.build_id] == sum(f.stat().st_size for f in first.path.rglob("*") if f.is_file())
	assert 0 < sizes[second.build_id] < sizes[first.build_id] / 2
	files = {f.stat().st_ino: f.stat().st_size for f in tmp_path.glob("2*/**/*") if f.is_file()}
	assert sum(sizes.values()) == sum(files.values())
	assert added_bytes(tmp_path, ["20260101T000000-00000000"]) == {"20260101T000000-00000000": 0}
