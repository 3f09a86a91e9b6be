"""The ``huf`` command: index a folder, search it, see what an agent would get. No server of any kind.

Exit codes: 0 done, 1 done but something is not searchable or not sound (named), 2 wrong usage, 141 whoever read the output
closed it.
"""

import os
import sys
from importlib import import_module
from types import TracebackType

import click

import huf

COMMANDS = {
	"ask": "huf.cli.ask",
	"builds": "huf.cli.upkeep.versions",
	"compare": "huf.cli.upkeep.versions",
	"context": "huf.cli.context",
	"demo": "huf.cli.demo",
	"doctor": "huf.cli.upkeep.doctor",
	"evaluate": "huf.cli.evaluate",
	"explain": "huf.cli.explain",
	"index": "huf.cli.index",
	"info": "huf.cli.upkeep.info",
	"keys": "huf.cli.upkeep.pack",
	"mcp": "huf.cli.mcp",
	"pack": "huf.cli.upkeep.pack",
	"purge": "huf.cli.upkeep.purge",
	"read": "huf.cli.read",
	"search": "huf.cli.search",
	"unpack": "huf.cli.upkeep.pack",
	"verify": "huf.cli.upkeep.info",
}
"""The module of each command, in which it has its own name."""


CUT_OFF = 141
"""Exit code of a command whose reader is gone: 128 + 13, as a shell reports programs that SIGPIPE ended."""


class _Whole(click.Context):
	"""Around a whole command, its help included."""

	def __exit__(
		self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
	) -> None:
		super().__exit__(kind, error, trace)
		if isinstance(error, BrokenPipeError):
			# What is still in the buffers goes nowhere: Python would complain when it writes them at its end.
			nowhere = os.open(os.devnull, os.O_WRONLY)
			for stream in (sys.stdout, sys.stderr):
				os.dup2(nowhere, stream.fileno())
			sys.exit(CUT_OFF)


class Commands(click.Group):
	"""Imports a command when it is called: who searches does not wait for what indexes, asks or evaluates."""

	context_class = _Whole

	def list_commands(self, ctx: click.Context) -> list[str]:
		"""The names of all commands, in the order of the help."""
		return sorted(COMMANDS)

	def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
		"""The command of this name; None if there is none."""
		if cmd_name not in COMMANDS:
			return None
		command: click.Command = getattr(import_module(COMMANDS[cmd_name]), cmd_name)
		return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(huf.__version__, prog_name="huf")
def main() -> None:
	"""Index what a company knows and search it, with the place of every hit."""
