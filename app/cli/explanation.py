"""The trace of a query as a table whose numbers can be checked by hand."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def explanation_lines(trace: Json | None) -> list[str]:
    """The fused candidates, best first, each with its lane ranks and the product that placed it."""
    if not trace:
        return ["no trace"]
    return [*_header(trace), *_candidates(trace["candidates"], trace["recency_weight"])]


def _header(trace: Json) -> list[str]:
    weight = trace["recency_weight"]
    lanes = ", ".join(f"{lane} {len(hits)}" for lane, hits in trace["lanes"].items())
    return [
        f"why this order (profile {trace['profile']}; hits by lane: {lanes})",
        f"RRF = sum of 1 / ({trace['rrf_k']} + rank) over the lanes; "
        f"final = RRF · ({1 - weight:g} + {weight:g} · recency) · penalty",
        "",
    ]


def _candidates(candidates: list[Json], weight: float) -> list[str]:
    lines = []
    for place, candidate in enumerate(candidates, 1):
        ranks = ", ".join(f"{lane} {rank}" for lane, rank in candidate["ranks"].items())
        gate = "passes" if candidate["passes"] else "withheld"
        factor = f"({1 - weight:g} + {weight:g} · {candidate['recency']:.4f}) · {candidate['penalty']:g}"
        product = f"{candidate['final']:.6f} = {candidate['rrf']:.6f} · {factor}"
        lines.append(f"{place:>3}  {product}  [{ranks}]  {gate}: {candidate['signal']}")
        lines += [f"     {text}" for text in _named(candidate)]
    return lines


def _named(candidate: Json) -> list[str]:
    page = f"page {candidate['page']}" if candidate["page"] else None
    parts = (candidate["work"], candidate["version"], candidate["clause"], page)
    named = " · ".join(part for part in parts if part)
    return [text for text in (named, candidate["reason"], candidate["path"]) if text]
