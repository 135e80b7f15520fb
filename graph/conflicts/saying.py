"""What the sentence of a demand says: its words, and what they are to what is demanded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from graph.conflicts.acting import doing, is_idle
from graph.conflicts.gist import Role, idle, linking, renamed, role_of, root, roots
from graph.conflicts.record import Party
from graph.conflicts.wording import is_state, situation
from graph.demands import Requirement
from graph.quantities.values import PRESENCE, Measured, Named, allowed
from graph.requirements.slots import Slot
from graph.requirements.terms import IDENTIFIER, concept_data, reduced, word_lists, words_of
from graph.vocabulary import Modality

PRESENT = "presence"
_MANNER = re.compile(r"(?!supply|assembly|reply|family|anomaly|butterfly|early|daily|weekly|monthly)[a-z]{4,}ly")
_LASTING = re.compile(r".*(?:time|period|life|age|delay|latency|lag|headway|retention|interval|duration|autonomy).*")
"""Measures of a time."""
_BASED = re.compile(r"\s*(?:above|below|from|beneath)\s", re.IGNORECASE)
_LENGTH = "[length]"
TIME = "[time]"


@dataclass(frozen=True)
class Saying:
    """What a demand says, in roots.

    Attributes:
        words: All content words of its sentence outside values, without those that name the measure.
        named: Those that name the thing and what is done.
        head: Those of `named` without which it is another thing.
        places: Those that place it.
        measure: What is measured, where words say so.
        kind: Dimension of its values, or that it is a presence.
        act: What is done, where that tells one demand from another; doer: who does it.
        free: Those that another author may leave out: the doer, the act, and what only names a part or an instance.
        placed: Those that say where or when.
    """

    words: frozenset[str]
    named: frozenset[str] = frozenset()
    head: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    measure: frozenset[str] = frozenset()
    kind: str = ""
    act: frozenset[str] = frozenset()
    doer: frozenset[str] = frozenset()
    free: frozenset[str] = frozenset()
    placed: frozenset[str] = frozenset()

    @cached_property
    def essence(self) -> frozenset[str]:
        """The words without who does it, but of a state whoever is no agent."""
        return self.words - (agents() if self.kind == PRESENT else self.doer | agents())

    @cached_property
    def core(self) -> frozenset[str]:
        """The words that every author would say."""
        return self.words - self.free


_NOTHING = Saying(frozenset())


def saying(party: Party) -> Saying:
    """What the demand of a party says; nothing where its values do not compare or no word names a thing."""
    return _saying(party.requirement, party.slot)


@lru_cache(maxsize=262144)
def _saying(requirement: Requirement, slot: Slot) -> Saying:
    kind = _kind(requirement)
    if not (kind and requirement.said) or (kind == PRESENT and _is_twofold(requirement.said)):
        return _NOTHING
    spoken = content_of(requirement.said)
    places = roots(slot.places)
    every = renamed(spoken | places | roots(slot.subject.split()) | content_of(slot.property))
    idle_words = idle() - _timed() if kind == TIME else idle()
    words = every - idle_words - measuring() - (frozenset() if kind == PRESENT else _manners(requirement.said))
    head, named = (found & words for found in _names(requirement, slot))
    measure = _measures(slot, spoken, requirement.said) if kind == _LENGTH else _measured(requirement, slot, kind)
    known, kinds = _known(requirement.said, slot)
    words |= known
    if not words:
        return _NOTHING
    named = (named if named and slot.is_named else words) | known
    placed = (places | roots(_conditioned(requirement))) & words
    act, doer, free = _done(requirement, words, kind, placed)
    free |= kinds & words
    words = words if kind != PRESENT else words - (free - act - doer - agents() - _light())
    return Saying(words, named, head, places & words, measure, kind, act, doer, free, placed)


def _known(said: str, slot: Slot) -> tuple[frozenset[str], frozenset[str]]:
    """The names of one thing of its kind, and what they name, which another author leaves out: "signal AV214"."""
    names = [name for dimension, name in slot.marks if dimension == IDENTIFIER]
    before = (re.search(rf"([^\W\d_]+)\s+{re.escape(name)}(?!\w)", said, re.IGNORECASE) for name in names)
    kinds = [name.partition(" ")[0] for name in names if " " in name] + [found[1] for found in before if found]
    return frozenset(names), renamed(roots(map(reduced, kinds)))


def _done(
    requirement: Requirement, words: frozenset[str], kind: str, placed: frozenset[str]
) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """What is done, who does it, and all words that another author may leave out."""
    is_stated = requirement.modality is Modality.STATES
    done = doing(requirement.said, is_stated=is_stated) if requirement.language == "en" else doing("")
    act = renamed(roots([reduced(done.act)])) if done.act else frozenset[str]()
    is_shown = bool(done.act) and not is_idle(done.act, is_timed=kind == TIME)
    acts = (act if is_shown else frozenset[str]()) | (words & telling_acts())
    doer = (renamed(content_of(done.by)) & words) - placed
    return acts & words, doer, (act | acts | doer | _light() | agents()) & words


@cache
def agents() -> frozenset[str]:
    """Who sees to a thing, and is no thing that is measured."""
    return roots(linking()["agents"])


@cache
def setting_apart() -> frozenset[str]:
    """Words that make another thing of one though all else is said alike."""
    return roots(linking()["others"])


@cache
def _light() -> frozenset[str]:
    return roots(linking()["light"])


@cache
def telling_acts() -> frozenset[str]:
    """Acts that tell one demand from another whatever word names them."""
    return roots(linking()["telling"])


def _conditioned(requirement: Requirement) -> frozenset[str]:
    plain = (one for one in requirement.conditions if not _BASED.match(one.text))
    texts = (situation(one.text, negated=one.negated).all() for one in plain)
    return frozenset[str]().union(*texts)


def _kind(requirement: Requirement) -> str:
    if requirement.comparator in PRESENCE:
        return PRESENT
    match allowed(requirement):
        case Measured(dimension=dimension) | Named(dimension=dimension):
            return str(linking()["kinds"].get(dimension, dimension))
        case _:
            return ""


def _is_twofold(said: str) -> bool:
    """Whether a sentence binds twice, so that its words do not tell which of two things is to be."""
    binding = linking()["binding"]
    return sum(word in binding for word in said.casefold().split()) > 1


@lru_cache(maxsize=65536)
def content_of(text: str) -> frozenset[str]:
    """The roots of the words of a text that say what it is about."""
    lists, silent = word_lists(), _silent()
    words = (word for word in words_of(text) if word and not any(sign.isdigit() for sign in word))
    return roots(w for w in words if w not in lists.stop and w not in lists.cut and w not in silent)


def _manners(said: str) -> frozenset[str]:
    """How something is done, which another author of a value leaves out: "tested hydraulically"."""
    return roots(word for word in words_of(said) if _MANNER.fullmatch(word))


@cache
def _silent() -> frozenset[str]:
    words = linking()["silent"]
    return frozenset(words) | frozenset(map(reduced, words)) | word_lists().turning | word_lists().opening


@cache
def _timed() -> frozenset[str]:
    return roots(linking()["timed"])


def _names(requirement: Requirement, slot: Slot) -> tuple[frozenset[str], frozenset[str]]:
    """Words that may not be missing, and all that name the thing and what is done."""
    thing, of = slot.subject.split(), frozenset[str]()
    if slot.property not in concept_data()["property"]:
        of = content_of(slot.property)
    last = next((word for word in reversed(thing) if not (word.endswith("ed") or is_state(word))), "")
    last_root = renamed(roots(filter(None, [last])))
    match role_of(requirement):
        case Role.PLACE:
            return last_root, renamed(roots(thing))
        case Role.DOES:
            return renamed(of), renamed(of)
        case _:
            return last_root | renamed(of), renamed(roots(thing) | of)


def _measured(requirement: Requirement, slot: Slot, kind: str) -> frozenset[str]:
    """The measure that words name, unless it says no more than a unit does or is one of lengths; of a share or
    a number also one that the sentence says in another form, "available" for an availability."""
    label, lists = slot.property, linking()
    if label in lists["vague"] or label in lists["lengths"]:
        label = ""
    is_told = requirement.property_span is not None or kind in lists["said"]
    is_told = is_told and (kind != TIME or _LASTING.fullmatch(label) is not None)
    if is_told and label in concept_data()["property"]:
        return frozenset([label])
    if kind not in lists["said"]:
        return frozenset()
    spoken = roots(words_of(requirement.said))
    return frozenset(label for form, label in _forms().items() if form in spoken)


@cache
def _forms() -> Mapping[str, str]:
    """Root to the measure that it names on its own, if it is none of lengths and says more than a unit does."""
    lists = linking()
    left = {*lists["vague"], *lists["lengths"], *lists["measuring"]}
    return {root(label): label for label in concept_data()["property"] if " " not in label and label not in left}


def _measures(slot: Slot, spoken: frozenset[str], said: str) -> frozenset[str]:
    """Of a length the measure that the slot names, else those that its sentence does."""
    if slot.property in {*linking()["lengths"], *concept_data()["property"]}.difference(linking()["vague"]):
        return frozenset([slot.property])
    known, implied = _lengths(), linking()["implied"]
    found = {known[word] for word in roots(slot.property.split()) if word in known}
    found = found or {known[word] for word in spoken if word in known}
    return frozenset(found or {implied[word] for word in words_of(said) if word in implied})


@cache
def _lengths() -> Mapping[str, str]:
    """Root to the length that it names."""
    return {root(label): label for label in linking()["lengths"] if " " not in label}


@cache
def measuring() -> frozenset[str]:
    """Words that are names of measures on their own."""
    single = (label for label in concept_data()["property"] if " " not in label)
    return roots(single) | roots(linking()["measuring"]) | frozenset(_lengths()) | _vague()


@cache
def _vague() -> frozenset[str]:
    return roots(linking()["vague"])
