"""Encoder models, which read a text token by token, each among its neighbours: how a text is given to one, and what runs it on this machine's processor.

One lies here as a graph in ONNX, which ONNX Runtime runs (:mod:`~huf.engine.encoders.graph`), or as the weights of BERT's architecture, which need numpy
alone (:mod:`~huf.engine.encoders.bert`). Sentence embeddings (:mod:`huf.engine.embedding.encoder`) and cross-encoders
(:mod:`huf.engine.search.steps.cross_encoder`) stand on this. Only files that were checked are read here (:mod:`huf.engine.model_files`).
"""
