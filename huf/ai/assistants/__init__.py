"""The knowledge of a site for other assistants, as the user whose key or token they hold.

Addresses: ``/api/method/huf.mcp`` speaks the Model Context Protocol, ``/api/method/huf.dify`` is the base of an external
knowledge base for Dify (``hooks.py`` maps both to :mod:`~huf.ai.assistants.endpoints`).
"""
