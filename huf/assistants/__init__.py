"""huf for other assistants: the same knowledge, as the same user, through interfaces that they speak.

:mod:`~huf.assistants.tools` is what an assistant may ask, whatever the protocol; it speaks to a
:class:`~huf.assistants.access.KnowledgeAccess`, which knows whose knowledge it is. There are two: a folder on this machine
(:mod:`~huf.assistants.local`) and a site as one of its users (``huf.ai.assistants``).
:mod:`~huf.assistants.mcp_server` offers the tools by the Model Context Protocol,
:mod:`~huf.assistants.external` answers as an external knowledge base in Dify's form, and
:mod:`~huf.assistants.llama_index` is a retriever for LlamaIndex.
"""
