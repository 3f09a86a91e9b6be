"""What several commands take, and how all of them end."""

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from huf.cli.shared.output import print_json
from huf.engine.errors import HufError, IndexMissing

SOME_FAILED, WRONG_USAGE = 1, 2
"""Exit codes; 0 is done."""

Command = TypeVar("Command", bound=Callable[..., Any])

index_argument = click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")


def clear_errors(command: Command) -> Command:
	"""Deliberate errors of the engine become one line and an exit code, never a traceback."""

	@wraps(command)
	def wrapper(*args: Any, **kwargs: Any) -> Any:
		try:
			return command(*args, **kwargs)
		except HufError as error:
			code, message = error.code, str(error)
			wrong = error.acts in ("manager", "caller") or isinstance(error, IndexMissing)
		except BrokenPipeError:
			raise  # no error of a file: whoever reads the output has seen enough
		except OSError as error:
			code, message, wrong = "File Error", f"{error.strerror}: {error.filename}", True
		if kwargs.get("as_json"):
			print_json({"ok": False, "code": code, "message": message})
		click.echo(f"Error: {message}", err=True)
		sys.exit(WRONG_USAGE if wrong else SOME_FAILED)

	return wrapper  # type: ignore[return-value]
