"""What is demanded from a viewpoint, kept until the store changes: the one place that loads it for every surface."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from weakref import WeakKeyDictionary

from app.use_cases.viewpoint import Viewpoint, is_in_project, view
from app.wiring import Services
from graph.conflicts.access import Announced, shown
from graph.conflicts.demands import Demands, load_demands
from graph.conflicts.renewal import renew
from graph.governing import Governing
from graph.model import Source
from graph.snapshot import load_snapshot
from graph.store import Reader
from graph.time import Moment

MOST_KEPT = 4
"""Viewpoints of which the demands are kept."""

_Key = tuple[date, datetime | None, str | None, str | None, bool]
_KEPT: WeakKeyDictionary[Services, dict[_Key, tuple[int, Demands]]] = WeakKeyDictionary()
"""Store generation and demands by viewpoint, and whether they are of everybody's texts."""


def demanded(services: Services, at: Viewpoint | None = None) -> Demands:
    """Requirements, conflicts and register as they are from a viewpoint; see `graph.conflicts.demands`.

    After a change of the store, what it did not touch is taken from what was computed before.
    """
    return _kept(services, at or Viewpoint(), whole=False)


def announced(services: Services, at: Viewpoint) -> list[Announced]:
    """The conflicts to decide of which a compliance lead may not see a side; none for other readers.

    Readers are leads by `PREVAIL_COMPLIANCE_LEADS`.
    """
    if at.reader is None or at.reader not in services.settings.compliance_leads:
        return []
    held, whole = demanded(services, at), _kept(services, replace(at, reader=None), whole=True)
    undecided = [one for one in whole.conflicts if not whole.standing(one).is_settled and one.id not in held.by_id]
    seen = held.governing.snapshot.sources
    return [one for one in shown(undecided, seen.__contains__, is_lead=True) if isinstance(one, Announced)]


def _kept(services: Services, at: Viewpoint, *, whole: bool) -> Demands:
    """The demands from a viewpoint; with `whole`, of all texts of its project, whoever may see them."""
    moment, generation = at.moment, services.store.generation()
    key = moment.as_of, moment.known_at, at.project, at.reader, whole
    kept = _KEPT.setdefault(services, {})
    before = kept.get(key)
    if before is not None and before[0] == generation:
        return before[1]
    found = _loaded(services, at, moment, whole=whole)
    kept[key] = generation, renew(found, before[1]) if before else found
    for oldest in list(kept)[:-MOST_KEPT]:
        kept.pop(oldest, None)
    return found


def _loaded(services: Services, at: Viewpoint, moment: Moment, *, whole: bool) -> Demands:
    governing = None if whole else view(services, Viewpoint(at.project, moment.as_of, at.known_at, at.reader))
    with services.store.read() as reader:
        return load_demands(reader, governing or _everybodys(reader, at, moment), at.project)


def _everybodys(reader: Reader, at: Viewpoint, moment: Moment) -> Governing:
    """What governs among all texts of a project: to count what is hidden, never to show it."""
    elsewhere = {s.id for s in reader.find(Source, history=True) if not is_in_project(s, at.project)}
    return Governing(load_snapshot(reader, at.known_at, sees=lambda source_id: source_id not in elsewhere), moment)
