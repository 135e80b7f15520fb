"""What takes the place of what, and what a replacement leaves to its predecessor."""

from __future__ import annotations

from collections.abc import Iterable

from graph.effects import Effect, first_day
from graph.model import Edge
from graph.snapshot import Snapshot
from graph.verdicts import Successor, Transition


def direct_successors(snapshot: Snapshot, active: Iterable[Effect]) -> tuple[Successor, ...]:
    """What effects put in the place of their target directly, each once, in their order."""
    found: dict[tuple[str, tuple[str, ...]], Successor] = {}
    for effect in active:
        if effect.ends and not effect.into:
            continue
        name = snapshot.name(effect.by) + (f" {', '.join(effect.into)}" if effect.into else "")
        found.setdefault((effect.by, effect.into), Successor(effect.by, name, effect.into, effect.since))
    direct = [step for step in found.values() if not _is_overtaken(snapshot, step, found.values())]
    return tuple(direct or found.values())


def _is_overtaken(snapshot: Snapshot, step: Successor, others: Iterable[Successor]) -> bool:
    """Whether a successor is a later version of another one, which is then the direct successor."""
    versions = snapshot.versions.get(snapshot.work(step.node), ())
    if step.clauses or step.node not in versions:
        return False
    before = versions[: versions.index(step.node)]
    return any(other.node in before for other in others)


def transition_of(snapshot: Snapshot, edge: Edge, node: str) -> Transition:
    """What an edge leaves to its target, or to one source of it.

    Args:
        node: The predecessor: a source id, or a work's id.
    """
    label = f" ({edge.scope.version})" if edge.scope.version and node not in snapshot.sources else ""
    stated = edge.effective_from
    if stated is None and edge.src in snapshot.descriptions:
        stated = snapshot.descriptions[edge.src].starts
    name = snapshot.name(node) + label
    return Transition(edge.scope.condition or "", node, name, first_day(stated), edge.evidence, edge.scope.version)
