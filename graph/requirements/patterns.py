"""The grammar of demands of one language: modal verbs, comparators, openers of conditions, names of properties.

The words are data (`languages/*.toml`); this module only compiles them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from graph.requirements.caseless import Caseless, caseless
from graph.vocabulary import Comparator, Modality

_DAYS = ("until", "since", "before", "after", "said")
_COUNTS = "one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety"
_NEVER = re.compile(r"(?!)")
_SIGNS = {"≥": Comparator.AT_LEAST, "≤": Comparator.AT_MOST, ">": Comparator.MORE, "<": Comparator.LESS}


@dataclass(frozen=True, slots=True)
class Comparing:
    """How comparators are written before and behind a value.

    Attributes:
        before, after: One pattern with a group `c0`, `c1`, ... for each of `kinds`; the longest words win.
        far: Those that may stand some words before the value; shy: those that count only right before it.
        filler: What may stand between; `between`: what opens a range.
        changed: Before a value that became another: "increased from".
    """

    kinds: tuple[Comparator, ...]
    before: re.Pattern[str]
    after: re.Pattern[str]
    far: frozenset[str]
    shy: frozenset[str]
    filler: re.Pattern[str]
    between: re.Pattern[str]
    changed: re.Pattern[str]
    tolerance: re.Pattern[str]
    signed: re.Pattern[str]
    denied: re.Pattern[str]
    greater: re.Pattern[str]
    less: re.Pattern[str]

    def kind(self, match: re.Match[str]) -> Comparator:
        """Which comparator a match of `before` or `after` is."""
        return self.kinds[int(str(match.lastgroup)[1:])]


@dataclass(frozen=True, slots=True)
class Naming:
    """How properties are named: by a noun, a dimension word behind the value, a place, a verb, a unit.

    Attributes:
        heads: Last words of properties' names; `qualities`: words before them that belong to the name.
        word: One word, or a name of several with function words in it that counts as one ("time to live").
        light: Adjectives that bind or judge; `stops`: words that are no part of any name.
    """

    heads: frozenset[str]
    word: re.Pattern[str]
    light: frozenset[str]
    qualities: frozenset[str]
    stops: frozenset[str]
    dimensions: Mapping[str, str]
    dimension: re.Pattern[str]
    comparatives: tuple[tuple[str, str], ...]
    places: Mapping[str, str]
    place: re.Pattern[str]
    verbs: tuple[tuple[str, str], ...]
    units: tuple[tuple[re.Pattern[str], str], ...]
    preposition: re.Pattern[str]
    number: str


@dataclass(frozen=True, slots=True)
class Actions:
    """Verbs that tell what a value is of.

    Attributes:
        idle: Verbs that do not; participles: those of commands that have no regular one, "" for idle commands.
    """

    idle: frozenset[str]
    participles: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Grammar:
    """All patterns of one language.

    Attributes:
        demands: A word that demands; `binds`: one that binds a value; `commands`: a command behind a condition.
        verb: A modal (groups `m0`, ... for each of `modalities`) or a plain verb (`plain`), with its "not".
        named: The name of a field that begins like a command.
        head: An opener of a condition at the head of a sentence; tail: of one behind it.
        main: Where a main clause may begin without a comma: before an article, or a command and an article.
        placing: Words that make the value behind them a place or an occasion.
        prevented: Words up to a value that is of what is kept from happening; `passing`: of what must not pass.
        classing: Before the number of a class; `being`: before a value that something has.
        state: Of a thing, which limits what is said of it.
        inverted: What opens a condition without "if"; `vague`: a sentence that only tells of some things.
        aim: A verb that says what something is for; `definite`: before a number of things that are there already.
        told: What opens a clause that tells of a thing, up to its verb.
        beside: Before a value of what stands there rather than of the thing; `described`: of what a clause tells there.
        refused: A predicate that forbids the values before it, as `accepted` does where it is denied;
            exceeded: one that, denied, makes them the most.
    """

    language: str
    demands: Caseless
    binds: Caseless
    commands: re.Pattern[str]
    verb: Caseless
    modalities: tuple[Modality | None, ...]
    copula: re.Pattern[str]
    acting: re.Pattern[str]
    pronouns: frozenset[str]
    there: str
    relatives: frozenset[str]
    told: re.Pattern[str]
    inverted: re.Pattern[str]
    vague: re.Pattern[str]
    aim: re.Pattern[str]
    definite: re.Pattern[str]
    head: re.Pattern[str]
    tail: re.Pattern[str]
    main: re.Pattern[str]
    label: re.Pattern[str]
    negated: re.Pattern[str]
    idle: re.Pattern[str]
    placing: re.Pattern[str]
    limiting: re.Pattern[str]
    following: re.Pattern[str]
    dated: re.Pattern[str]
    placing_word: re.Pattern[str]
    prevented: re.Pattern[str]
    passing: re.Pattern[str]
    reference: re.Pattern[str]
    classed: re.Pattern[str]
    classing: re.Pattern[str]
    being: re.Pattern[str]
    state: re.Pattern[str]
    beside: re.Pattern[str]
    described: re.Pattern[str]
    refused: re.Pattern[str]
    accepted: re.Pattern[str]
    exceeded: re.Pattern[str]
    which_case: re.Pattern[str]
    imperative: re.Pattern[str]
    named: re.Pattern[str]
    comparing: Comparing
    naming: Naming
    actions: Actions
    presence: re.Pattern[str]
    absent: re.Pattern[str]
    stated: re.Pattern[str]
    idle_predicate: re.Pattern[str]
    equipping: re.Pattern[str]
    amounts: re.Pattern[str]
    allowed_act: re.Pattern[str]
    forbidding: re.Pattern[str]
    permitting: re.Pattern[str]
    optional: re.Pattern[str]
    waived: re.Pattern[str]
    opposites: Mapping[str, str]
    agents: frozenset[str]
    scopes: tuple[tuple[str, re.Pattern[str]], ...]
    scoped: re.Pattern[str]
    skip: Caseless
    skip_lead: re.Pattern[str]
    empty_headings: frozenset[str]

    def modality(self, match: re.Match[str]) -> Modality | None:
        """Strength of a match of `verb`; None for a plain verb, and for ability and future."""
        return self.modalities[int(match.lastgroup[1:])] if match.lastgroup and match.lastgroup[0] == "m" else None


@cache
def grammar(language: str = "en") -> Grammar:
    """The grammar of a language, read and compiled once."""
    path = Path(__file__).with_name("languages") / f"{language}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    words, openers, presence, skips = data["words"], data["openers"], data["presence"], data["skips"]
    imperatives = data["imperatives"]
    return Grammar(
        language=language,
        demands=caseless(_bounded([*_modals(data), *presence["stated"], *_left_or_forbidden(presence)])),
        binds=caseless(_bounded(_binding(data))),
        commands=_compile(rf"[,:]\s+(?:{_either([*imperatives['verbs'], *imperatives['negative']])})\b"),
        verb=_verb(data),
        modalities=tuple(None if name == "none" else Modality(name) for name in data["modals"]),
        copula=_whole(words["copulas"]),
        acting=_whole(words["acting"]) if words.get("acting") else _NEVER,
        there=words["there"],
        pronouns=frozenset(words["pronouns"]),
        relatives=frozenset(words["relatives"]),
        inverted=_whole(openers["inverted"]) if openers.get("inverted") else _NEVER,
        vague=_whole(openers["vague"]) if openers.get("vague") else _NEVER,
        aim=_compile(openers.get("aim", "(?!)")),
        definite=_compile(rf"\b(?:{_either(openers.get('definite', ['(?!)']))})\s+$"),
        told=_compile(openers.get("told", "(?!)")),
        head=_whole(openers["head"]),
        tail=_whole(openers["tail"]),
        main=_main(openers.get("articles", ()), imperatives["verbs"]),
        label=_compile(rf"(?P<label>[^:.,;\n]{{3,80}}):\s+(?=(?:{_either(openers.get('articles', ['(?!)']))})\s)"),
        negated=_whole(openers["negated"]),
        idle=_whole(openers["idle"]),
        placing=_compile(rf"\b(?:{_either(openers['placing'])})\s+(?:(?:a|an|the|each|every)\s+)?$"),
        placing_word=_compile(rf"(?:{_either(openers['placing'])}|{_either(data['words']['prepositions'])})$"),
        prevented=_compile(skips.get("prevented", "(?!)")),
        passing=_compile(skips.get("passing", "(?!)")),
        limiting=_whole(openers["limiting"]),
        following=_compile(rf"\s+(?P<opener>{_either(openers['following'])})\s")
        if openers.get("following")
        else _NEVER,
        dated=_dated(data.get("dates", {})),
        reference=_compile(
            rf"\b(?:{_either(openers['references'])})\b[\d.,;()\s]*(?:(?:and|or|to|through|with|in|by|the)\b[\d.,;()\s]*)*$"
        ),
        classed=_compile(rf"(?:\b|(?=:))(?:{_either(openers['classed'])})\s*$"),
        classing=_compile(rf"\b(?:{_either(openers.get('classing', ['(?!)']))})\s+$"),
        being=_compile(rf"\b(?:{_either(words['copulas'])})(?:\s+equal\s+to)?\s+$"),
        state=_whole(openers["states"]) if openers.get("states") else _NEVER,
        beside=_compile(rf"\b(?:{_either(openers.get('beside', ['(?!)']))})\s+(?:(?:a|an|the|any|each)\s+)?$"),
        described=_compile(openers.get("described", "(?!)")),
        refused=_whole(presence["refused"]) if presence.get("refused") else _NEVER,
        accepted=_whole(presence["accepted"]) if presence.get("accepted") else _NEVER,
        exceeded=_whole(presence["exceeded"]) if presence.get("exceeded") else _NEVER,
        which_case=_whole(skips["which_case"]),
        imperative=_compile(
            rf"(?P<never>(?:{_either(imperatives['negative'])})\b\s*)?(?P<do>\b(?:{_either(imperatives['verbs'])})\b)?"
        ),
        named=_titled(imperatives.get("nouns", ())),
        comparing=_comparing(data),
        naming=_naming(data),
        actions=_actions(data.get("actions", {})),
        presence=_whole(presence["verbs"]),
        absent=_whole(presence["absent"]),
        stated=_whole(presence["stated"]),
        idle_predicate=_compile(rf"\s*(?:not\s+)?(?:{_either(presence['idle'])})\b"),
        equipping=_compile(rf"\s*(?:not\s+)?(?:{_either(presence.get('equipping', ['(?!)']))})\s"),
        amounts=_compile(rf"\s*(?:be\s+)?(?:{_either(presence.get('amounts', ['(?!)']))})\b"),
        allowed_act=_allowed(presence.get("acts", ()), presence.get("happening", ())),
        forbidding=_whole(presence["forbidding"]) if presence.get("forbidding") else _NEVER,
        permitting=_whole(presence["permitting"]) if presence.get("permitting") else _NEVER,
        optional=_whole(presence["optional"]) if presence.get("optional") else _NEVER,
        waived=_whole(presence["waived"]) if presence.get("waived") else _NEVER,
        opposites=dict(presence.get("opposites", ())),
        agents=frozenset(presence.get("agents", ())),
        scopes=tuple((name, _whole([pattern])) for name, pattern in data["scopes"]["rows"]),
        scoped=_whole(pattern for _, pattern in data["scopes"]["rows"]),
        skip=caseless("|".join(_blank(pattern) for pattern in skips["sentences"])),
        empty_headings=frozenset(data["skips"]["headings"]),
        skip_lead=_compile("|".join(_blank(pattern) for pattern in skips["leads"])),
    )


def _allowed(acts: Iterable[str], happening: Iterable[str]) -> re.Pattern[str]:
    """What may be done, in the active or in the passive: "cache", "be cached"; not what may happen to a thing."""
    if not acts:
        return _NEVER
    part = r"(?:[a-z]{2,}(?:ed|wn|pt)|cut|built|sent|set|run|sublet|burnt|made|laid|kept|held|left|fed|hung|bent)"
    passive = rf"(?!(?:{_either(happening)})\b)(?:(?:site|field|shop|factory|hot|cold) )?{part}"
    return _compile(_blank(rf"\s*(?:{_either(acts)}|{passive})\b"))


def _titled(nouns: Iterable[str]) -> re.Pattern[str]:
    """A thing whose name begins like a command: "Test pressure: 10 bar", "Log files are"; not "Check doors are"."""
    if not nouns:
        return _NEVER
    word = _either(nouns)
    field = r"(?!(?:the|all|any|an?|each)\b)[^:.\n]{2,60}:"
    named = r"(?:(?!(?:that|which|so|to|the|all|any|an?|each|every)\b)[\w-]+\s+){0,3}"
    return _compile(
        rf"(?:{word})\s+{field}|(?!check\b)(?:{word})\s+{named}(?:is|are|shall|must|should|may|will)\b|use\s+of\b"
    )


def _left_or_forbidden(presence: Mapping[str, Any]) -> list[str]:
    return [*presence.get("forbidding", ()), *presence.get("waived", ())]


def _actions(data: Mapping[str, Any]) -> Actions:
    return Actions(frozenset(data.get("idle", ())), dict(data.get("participles", ())))


def _dated(words: Mapping[str, list[str]]) -> re.Pattern[str]:
    """What binds the day that stands right behind it, by groups; "said": nothing but that it is the day."""
    groups = "|".join(rf"(?P<{name}>(?<!\w)(?:{_either(words.get(name, ['(?!)']))}))" for name in _DAYS)
    return _compile(rf"(?:{groups})\s*(?:the\s+)?$")


def _main(articles: Iterable[str], commands: Iterable[str]) -> re.Pattern[str]:
    article = rf"(?:{_either(articles)})\s" if articles else r"(?!)"
    return _compile(rf"(?<=[\w)])\s+(?={article}|(?:{_either(commands)})\s+{article})")


def _modals(data: Mapping[str, Any]) -> list[str]:
    return [word for name, words in data["modals"].items() if name != "none" for word in words]


def _binding(data: Mapping[str, Any]) -> list[str]:
    comparators = [word for name in _SIGNS for word in data["comparators"][name]]
    after = [word for words in data["after"].values() for word in words]
    number = rf"(?:\d\S*|(?:{_COUNTS})\b)"
    stated = [rf"{copula} (?:\w+ (?:for|to|at|every|after|within|by) )?{number}" for copula in data["words"]["copulas"]]
    acting = [rf"{verb} \w+ \d\S*" for verb in data["words"].get("acting", ())]
    heads = _either([*data["properties"]["heads"], *data["properties"].get("compounds", ())])
    owned = [rf"{verb} (?:[\w-]+ ){{0,4}}?(?:{heads}) of \d\S*" for verb in data["words"].get("owning", ())]
    return [*comparators, *after, *data["comparators"]["between"][:1], *stated, *acting, *owned]


def _verb(data: Mapping[str, Any]) -> Caseless:
    denied = rf"(?:\s+(?:{_either(data['words']['not'])})\b)?(?:\s+be\b)?"
    modals = "|".join(rf"(?P<m{at}>(?:{_either(words)})\b)" for at, words in enumerate(data["modals"].values()))
    words = data["words"]
    plain = _either([*words["copulas"], *words["having"], *words.get("acting", ())])
    return caseless(rf"\b(?=[^\W\d_])(?:{modals}|(?P<plain>(?:{plain})\b)){denied}")


def _comparing(data: Mapping[str, Any]) -> Comparing:
    words, between, skips = data["comparators"], data["comparators"]["between"], data["skips"]
    kinds = tuple(_SIGNS)
    return Comparing(
        kinds=tuple(_SIGNS.values()),
        before=_compile(_choice([(at, word) for at, kind in enumerate(kinds) for word in words[kind]])),
        after=_compile(_choice([(kinds.index(kind), word) for kind, held in data["after"].items() for word in held])),
        far=frozenset(words["far"]),
        shy=frozenset(words["shy"]),
        filler=_compile(rf"\s*(?:(?:{_either(words['filler'])})\s+)*"),
        between=_compile(rf"\b(?:{_either(between)})\s+(?:{_either(words['filler'])}\s+)?$"),
        changed=_compile(data["openers"].get("changed", "(?!)")),
        tolerance=_compile(rf"(?:\s+[a-z/.]+(?=\s+with\s))?[\s,(]*(?:{_either(skips['tolerance'])})\s*"),
        signed=_compile(rf"[\s,(/]*(?:{_either(skips.get('margins', ['(?!)']))})?\s*(?P<sign>\+|plus|[-−–]|minus)\s*"),
        denied=_compile(
            rf"\b(?:{_either([*data['words']['not'], *data['words']['denied'], 'cannot', 'nor'])})\b[^,;:]*$"
        ),
        greater=_compile(_either(skips["greater"])),
        less=_compile(_either(skips["less"])),
    )


def _choice(rows: list[tuple[int, str]]) -> str:
    """One alternative for each comparator; negative looks keep words whole where they are words."""
    grouped: dict[int, list[str]] = {}
    for at, word in rows:
        grouped.setdefault(at, []).append(word)
    return "|".join(rf"(?P<c{at}>(?<!\w)(?:{_either(words)})(?!\w|-[^\W\d]))" for at, words in grouped.items())


def _word(compounds: Iterable[str]) -> re.Pattern[str]:
    whole = rf"(?:{_either(compounds)})(?!\w)|" if compounds else ""
    return _compile(rf"(?:{whole}[^\W_][\w'’/-]*(?:\s+\([^()\d]{{1,20}}\))?)")


def _naming(data: Mapping[str, Any]) -> Naming:
    names = data["dimensions"]
    dimensions, places = dict(names["words"]), dict(names["places"])
    return Naming(
        heads=frozenset([*data["properties"]["heads"], *data["properties"].get("compounds", ())]),
        word=_word(data["properties"].get("compounds", ())),
        light=frozenset(data["words"]["light"]),
        qualities=frozenset(data["properties"]["qualities"]),
        stops=frozenset(data["words"]["stops"]),
        dimensions=dimensions,
        dimension=_compile(
            rf"\s*-?(?P<word>{_either(word.replace('.', '[.]') for word in dimensions)})\b(?:(?<=[.]\w)[.])?"
        ),
        comparatives=tuple((word, name) for word, name in names["comparatives"]),
        places=places,
        place=_compile(rf"\s*(?:\([^()]*\)\s*)?(?:horizontally |vertically |measured )?(?P<word>{_either(places)})\b"),
        verbs=tuple((word, name) for word, name in names["verbs"]),
        units=tuple((re.compile(pattern, re.IGNORECASE), name) for pattern, name in names["units"]),
        preposition=_compile(rf"\s(?:{_either(data['words']['prepositions'])})\s|\srequired to\s"),
        number=data["properties"]["number"],
    )


def _either(words: Iterable[str]) -> str:
    return "|".join(_blank(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def _blank(pattern: str) -> str:
    return pattern.replace(" ", r"\s+")


def _whole(words: Iterable[str]) -> re.Pattern[str]:
    return _compile(_bounded(words))


def _bounded(words: Iterable[str]) -> str:
    return rf"(?<!\w)(?:{_either(words)})(?!\w)"


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
