"""Debian packages the tests need: installed when we may, otherwise named in a sentence.

Also a command: `python -m scripts.site_ring.packages redis-server` makes sure of these programs.
"""

import glob
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable

PACKAGES_OF = {
	"chromium": ("chromium",),
	"curl": ("curl",),
	"mariadb-dump": ("mariadb-client",),
	"mariadb-install-db": ("mariadb-server",),
	"mariadbd": ("mariadb-server",),
	"dovecot": ("dovecot-imapd",),
	"initdb": ("postgresql",),
	"node": ("nodejs",),
	"pg_dump": ("postgresql-client",),
	"postgres": ("postgresql",),
	"psql": ("postgresql-client",),
	"redis-server": ("redis-server",),
	"tesseract": ("tesseract-ocr", "tesseract-ocr-deu"),
}


class MissingProgram(Exception):
	"""A program is not installed and we may not install it. The message says which command would."""


# Other programs that do as well.
ALSO = {"chromium": ("google-chrome", "chromium-browser")}


def find(program: str) -> str | None:
	"""The program's path; folders that an ordinary user's PATH leaves out are searched too."""
	path = os.environ.get("PATH", os.defpath) + ":/usr/sbin:/sbin:/usr/local/sbin"
	# Debian keeps several versions of PostgreSQL beside each other; the newest is as good as any.
	path = ":".join([path, *sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)])
	return next(
		filter(None, (shutil.which(name, path=path) for name in (program, *ALSO.get(program, ())))), None
	)


def ensure(programs: Iterable[str]) -> dict[str, str]:
	"""The path of each program, after installing what is missing.

	Raises MissingProgram when something is missing and we are not root on a machine with apt-get, or when
	apt-get fails.
	"""
	wanted = list(programs)
	packages = sorted({name for program in wanted if not find(program) for name in PACKAGES_OF[program]})
	if packages:
		_install(packages)
	paths = {program: find(program) for program in wanted}
	absent = [program for program, path in paths.items() if not path]
	if absent:
		raise MissingProgram(f"{', '.join(absent)} is still missing after installing {' '.join(packages)}.")
	return {program: path for program, path in paths.items() if path}


def _install(packages: list[str]) -> None:
	command = f"apt-get install --no-install-recommends {' '.join(packages)}"
	if os.geteuid() != 0 or not shutil.which("apt-get"):
		raise MissingProgram(f"The tests need {', '.join(packages)}. As root: {command}")
	print(f"installing {' '.join(packages)}", flush=True)
	env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
	install = ["apt-get", "install", "-qq", "--yes", "--no-install-recommends", *packages]
	quiet = {"env": env, "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
	# The package lists of a fresh machine may be empty or old: refresh them once, and only if needed.
	if subprocess.run(install, check=False, **quiet, stderr=subprocess.DEVNULL).returncode == 0:
		return
	subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)
	if subprocess.run(install, check=False, **quiet).returncode != 0:
		raise MissingProgram(f"apt-get could not install {' '.join(packages)}; its message is above.")


if __name__ == "__main__":
	try:
		ensure(sys.argv[1:])
	except MissingProgram as missing:
		sys.exit(str(missing))
