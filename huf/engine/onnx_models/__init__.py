"""Models in ONNX that read token by token: how a text is given to one, and ONNX Runtime, which runs it on this machine's processor.

Sentence embeddings (:mod:`huf.engine.embedding.onnx`) and cross-encoders (:mod:`huf.engine.search.steps.cross_encoder`) stand on this. Only files
that were checked are read here (:mod:`huf.engine.model_files`).
"""
