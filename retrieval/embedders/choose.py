"""Embedders by their name in the settings."""

from __future__ import annotations

from pathlib import Path

from graph.errors import UnknownName
from retrieval.protocols import Embedder

KNOWN = ("minilm", "hashed", "sentence-transformers:NAME_OR_PATH", "ollama:MODEL")


def make_embedder(spec: str, cache_dir: Path, threads: int = 0, ollama_url: str | None = None) -> Embedder:
    """The embedder that a setting names.

    Args:
        spec: One of `KNOWN`.
        cache_dir: Where model files that are made here are kept.
        threads: Threads for encoding; 0 means one for each processor core.
        ollama_url: Where Ollama listens; None for its default.

    Raises:
        UnknownName: The name is none of these.
        FixSetup: What the embedder needs is not installed.
    """
    kind, _, name = spec.partition(":")
    if spec == "minilm":
        from retrieval.embedders.minilm import MiniLmEmbedder

        return MiniLmEmbedder(cache_dir, threads)
    if spec == "hashed":
        from retrieval.embedders.hashed import HashedEmbedder

        return HashedEmbedder()
    if kind == "sentence-transformers" and name:
        from retrieval.embedders.sentence_transformers import SentenceTransformersEmbedder

        return SentenceTransformersEmbedder(name, threads)
    if kind == "ollama" and name:
        from retrieval.embedders.ollama import OllamaEmbedder

        return OllamaEmbedder(name, ollama_url)
    raise UnknownName("embedder", spec, list(KNOWN))
