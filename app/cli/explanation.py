"""The trace of a query as a table whose numbers can be checked by hand."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def explanation_lines(trace: Json | None) -> list[str]:
    """The fused candidates, best first, each with its lane ranks and the product that placed it."""
    if not trace:
        return ["no trace"]
    return [*_header(trace), *_candidates(trace.get("candidates") or [])]


def _header(trace: Json) -> list[str]:
    return [
        "why this order",
        "    RRF = Σ 1 / (k + rank); final = RRF · (0.55 + 0.45 · recency) · penalty",
    ]


def _candidates(candidates: list[Json]) -> list[str]:
    lines = []
    for place, candidate in enumerate(candidates, 1):
        ranks = ", ".join(f"{lane} {rank}" for lane, rank in dict(candidate["ranks"]).items())
        gate = "passes" if candidate["passes"] else "withheld"
        factor = f"(0.55 + 0.45 · {candidate['recency']:.3f}) · {candidate['penalty']:.2f}"
        product = f"{candidate['final']:.6f} = {candidate['rrf']:.6f} · {factor}"
        lines.append(f"{place:>3}  {product}  [{ranks}]  {gate}: {candidate['signal']}")
        lines += [f"     {text}" for text in _named(candidate)]
    return lines


def _named(candidate: Json) -> list[str]:
    named = " · ".join(str(candidate[key]) for key in ("work", "version", "clause", "page") if candidate.get(key))
    return [text for text in (named, candidate.get("reason"), candidate.get("path")) if text]
