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
from graph.requirements.compiling import NEVER, blank, bounded, either, insensitive, whole
from graph.requirements.often import Recurring, recurring
from graph.requirements.telling import Telling, telling
from graph.vocabulary import Comparator, Modality

_DAYS = ("until", "since", "before", "after", "said")
_COUNTS = "one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety"
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
        declares: The document speaks for its project: what it states is demanded.
        named: The name of a field that begins like a command.
        head: An opener of a condition at the head of a sentence; tail: of one behind it.
        main: Where a main clause may begin without a comma: before an article, or a command and an article.
        placing: Words that make the value behind them a place or an occasion.
        prevented: Words up to a value that is of what is kept from happening.
    """

    language: str
    declares: bool
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
    telling: Telling
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
    recurring: Recurring
    placing_word: re.Pattern[str]
    prevented: re.Pattern[str]
    reference: re.Pattern[str]
    classed: re.Pattern[str]
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
    lacking: re.Pattern[str]
    allowed_act: re.Pattern[str]
    forbidding: re.Pattern[str]
    permitting: re.Pattern[str]
    optional: re.Pattern[str]
    waived: re.Pattern[str]
    persons: re.Pattern[str]
    opposites: Mapping[str, str]
    agents: frozenset[str]
    scopes: tuple[tuple[str, re.Pattern[str]], ...]
    scoped: re.Pattern[str]
    skip: Caseless
    skip_lead: re.Pattern[str]
    courtesy: re.Pattern[str]
    empty_headings: frozenset[str]

    def modality(self, match: re.Match[str]) -> Modality | None:
        """Strength of a match of `verb`; None for a plain verb, and for ability and future."""
        return self.modalities[int(match.lastgroup[1:])] if match.lastgroup and match.lastgroup[0] == "m" else None


@cache
def grammar(language: str = "en", *, declares: bool = False) -> Grammar:
    """The grammar of a language, read and compiled once; that of a project's own documents where it `declares`."""
    data = _declared(_data(language)) if declares else _data(language)
    words, openers, presence, skips, imperatives = (data[name] for name in _TABLES)
    return Grammar(
        language=language,
        declares=declares,
        demands=caseless(bounded([*_modals(data), *presence["stated"], *_left_or_forbidden(presence)])),
        binds=caseless(bounded(_binding(data))),
        commands=insensitive(rf"[,:]\s+(?:{either([*imperatives['verbs'], *imperatives['negative']])})\b"),
        verb=_verb(data),
        modalities=tuple(None if name == "none" else Modality(name) for name in data["modals"]),
        copula=whole(words["copulas"]),
        acting=whole(words["acting"]) if words.get("acting") else NEVER,
        there=words["there"],
        pronouns=frozenset(words["pronouns"]),
        relatives=frozenset(words["relatives"]),
        telling=telling(data, declares=declares),
        head=whole(openers["head"]),
        tail=whole(openers["tail"]),
        main=_main(openers.get("articles", ()), imperatives["verbs"]),
        label=insensitive(rf"(?P<label>[^:.,;\n]{{3,80}}):\s+(?=(?:{either(openers.get('articles', ['(?!)']))})\s)"),
        negated=whole(openers["negated"]),
        idle=whole(openers["idle"]),
        placing=insensitive(rf"\b(?:{either(openers['placing'])})\s+(?:(?:a|an|the|each|every)\s+)?$"),
        placing_word=insensitive(rf"(?:{either(openers['placing'])}|{either(data['words']['prepositions'])})$"),
        prevented=insensitive(skips.get("prevented", "(?!)")),
        limiting=whole(openers["limiting"]),
        following=insensitive(rf"\s+(?P<opener>{either(openers.get('following', ['(?!)']))})\s"),
        dated=_dated(data.get("dates", {})),
        recurring=recurring(data.get("recurrence", {})),
        reference=_reference(openers["references"]),
        classed=insensitive(rf"(?:\b|(?=:))(?:{either(openers['classed'])})\s*$"),
        which_case=whole(skips["which_case"]),
        imperative=_imperative(imperatives, declares=declares),
        named=_titled(imperatives.get("nouns", ())),
        comparing=_comparing(data),
        naming=_naming(data),
        actions=_actions(data.get("actions", {})),
        presence=whole(presence["verbs"]),
        absent=whole(presence["absent"]),
        stated=whole(presence["stated"]),
        idle_predicate=insensitive(rf"\s*(?:not\s+)?(?:{either(presence['idle'])})\b"),
        equipping=insensitive(rf"\s*(?:not\s+)?(?:{either(presence.get('equipping', ['(?!)']))})\s"),
        lacking=insensitive(rf"\s*(?:not\s+)?(?:{either(presence.get('lacking', ['(?!)']))})\s"),
        allowed_act=_allowed(presence.get("acts", ()), presence.get("happening", ())),
        forbidding=whole(presence["forbidding"]) if presence.get("forbidding") else NEVER,
        permitting=whole(presence["permitting"]) if presence.get("permitting") else NEVER,
        optional=whole(presence["optional"]) if presence.get("optional") else NEVER,
        waived=whole(presence["waived"]) if presence.get("waived") else NEVER,
        persons=insensitive(rf"\b(?:{either(presence.get('persons', ['(?!)']))})\s*$"),
        opposites=dict(presence.get("opposites", ())),
        agents=frozenset(presence.get("agents", ())),
        scopes=tuple((name, whole([pattern])) for name, pattern in data["scopes"]["rows"]),
        scoped=whole(pattern for _, pattern in data["scopes"]["rows"]),
        skip=caseless("|".join(blank(pattern) for pattern in skips["sentences"])),
        courtesy=insensitive(skips.get("courtesy", "(?!)")),
        empty_headings=frozenset(data["skips"]["headings"]),
        skip_lead=insensitive("|".join(blank(pattern) for pattern in skips["leads"])),
    )


_TABLES = ("words", "openers", "presence", "skips", "imperatives")


def _data(language: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("languages").joinpath(f"{language}.toml").read_text("utf-8"))


def _declared(data: dict[str, Any]) -> dict[str, Any]:
    """The words of a language, with the future as what is stated to be so."""
    modals, future = data["modals"], data["words"].get("binding", ())
    rest = [word for word in modals["none"] if word not in future]
    return {**data, "modals": {**modals, "none": rest, Modality.STATES.value: list(future)}} if future else data


def _allowed(acts: Iterable[str], happening: Iterable[str]) -> re.Pattern[str]:
    """What may be done, in the active or in the passive: "cache", "be cached"; not what may happen to a thing."""
    if not acts:
        return NEVER
    part = r"(?:[a-z]{2,}(?:ed|wn|pt)|cut|built|sent|set|run|sublet|burnt|made|laid|kept|held|left|fed|hung|bent)"
    passive = rf"(?!(?:{either(happening)})\b)(?:(?:site|field|shop|factory|hot|cold) )?{part}"
    return insensitive(blank(rf"\s*(?:{either(acts)}|{passive})\b"))


def _imperative(imperatives: Mapping[str, Any], *, declares: bool) -> re.Pattern[str]:
    """A command: a verb of the list, and in a project's own documents every other one before an article."""
    known = rf"(?:{either(imperatives['verbs'])})\b"
    if declares and imperatives.get("other"):
        lasting = "".join(rf"(?<!{ending})" for ending in imperatives["endings"])
        no_verb = rf"(?:{either(imperatives['other'])})\b"
        article = r"(?-i:the|an?|all|each|every|any|no|THE|ALL|EACH|EVERY|ANY|NO)"
        known = rf"(?:{known}|(?!{no_verb})[a-z]{{2,}}{lasting}(?=\s+{article}\s))"
    return insensitive(rf"(?P<never>(?:{either(imperatives['negative'])})\b\s*)?(?P<do>\b{known})?")


def _reference(words: Iterable[str]) -> re.Pattern[str]:
    return insensitive(rf"\b(?:{either(words)})\b[\d.,;()\s]*(?:(?:and|or|to|through|with|in|by|the)\b[\d.,;()\s]*)*$")


def _titled(nouns: Iterable[str]) -> re.Pattern[str]:
    """A thing whose name begins like a command: "Test pressure: 10 bar", "Log files are"; not "Check doors are"."""
    if not nouns:
        return NEVER
    word = either(nouns)
    field = r"(?!(?:the|all|any|an?|each)\b)[^:.\n]{2,60}:"
    named = r"(?:(?!(?:that|which|so|to|the|all|any|an?|each|every)\b)[\w-]+\s+){0,3}"
    return insensitive(
        rf"(?:{word})\s+{field}|(?!check\b)(?:{word})\s+{named}(?:is|are|shall|must|should|may|will)\b"
        rf"|(?:{word})\s+(?:(?!(?:that|which|who|where|when|if|as|so|and|or|with)\b)[\w'’-]+\s+){{1,8}}(?:shall|must|should)\b"
        rf"|[a-z]+\s+of\b|cover\s+(?:to|over|for)\b"
    )


def _left_or_forbidden(presence: Mapping[str, Any]) -> list[str]:
    return [*presence.get("forbidding", ()), *presence.get("waived", ())]


def _actions(data: Mapping[str, Any]) -> Actions:
    return Actions(frozenset(data.get("idle", ())), dict(data.get("participles", ())))


def _dated(words: Mapping[str, list[str]]) -> re.Pattern[str]:
    """What binds the day that stands right behind it, by groups; "said": nothing but that it is the day."""
    groups = "|".join(rf"(?P<{name}>(?<!\w)(?:{either(words.get(name, ['(?!)']))}))" for name in _DAYS)
    return insensitive(rf"(?:{groups})\s*(?:the\s+)?$")


def _main(articles: Iterable[str], commands: Iterable[str]) -> re.Pattern[str]:
    article = rf"(?:{either(articles)})\s" if articles else r"(?!)"
    return insensitive(rf"(?<=[\w)])\s+(?={article}|(?:{either(commands)})\s+{article})")


def _modals(data: Mapping[str, Any]) -> list[str]:
    return [word for name, words in data["modals"].items() if name != "none" for word in words]


def _binding(data: Mapping[str, Any]) -> list[str]:
    comparators = [word for name in _SIGNS for word in data["comparators"][name]]
    after = [word for words in data["after"].values() for word in words]
    number = rf"(?:\d\S*|(?:{_COUNTS})\b)"
    stated = [rf"{copula} (?:\w+ (?:for|to|at|every|after|within|by) )?{number}" for copula in data["words"]["copulas"]]
    acting = [rf"{verb} \w+ \d\S*" for verb in data["words"].get("acting", ())]
    heads = either([*data["properties"]["heads"], *data["properties"].get("compounds", ())])
    owned = [rf"{verb} (?:[\w-]+ ){{0,4}}?(?:{heads}) of \d\S*" for verb in data["words"].get("owning", ())]
    return [*comparators, *after, *data["comparators"]["between"][:1], *stated, *acting, *owned]


def _verb(data: Mapping[str, Any]) -> Caseless:
    denied = rf"(?:\s+(?:{either(data['words']['not'])})\b)?(?:\s+be\b)?"
    modals = "|".join(rf"(?P<m{at}>(?:{either(words)})\b)" for at, words in enumerate(data["modals"].values()))
    words = data["words"]
    plain = either([*words["copulas"], *words["having"], *words.get("acting", ())])
    return caseless(rf"\b(?=[^\W\d_])(?:{modals}|(?P<plain>(?:{plain})\b)){denied}")


def _comparing(data: Mapping[str, Any]) -> Comparing:
    words, between, skips = data["comparators"], data["comparators"]["between"], data["skips"]
    kinds = tuple(_SIGNS)
    return Comparing(
        kinds=tuple(_SIGNS.values()),
        before=insensitive(_choice([(at, word) for at, kind in enumerate(kinds) for word in words[kind]])),
        after=insensitive(
            _choice([(kinds.index(kind), word) for kind, held in data["after"].items() for word in held])
        ),
        far=frozenset(words["far"]),
        shy=frozenset(words["shy"]),
        filler=insensitive(rf"\s*(?:(?:{either(words['filler'])})\s+)*"),
        between=insensitive(rf"\b(?:{either(between)})\s+(?:{either(words['filler'])}\s+)?$"),
        changed=insensitive(data["openers"].get("changed", "(?!)")),
        tolerance=insensitive(
            rf"(?:\s+(?:[a-z/.-]+\s*){{1,5}}(?=,?\s+(?:with|tolerance|permitted|deviation)\b))?[\s,(]*(?:{either(skips['tolerance'])})\s*"
        ),
        signed=insensitive(
            rf"[\s,(/]*(?:{either(skips.get('margins', ['(?!)']))})?\s*(?P<sign>\+|plus|[-−–]|minus)\s*"
        ),
        denied=insensitive(
            rf"\b(?:{either([*data['words']['not'], *data['words']['denied'], 'cannot', 'nor'])})\b[^,;:]*$"
        ),
        greater=insensitive(either(skips["greater"])),
        less=insensitive(either(skips["less"])),
    )


def _choice(rows: list[tuple[int, str]]) -> str:
    """One alternative for each comparator; negative looks keep words whole where they are words."""
    grouped: dict[int, list[str]] = {}
    for at, word in rows:
        grouped.setdefault(at, []).append(word)
    return "|".join(rf"(?P<c{at}>(?<!\w)(?:{either(words)})(?!\w|-[^\W\d]))" for at, words in grouped.items())


def _word(compounds: Iterable[str]) -> re.Pattern[str]:
    whole = rf"(?:{either(compounds)})(?!\w)|" if compounds else ""
    return insensitive(rf"(?:{whole}[^\W_][\w'’/-]*(?:\s+\([^()\d]{{1,20}}\))?)")


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
        dimension=insensitive(
            rf"\s*-?(?P<word>{either(word.replace('.', '[.]') for word in dimensions)})\b(?:(?<=[.]\w)[.])?"
        ),
        comparatives=tuple((word, name) for word, name in names["comparatives"]),
        places=places,
        place=insensitive(
            rf"\s*(?:\([^()]*\)\s*)?(?:horizontally |vertically |measured )?(?P<word>{either(places)})\b"
        ),
        verbs=tuple((word, name) for word, name in names["verbs"]),
        units=tuple((re.compile(pattern, re.IGNORECASE), name) for pattern, name in names["units"]),
        preposition=insensitive(rf"\s(?:{either(data['words']['prepositions'])})\s|\srequired to\s"),
        number=data["properties"]["number"],
    )
