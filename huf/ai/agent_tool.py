"""The address under which apps bring tools for agents (`docs/extending.md`). It stays; what stands behind it may move."""

from huf.agent.tool import AgentTool, ToolContext, ToolRefused

__all__ = ["AgentTool", "ToolContext", "ToolRefused"]
