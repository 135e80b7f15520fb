"""Verification: a drafted sentence stands only where the quotes that it cites say all of it.

Values are compared as numbers with units (0.3 m is 300 mm), with the comparator that binds them and with what stands
about them; pieces with figures, dates and names have to stand in the quote or in the name of its document; what is
denied, how strongly it is meant and under which condition must be as the quote has it. Nothing is learned or asked of
a model, so that the same sentence over the same quotes always fares alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from retrieval import tokenizer, uzbek
from retrieval.answering.generated.evidence import Evidence, Quoted, together
from retrieval.answering.generated.markup import MARKER, forbidden, without_markup
from retrieval.answering.generated.statement import Statement, Value, read_statement, words
from retrieval.wording import Wording

SPEAKS_OF = 0.5
"""Least share of the words of its own that a further quoted sentence must share with a drafted one to bear on it."""
_OTHER_SCRIPT = re.compile("[\u0400-\u04ff\u4e00-\u9fff]")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_QUOTATION = re.compile(r"[\"“„«]([^\"“”„»«]*)[\"”“»]")
_NAME = re.compile(r"(?<=[\w,;)] )[A-ZÀ-Þ][\w'’-]+")


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a sentence does not stand.

    Attributes:
        kind: One of `KINDS`.
    """

    kind: str
    detail: str


@dataclass(frozen=True, slots=True)
class Checked:
    """A drafted sentence and how it fared.

    Attributes:
        text: Without citations and markup.
        citations: Of the quotes that say it; none where it does not stand.
        problems: Why it does not stand; none where it does.
    """

    text: str
    citations: tuple[int, ...]
    problems: tuple[Problem, ...]

    @property
    def stands(self) -> bool:
        """Whether the quotes say it."""
        return not self.problems


def verify(sentence: str, evidence: Sequence[Evidence]) -> Checked:
    """Whether the quotes that a sentence cites say all of it; without citations, whether one of all quotes does.

    Of several cited quotes, those that say all of it are kept; where none does alone, all of them together have to.
    """
    cited = [int(n) for match in MARKER.finditer(sentence) for n in match[1].split(",")]
    text = without_markup(MARKER.sub("", sentence)).replace(" .", ".")
    carried = forbidden(text)
    if carried:
        return Checked(text, (), (Problem("markup", f"it carries {carried}"),))
    if text.endswith(("…", "...")):
        return Checked(text, (), (Problem("cut", "it is cut off"),))
    known = {one.n: one for one in evidence}
    if any(n not in known for n in cited):
        return Checked(text, (), (Problem("citation", "it cites what is no evidence"),))
    quotes = [known[n] for n in dict.fromkeys(cited)] or list(evidence)
    alone = {one.n: _fewest(text, one) for one in quotes}
    saying = tuple(n for n, found in alone.items() if not found)
    if saying:
        return Checked(text, saying if cited else saying[:1], ())
    if len(quotes) < 2 or not cited:
        return Checked(text, (), min(alone.values(), key=len, default=()))
    found = tuple(problems(text, together(quotes)))
    return Checked(text, () if found else tuple(one.n for one in quotes), found)


def _fewest(text: str, evidence: Evidence) -> tuple[Problem, ...]:
    return min((tuple(problems(text, quoted)) for quoted in evidence.quoted), key=len)


def problems(text: str, evidence: Quoted) -> Iterator[Problem]:
    """What of a sentence the evidence does not say, at most one of each kind."""
    if _OTHER_SCRIPT.search(text) or uzbek.is_uzbek(text):
        if not _is_verbatim(text, evidence):
            yield Problem("words", "it is not word for word in the quote")
        return
    statement = read_statement(text)
    if not statement.content:
        yield Problem("nothing", "it says nothing of its own")
        return
    near = _near(statement, evidence.statements)
    for kind, check in _CHECKS.items():
        detail = check(statement, near, evidence)
        if detail:
            yield Problem(kind, detail)


def _is_verbatim(text: str, evidence: Quoted) -> bool:
    """Whether a sentence stands word for word in a quote: the rules for its words are those of English."""
    plain = re.sub(r"[\s.。!?;,，；：:]+$", "", " ".join(text.casefold().split()))
    return bool(plain) and re.search(rf"(?<!\w){re.escape(plain)}(?!\w)", evidence.spoken) is not None


def _near(statement: Statement, quoted: Sequence[Statement]) -> tuple[Statement, ...]:
    """The quoted sentences that bear on a drafted one: the nearest, and those of whose further words it says half."""
    if not quoted:
        return ()

    def nearness(one: Statement) -> tuple[int, float]:
        held = len(statement.content & one.content)
        return held, held / max(len(one.content), 1)

    best = max(quoted, key=nearness)
    own = [(one, one.content - best.content) for one in quoted if one is not best]
    return best, *(one for one, more in own if more and len(more & statement.content) >= SPEAKS_OF * len(more))


def _values(statement: Statement, near: Sequence[Statement], evidence: Quoted) -> str | None:
    """Every value stands in the quote, bound by the same comparator."""
    quoted = [value for one in evidence.statements for value in one.values]
    for value in statement.values:
        written = statement.text[value.span.start : value.span.end]
        same = [other for other in quoted if _is_same(value, other)]
        if not same and written.casefold() in evidence.names and value.comparators == {None}:
            continue
        if not same:
            return f"“{written}” is not in the quote"
        if not any(value.comparators & other.comparators for other in same):
            return f"“{written}” is bound otherwise in the quote"
    return None


def _is_same(one: Value, other: Value) -> bool:
    mine, theirs = one.reading, other.reading
    return (mine.dimension, mine.low, mine.high, mine.name if not mine.low else "") == (
        theirs.dimension,
        theirs.low,
        theirs.high,
        theirs.name if not theirs.low else "",
    )


def _owners(statement: Statement, near: Sequence[Statement], evidence: Quoted) -> str | None:
    """Every value is of what the quote says it is of: its words are not those of another value of the quote."""
    quoted = [(at, value) for at, one in enumerate(evidence.statements) for value in one.values]
    for value in statement.values:
        rivals = [(at, other) for at, other in quoted if other.reading.dimension == value.reading.dimension]
        own = [one for one in rivals if _is_bound_alike(value, one[1])]
        others = [one for one in rivals if not _is_bound_alike(value, one[1])]
        left = [one for one in others if not any(_is_bound_alike(one[1], said) for said in statement.values)]
        if own and all(_is_anothers(value, one, others, left) for one in own):
            return f"“{statement.text[value.span.start : value.span.end]}” is of something else in the quote"
    return None


_Placed = tuple[int, Value]
"""The number of a quoted sentence, and a value in it."""


def _is_anothers(value: Value, own: _Placed, rivals: Sequence[_Placed], left: Sequence[_Placed]) -> bool:
    """Whether what is said of a value is what the quote says of another one.

    What stands with the first value of a sentence may be meant of the later ones too ("the life of the bearings is
    50 years and that of the deck 120"), and not the other way round.

    Args:
        left: Those of the rivals that the drafted sentence does not state.
    """
    for rival in rivals:
        mine = own[1].context - rival[1].context - words().glue
        theirs = rival[1].context - own[1].context - words().glue
        said, taken = len(value.context & mine), len(value.context & theirs)
        is_first = own[0] == rival[0] and own[1].span < rival[1].span and rival in left
        if taken and (not said or (is_first and taken >= SPEAKS_OF * len(theirs))):
            return True
    return False


def _is_bound_alike(one: Value, other: Value) -> bool:
    return _is_same(one, other) and bool(one.comparators & other.comparators)


def _names(statement: Statement, near: Sequence[Statement], evidence: Quoted) -> str | None:
    """Identifiers and names stand in the quote or in the name of its document."""
    missing = sorted(name for name in statement.names if name not in evidence.names)
    if missing:
        return f"“{missing[0]}” is not in the quote"
    spoken = f"{evidence.head.casefold()} {evidence.spoken}"
    for match in _NAME.finditer(statement.text):
        if match[0].casefold() not in spoken and frozenset(tokenizer.terms(match[0])) - evidence.terms - words().glue:
            return f"“{match[0]}” is not in the quote"
    return None


def _quotations(statement: Statement, near: Sequence[Statement], evidence: Quoted) -> str | None:
    """What stands between quotation marks stands so in the quote."""
    for match in _QUOTATION.finditer(statement.text):
        inside = " ".join(match[1].casefold().split()).rstrip(".,;")
        if inside and inside not in f"{evidence.head.casefold()} {evidence.spoken}":
            return "it gives words for a quotation that are not in the quote"
    return None


def _standing(statement: Statement, near: Sequence[Statement], evidence: Quoted) -> str | None:
    """What governs is not the model's to say."""
    spoken = evidence.spoken
    for match in words().standing.finditer(statement.text):
        if match[0].casefold() not in spoken:
            return f"“{match[0]}” is not in the quote: what governs is not for a draft to say"
    return None


def _negations(statement: Statement, near: Sequence[Statement], evidence: Quoted) -> str | None:
    """What is denied is denied in the quote, and the other way round."""
    denied = [scope for one in near for scope in one.negations if _is_taken_up(scope, statement)]
    if len(denied) % 2 == len(statement.negations) % 2:
        return None
    return "it denies what the quote says, or says what the quote denies"


def _is_taken_up(scope: frozenset[str], statement: Statement) -> bool:
    inside = scope - words().glue
    return not inside or 2 * len(inside & statement.terms) >= len(inside)


def _force(statement: Statement, near: Sequence[Statement], evidence: Quoted) -> str | None:
    """It is meant as strongly as in the quote; a plain statement may stand for a demand, and a demand for it."""
    quoted = {force for one in near for force in one.forces}
    invented = statement.forces - quoted - (frozenset({"demanded"}) if not quoted else frozenset())
    if invented:
        return f"the quote does not say that it is {min(invented)}"
    weak = quoted - {"demanded"}
    if not statement.forces and weak and "demanded" not in quoted and not statement.negations:
        return f"the quote says only that it is {min(weak)}"
    return None


def _frame(statement: Statement, near: Sequence[Statement], evidence: Quoted) -> str | None:
    """What the quote only tells of - a claim, a wish, a question, an order to say it - is not said as if it were so."""
    if any(one.framed for one in near) and not statement.framed:
        return "the quote only tells of it"
    return None


def _conditions(statement: Statement, near: Sequence[Statement], evidence: Quoted) -> str | None:
    """No condition of the quote is left out, and none turned round."""
    for one in near[:1]:
        taken = [condition for condition in one.conditions if _holds(condition.terms, statement)]
        if len(taken) < len(one.conditions) and _says_main(one, statement):
            return "it leaves out a condition of the quote"
        if any(condition.negated for condition in taken) != any(c.negated for c in statement.conditions):
            return "its exception is not the quote's"
        if one.limited and not statement.limited:
            return "it leaves out that this is so only there"
    return None


def _holds(terms: frozenset[str], statement: Statement) -> bool:
    return 2 * len(terms & statement.terms) >= len(terms)


def _says_main(one: Statement, statement: Statement) -> bool:
    """Whether a drafted sentence says more of a quoted one than its conditions."""
    inside = frozenset(term for condition in one.conditions for term in condition.terms)
    return bool((one.content - inside) & statement.content) or bool(statement.values)


def _content(statement: Statement, near: Sequence[Statement], evidence: Quoted) -> str | None:
    """All of its words are those of the quote or mean the same; none means the opposite."""
    turned = _turned(statement, evidence)
    if turned:
        return f"“{turned}” means the opposite of the quote"
    left = [term for term in sorted(statement.content) if not _covers(evidence.terms, term)]
    for term in left:
        if term in words().documents:
            return f"“{term}” names another kind of document"
        if _is_denied_form(term, evidence.terms):
            return f"“{term}” means the opposite of the quote"
    return f"the quote does not speak of {', '.join(left[:4])}" if left else None


def _turned(statement: Statement, evidence: Quoted) -> str | None:
    """A word whose opposite stands in the quote, where it does not stand itself."""
    said = set(_WORD.findall(statement.text.casefold()))
    quoted = set(_WORD.findall(f"{evidence.head.casefold()} {evidence.spoken}"))
    return next((one for one, other in words().opposites if one in said - quoted and other in quoted - said), None)


def _covers(terms: frozenset[str], term: str) -> bool:
    alike = words().alike.get(term, frozenset())
    return term in terms or not terms.isdisjoint(alike) or not _table().synonyms(term).isdisjoint(terms)


@cache
def _table() -> Wording:
    """Words that mean the same by the table alone: a draft is judged alike whatever embeds."""
    return Wording(None)


def _is_denied_form(term: str, terms: Iterable[str]) -> bool:
    prefixes = ("un", "in", "im", "non", "dis", "ir")
    return any(f"{p}{term}" in terms or (term.startswith(p) and term.removeprefix(p) in terms) for p in prefixes)


_Check = Callable[[Statement, Sequence[Statement], Quoted], str | None]
_CHECKS: Mapping[str, _Check] = {
    "value": _values,
    "owner": _owners,
    "name": _names,
    "quotation": _quotations,
    "standing": _standing,
    "negation": _negations,
    "force": _force,
    "condition": _conditions,
    "frame": _frame,
    "words": _content,
}
KINDS = ("markup", "citation", "nothing", "cut", *_CHECKS, "repeated", "length")
"""Why sentences are left out."""
