"""An index that lies in a search engine as a whole: words, vectors, texts, and what filters ask (``docs/scaling.md``).

A *row* is a passage: its words as a sparse vector of impacts, its dense vector, and its text. Rows carry the *generation* that wrote
them and never change; a build is a manifest that says which generations it shows, and which inputs of these have left. Beside the rows lie
*entries*: the inputs, and the *dictionary*, which says for each term its number in the sparse vectors and in how many rows it stands.
What differs from engine to engine is behind one small contract, :class:`~huf.engine.backends.search_engine.contract.engine.SearchEngine`.
"""
