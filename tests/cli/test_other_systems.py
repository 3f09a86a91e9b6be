"""The command line on a system that is not Linux: what only Linux has is hidden, and it does its work all the same.

That is no Windows: it shows that nothing of Linux is needed, not that nothing of Windows is in the way.
"""

import subprocess
import sys
from pathlib import Path

WITHOUT = """
import builtins, importlib, importlib.abc, os, pkgutil, signal, sys

# click asks for the terminal by the system it runs on, which stays Linux here.
HIDDEN = {"fcntl", "grp", "pwd", "resource", "syslog"}

class Hidden(importlib.abc.MetaPathFinder):
	def find_spec(self, name, path=None, target=None):
		if name in HIDDEN:
			raise ModuleNotFoundError(f"No module named {name!r}", name=name)

for name in HIDDEN:
	sys.modules.pop(name, None)
sys.meta_path.insert(0, Hidden())
for name in ("O_DIRECTORY", "O_PATH", "O_NOFOLLOW", "O_NOCTTY", "O_CLOEXEC", "geteuid", "getuid", "mkfifo", "fork",
		"sched_getaffinity"):
	delattr(os, name)
for name in ("SIGKILL", "SIGALRM", "setitimer", "getitimer"):
	delattr(signal, name)
os.supports_dir_fd.clear()
os_open = os.open

def opened(path, flags, mode=0o777, *, dir_fd=None):
	assert dir_fd is None, "no folder is open"
	if os.path.isdir(path):
		raise PermissionError(13, "Permission denied", path)
	return os_open(path, flags, mode)

def no_proc(event, arguments):
	if event in ("open", "os.listdir", "os.scandir") and str(arguments[0]).startswith(("/proc", "/sys")):
		raise AssertionError(f"{arguments[0]} is asked for")

os.open = opened
sys.addaudithook(no_proc)
"""
IMPORTS = """
import huf.cli, huf.engine, huf.local
for package in (huf.cli, huf.engine, huf.local):
	for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
		importlib.import_module(module.name)
"""
WORK = """
from pathlib import Path
from click.testing import CliRunner
from huf.cli.commands import main
from huf.engine.errors import SourceBusy
from huf.local.files import open_without_links
from huf.local.index import LocalIndex

folder, index = Path(sys.argv[1]), sys.argv[2]

def huf(*words):
	done = CliRunner().invoke(main, [str(word) for word in words])
	assert done.exit_code == 0, (words, done.output, done.exception)
	return done.output

for name in ("one", "two"):
	(folder / f"{name}.md").write_bytes(f"# Travel\\r\\n\\r\\nA hotel costs {name} euros.\\r\\n".encode())
(folder / "page.html").write_text("<p>A ferry is slower.</p>")
assert "3 of 3 inputs" in huf("index", folder, "--to", index)
(folder / "two.md").write_text("A tent costs nothing.")
huf("index", folder, "--to", index)
assert "one.md" in huf("search", index, "hotel") and "two.md" not in huf("search", index, "hotel")
assert "tent" in huf("search", index, "tent", "--json") and "ferry" in huf("search", index, "ferry")
huf("verify", index)

# One process writes at a time.
with LocalIndex(Path(index)).one_writer():
	try:
		LocalIndex(Path(index)).one_writer().__enter__()
	except SourceBusy as error:
		print(error)
LocalIndex(Path(index)).one_writer().__enter__()

# What became a link since it was looked at, itself or a folder above it, is not read.
real = Path(os.path.realpath(folder))
outside = real.parent / "outside"
outside.mkdir()
(outside / "one.md").write_text("secret")
(real / "sub").mkdir()
(real / "sub" / "one.md").write_text("own")
assert open_without_links(real / "sub" / "one.md").read() == b"own"
(real / "one.md").unlink()
(real / "one.md").symlink_to(outside / "one.md")
(real / "sub").rename(real / "moved")
(real / "sub").symlink_to(outside)
for path in (real / "one.md", real / "sub" / "one.md", real / "moved"):
	try:
		open_without_links(path)
	except OSError as error:
		print("refused", path.name)
"""


def without_linux(code: str, *arguments: object) -> str:
	"""The output of a Python to which all of that is hidden."""
	command = [sys.executable, "-c", WITHOUT + code, *map(str, arguments)]
	done = subprocess.run(command, capture_output=True, text=True)
	assert done.returncode == 0, done.stderr
	return done.stdout


def test_nothing_of_linux_is_imported_at_the_top() -> None:
	"""Every module of the engine and of the command line."""
	without_linux(IMPORTS)


def test_the_work_of_the_command_line(tmp_path: Path) -> None:
	"""Indexing, searching, verifying, one writer at a time, and no link that was put in later."""
	(tmp_path / "files").mkdir()
	said = without_linux(WORK, tmp_path / "files", tmp_path / "index")
	assert "Another process is indexing into" in said
	assert said.count("refused") == 3
