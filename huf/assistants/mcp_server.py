"""The tools by the Model Context Protocol, with the official SDK."""

import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import huf
from huf.assistants.access import KnowledgeAccess
from huf.assistants.tools import INSTRUCTIONS, Tool, call_tool, tools_for
from huf.engine.errors import HufError

if TYPE_CHECKING:
	from mcp.server.lowlevel import Server

NOT_INSTALLED = "The package mcp is not installed. Install it with: pip install 'huf[mcp]'"


Work = Callable[[], Any]
Doer = Callable[[Work], Awaitable[Any]]
"""Does what a tool asks for and gives what comes of it, wherever that has to be done."""


async def do_here(work: Work) -> Any:
	"""For a server with one reader and nothing else to do meanwhile."""
	return work()


class AssistantsMissing(HufError):
	"""The SDK of the protocol is not installed."""

	code = "Not Installed"
	acts = "manager"


def make_server(access: KnowledgeAccess, do: Doer = do_here) -> "Server[Any, Any]":
	"""An MCP server that answers as ``access``, which is spoken to inside of ``do``.

	Raises:
		AssistantsMissing: the SDK is not installed.
	"""
	try:
		from mcp import types
		from mcp.server.lowlevel import Server
	except ImportError as error:
		raise AssistantsMissing(NOT_INSTALLED) from error
	server: Server[Any, Any] = Server("huf", version=huf.__version__, instructions=INSTRUCTIONS)

	@server.list_tools()
	async def list_tools() -> list[types.Tool]:
		return [_described(types, tool) for tool in await do(lambda: tools_for(access))]

	# The SDK's own check of arguments repeats them in its message, however long they are; ``call_tool`` checks them.
	@server.call_tool(validate_input=False)
	async def call(name: str, arguments: dict[str, Any] | None) -> list[types.TextContent]:
		# A HufError is a sentence for the model: the SDK makes an error result of what is raised here.
		answer = await do(lambda: call_tool(access, name, arguments or {}, strictly=True))
		return [types.TextContent(type="text", text=json.dumps(answer, ensure_ascii=False, default=str))]

	return server


def _described(types: Any, tool: Tool) -> Any:
	hints = types.ToolAnnotations(readOnlyHint=not tool.writes, destructiveHint=False, openWorldHint=False)
	return types.Tool(
		name=tool.name, description=tool.description, inputSchema=tool.schema, annotations=hints
	)


def serve_stdio(access: KnowledgeAccess) -> None:
	"""Speak MCP over this process's standard input and output until the other side hangs up.

	Raises:
		AssistantsMissing: the SDK is not installed.
	"""
	server = make_server(access)
	import anyio
	from mcp.server.stdio import stdio_server

	async def run() -> None:
		async with stdio_server() as (read, write):
			await server.run(read, write, server.create_initialization_options())

	anyio.run(run)
