"""What builds take on the disk, and what is asked of it when one is opened."""

import errno
import io
import os
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from small_builds import SMALL, Build, wanted

from huf.engine.backends.keyword.writer import SqliteFtsWriter
from huf.engine.builds import added_bytes, making, plan_build, run_build
from huf.engine.disk.checksums import check_opening
from huf.engine.errors import StorageFull


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


def test_a_build_of_many_segments_is_looked_through_once(
	build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""Opening it again reads the checksums of each segment once, asks once for each file, and reads nothing else of what it has compared."""
	monkeypatch.setattr(SqliteFtsWriter, "merge_at_most", 0)
	path = build({"a": "needle 0", "b": "needle"}).info.path
	for number in range(1, 5):
		path = build({"a": f"needle {number}", "b": "needle"}, base=path).info.path
	check_opening(path)
	files = [str(file) for file in path.rglob("*") if file.is_file()]
	read, asked, plain_open, plain_stat = Counter[str](), Counter[str](), io.open, os.stat

	def counted_open(file: Any, *arguments: Any, **named: Any) -> Any:
		read[str(file)] += 1
		return plain_open(file, *arguments, **named)

	def counted_stat(file: Any, **named: Any) -> os.stat_result:
		asked[str(file)] += 1
		return plain_stat(file, **named)

	monkeypatch.setattr(io, "open", counted_open)
	monkeypatch.setattr(os, "stat", counted_stat)
	check_opening(path)
	assert read == Counter({file: 1 for file in files if file.endswith("checksums")})
	assert len(read) == 5
	assert asked == Counter({file: 1 for file in files if file != str(path / "checksums")})


def test_what_is_new_is_flushed_together(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Every new file and every folder, several at once, before anybody sees the build; if the disk keeps one of them not, there is no build."""
	monkeypatch.setattr(SqliteFtsWriter, "merge_at_most", 0)
	base = build({"a": "needle 0", "b": "needle"}).info.path
	base = build({"a": "needle 1", "b": "needle"}, base=base).info.path
	flushed, guard, now, most, full = list[str](), threading.Lock(), 0, 0, ""

	def flush(path: Path) -> None:
		nonlocal now, most
		with guard:
			now, most = now + 1, max(most, now + 1)
			flushed.append(path.name)
		time.sleep(0.02)
		with guard:
			now -= 1
		if path.name == full:
			raise OSError(errno.ENOSPC, "No space left on device")

	monkeypatch.setattr(making, "_flush", flush)
	path = build({"a": "needle 2", "b": "needle"}, base=base).info.path
	new = [file.name for file in path.rglob("*") if file.is_file() and file.stat().st_nlink == 1]
	folders = [f".staging-{path.name}", *(each.name for each in path.iterdir() if each.is_dir())]
	assert len(folders) == 3 and most > 1
	# At last the folder that the build came into.
	assert sorted(flushed[:-1]) == sorted([*new, *folders]) and flushed[-1] == path.parent.name
	full = "manifest.json"
	there = sorted(path.parent.iterdir())
	with pytest.raises(StorageFull):
		build({"a": "needle 3", "b": "needle"}, base=path)
	assert sorted(path.parent.iterdir()) == there
