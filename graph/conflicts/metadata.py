"""Clashes of metadata: what the name of a file, a title block and a register say differently of one source."""

from __future__ import annotations

from collections.abc import Iterator

from graph.claims import Disagreement
from graph.conflicts.record import Conflict, Side
from graph.governing import Governing
from graph.identity import conflict_id, digest
from graph.model import Claim
from graph.revisions import compare, revision_key
from graph.vocabulary import ClaimField, ConflictClass, Ground

_OF_THE_FILE = frozenset({Ground.FILE_NAME, Ground.FILE_PROPERTIES, Ground.CONNECTOR})
_OF_TIME = frozenset({"year", "date"})
_TITLES = frozenset({ClaimField.TITLE})


def metadata_clashes(governing: Governing) -> Iterator[Conflict]:
    """The disagreements of claims about each source in force.

    How a file is titled is no claim about the document's title, two titles of one title page are title and subtitle,
    a count and a year ("Second edition", "2022") can both be right, and a revision table lists what was
    before. What is said of a version that is out of force needs no decision.
    """
    for source_id, description in governing.snapshot.descriptions.items():
        open_ = [one for one in description.disagreements if not (_is_style(one) or _can_both_be(one))]
        if open_ and governing.of_source(source_id).is_in_force:
            yield from (_clash(governing, one) for one in open_)


def _is_style(disagreement: Disagreement) -> bool:
    grounds = {disagreement.taken.ground, disagreement.other.ground}
    return disagreement.field in _TITLES and (bool(grounds & _OF_THE_FILE) or len(grounds) == 1)


def _can_both_be(disagreement: Disagreement) -> bool:
    """Whether two labels of a version can both be right: a count and a year, or one that was before the other."""
    if disagreement.field is not ClaimField.VERSION:
        return False
    taken, other = disagreement.taken, disagreement.other
    if other.ground is Ground.REVISION_TABLE and compare(taken.value, other.value) == 1:
        return True
    keys = [revision_key(claim.value) for claim in (taken, other)]
    return sum(key is not None and key.series in _OF_TIME for key in keys) == 1


def _clash(governing: Governing, disagreement: Disagreement) -> Conflict:
    snapshot, claims = governing.snapshot, (disagreement.taken, disagreement.other)
    sides = tuple(sorted((_side(governing, claim) for claim in claims), key=lambda side: (side.slot, side.says)))
    source_id = disagreement.taken.source_id
    fact = disagreement.field.replace("_", " ")
    return Conflict(
        id=conflict_id([(side.work, side.slot) for side in sides]),
        kind=ConflictClass.METADATA_CLASH,
        slot=f"{fact} of {snapshot.name(source_id)}",
        sides=sides,
        reason=f"Of {snapshot.name(source_id)}, {disagreement}.",
        values=digest(*sorted(claim.value for claim in claims)),
        project=snapshot.sources[source_id].project,
        confidence=min(claim.confidence for claim in claims),
    )


def _side(governing: Governing, claim: Claim) -> Side:
    snapshot = governing.snapshot
    work, authority = snapshot.work(claim.source_id), snapshot.descriptions[claim.source_id].authority
    says = f"{claim.ground}: {claim.value}"
    return Side(claim.source_id, work, f"{claim.field}, {claim.ground}", says, claim.span, None, authority)
