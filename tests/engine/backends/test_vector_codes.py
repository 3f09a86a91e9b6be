"""A large matrix is searched by the signs of its numbers: nearly always the same hits, always exact scores."""

from pathlib import Path

import numpy as np
import pytest

from huf.engine.backends.hybrid import vector_codes
from huf.engine.backends.hybrid.build_vectors import BuildVectors
from huf.engine.backends.hybrid.vector_codes import CODES
from huf.engine.backends.hybrid.vector_file import VectorAppender, VectorFile
from huf.engine.embedding import Vectors
from huf.engine.embedding.base import normalised
from huf.engine.errors import IndexCorrupt
from huf.engine.postings.allowed import Allowed

COUNT, DIMENSION = 9_000, 100
CHUNKS = list(range(1, 3 * COUNT, 3))


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
	"""Matrices count as large from 5,000 rows on."""
	monkeypatch.setattr(vector_codes, "LEAST_ROWS", 5_000)


def clustered(count: int, seed: int) -> Vectors:
	"""Rows around 300 directions, as texts gather around topics; also longer than one block, and not a multiple."""
	chance = np.random.default_rng(seed)
	centres = np.random.default_rng(1).standard_normal((300, DIMENSION))
	rows = centres[chance.integers(0, 300, count)] + 0.7 * chance.standard_normal((count, DIMENSION))
	return normalised(rows.astype(np.float32))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
	"""The files of a matrix of 9,000 rows."""
	vectors = VectorAppender(tmp_path)
	vectors.append(CHUNKS, clustered(COUNT, 2))
	vectors.finish(CHUNKS, DIMENSION)
	return tmp_path


def together(file: VectorFile) -> BuildVectors:
	"""``file`` as the only one of a build of which nothing has left."""
	return BuildVectors([file], np.zeros(0, dtype=np.int64), DIMENSION)


def exact(file: VectorFile, vector: Vectors, limit: int, may: np.ndarray | None = None) -> list[int]:
	"""The chunks that are most like ``vector``, all rows compared."""
	scores = file.rows @ vector
	if may is not None:
		scores[~may] = -2
	return file.chunks[np.argsort(-scores, kind="stable")[:limit]].tolist()


def test_nearly_all_of_the_ten_best_are_found_and_scores_are_exact(folder: Path) -> None:
	"""Of the ten nearest rows 99 in 100 are found, each with its exact similarity, and the mean is that of all rows."""
	file = VectorFile(folder, DIMENSION)
	shares = []
	for vector in clustered(200, 3):
		leg = together(file).nearest(vector, 10)
		shares.append(len(set(leg.chunks) & set(exact(file, vector, 10))) / 10)
		places = np.searchsorted(file.chunks, leg.chunks)
		assert leg.scores == pytest.approx((file.rows[places] @ vector).tolist(), abs=1e-5)
		assert list(leg.scores) == sorted(leg.scores, reverse=True)
		assert leg.mean == pytest.approx(float((file.rows @ vector).mean()), abs=1e-5)
	assert np.mean(shares) >= 0.99


def test_chunks_that_words_named_are_compared_too(folder: Path) -> None:
	"""A chunk that another leg found has its exact similarity even when it is among the least alike."""
	file = VectorFile(folder, DIMENSION)
	vector = clustered(1, 4)[0]
	worst = int(file.chunks[np.argmin(file.rows @ vector)])
	leg = together(file).nearest(vector, 10, also=[worst])
	assert leg.chunks[-1] == worst
	assert leg.scores[-1] == pytest.approx(float((file.rows @ vector).min()), abs=1e-5)


def test_only_what_is_allowed_is_found(folder: Path) -> None:
	"""A filter that leaves half of the chunks loses none of its own best ones, and lets no other through."""
	file = VectorFile(folder, DIMENSION)
	may = np.arange(COUNT) % 2 == 0
	mask = np.zeros(CHUNKS[-1] + 1, dtype=np.bool_)
	mask[file.chunks[may]] = True
	shares = []
	for vector in clustered(50, 5):
		found = together(file).nearest(vector, 10, allowed=Allowed(mask)).chunks
		assert all(mask[list(found)])
		shares.append(len(set(found) & set(exact(file, vector, 10, may))) / 10)
	assert np.mean(shares) >= 0.99


def test_codes_follow_the_rows(folder: Path) -> None:
	"""Codes are made anew when chunks go, and are gone with a matrix that has become small."""
	file = VectorFile(folder, DIMENSION)
	for alive in (CHUNKS[2000:], CHUNKS[6000:]):
		VectorAppender(folder).finish(alive, DIMENSION)
		file = VectorFile(folder, DIMENSION)
		file.check(alive)
		vector = clustered(1, 6)[0]
		assert set(together(file).nearest(vector, 10).chunks) == set(exact(file, vector, 10))
	assert not (folder / CODES).exists()


def test_damaged_codes_are_noticed(folder: Path) -> None:
	"""A code that is not that of its row, or a file that is cut off, is refused."""
	path = folder / CODES
	good = path.read_bytes()
	path.write_bytes(good[:2000] + bytes([good[2000] ^ 1]) + good[2001:])
	with pytest.raises(IndexCorrupt):
		VectorFile(folder, DIMENSION).check(CHUNKS)
	path.write_bytes(good[:-8])
	with pytest.raises(IndexCorrupt):
		VectorFile(folder, DIMENSION)


def test_an_older_numpy_reads_the_whole_matrix(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Where numpy cannot count bits, the codes are left aside, and the hits are exact."""
	monkeypatch.delattr(np, "bitwise_count")
	file = VectorFile(folder, DIMENSION)
	vector = clustered(1, 7)[0]
	assert together(file).nearest(vector, 10).chunks == exact(file, vector, 10)
