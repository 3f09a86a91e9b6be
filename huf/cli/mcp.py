"""``huf mcp``: an index for an assistant on this machine."""

from pathlib import Path

import click

from huf.cli.shared.common import clear_errors, index_argument


@click.command()
@index_argument
@clear_errors
def mcp(directory: Path) -> None:
	"""Serve DIR to an assistant by the Model Context Protocol, over standard input and output.

	The assistant starts this command itself; docs/mcp.md says what to write into its settings.
	"""
	from huf.assistants.local import LocalAccess
	from huf.assistants.mcp_server import serve_stdio

	serve_stdio(LocalAccess(directory))
