"""What governs at a moment, and why."""

from __future__ import annotations

import random
from datetime import date
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.governing import Governing
from graph.model import Evidence, Scope, Span
from graph.precedence import PRESETS, preset
from graph.snapshot import Snapshot, build_snapshot
from graph.supersession.certify import check_acyclic
from graph.time import Moment
from graph.vocabulary import EdgeState, EdgeType, Signal
from tests.fakes.library import Library, day, names

SUPERSEDES, AMENDS, WITHDRAWS = EdgeType.SUPERSEDES, EdgeType.AMENDS, EdgeType.WITHDRAWS


@cache
def http() -> tuple[Library, list[str]]:
    """A chain with a split: 2068 <- 2616 <- 7230 and 7231 <- 9110."""
    library = Library()
    ids = [
        library.add(number, date=issued)
        for number, issued in [
            ("RFC 2068", "January 1997"), ("RFC 2616", "June 1999"), ("RFC 7230", "June 2014"),
            ("RFC 7231", "June 2014"), ("RFC 9110", "June 2022"),
        ]
    ]  # fmt: skip
    for newer, older in [(1, "RFC 2068"), (2, "RFC 2616"), (3, "RFC 2616"), (4, "RFC 7230"), (4, "RFC 7231")]:
        library.link(SUPERSEDES, ids[newer], older)
    return library, ids


def test_the_reason_names_both_ends_the_date_and_the_words() -> None:
    """A person can check the verdict from its reason alone."""
    library = Library()
    old = library.add("RFC 7231", date="June 2014")
    new = library.add("RFC 9110", date="June 2022")
    words = Evidence(new, Span(0, 25), "Obsoletes: 2818, 7230, 7231")
    library.link(SUPERSEDES, new, "RFC 7231", evidence=words)
    verdict = library.governing().of_source(old)
    assert verdict.signal is Signal.SUPERSEDED
    assert verdict.reason == ("RFC 9110 (June 2022) supersedes RFC 7231: header field 'Obsoletes: 2818, 7230, 7231'")
    assert (verdict.rule, verdict.since, verdict.evidence) == ("header-field", day("2022-06-01"), (words,))
    assert [(step.node, step.since) for step in verdict.successors] == [(new, day("2022-06-01"))]


@pytest.mark.parametrize(
    ("as_of", "expected"),
    [
        ("1996-01-01", []),
        ("1998-01-01", ["RFC 2068"]),
        ("2010-01-01", ["RFC 2616"]),
        ("2020-01-01", ["RFC 7230", "RFC 7231"]),
        ("2025-01-01", ["RFC 9110"]),
    ],
)
def test_each_day_has_the_texts_that_were_in_force_on_it(as_of: str, expected: list[str]) -> None:
    """The valid axis: on every day after the first, one generation governs."""
    governing = http()[0].governing(as_of)
    assert sorted(names(governing, list(governing.governing_sources()))) == expected


def test_successors_are_what_is_in_force_through_every_step() -> None:
    """Chains and merges: from 2068 through 2616 and its two heirs to 9110."""
    library, ids = http()
    assert [step.node for step in library.governing().successors(ids[0])] == [ids[4]]
    assert {step.node for step in library.governing("2020-01-01").successors(ids[0])} == {ids[2], ids[3]}
    assert library.governing().successors(ids[4]) == ()


@settings(max_examples=25)
@given(st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(shuffle: random.Random) -> None:
    """Sources, claims and edges in any order give the same verdicts."""
    library = http()[0]
    expected = library.governing()
    sources, claims, edges = list(library.sources), list(library.claims), list(library.edges)
    for shelf in (sources, claims, edges):
        shuffle.shuffle(shelf)  # type: ignore[arg-type] # the lists differ in what they hold
    governing = Governing(build_snapshot(sources, claims, edges), Moment(day("2025-01-01")))
    for source in library.sources:
        assert governing.of_source(source.id) == expected.of_source(source.id)


@cache
def _snapshot() -> Snapshot:
    return http()[0].snapshot()


@settings(max_examples=50)
@given(st.dates(date(1990, 1, 1), date(2030, 1, 1)), st.dates(date(1990, 1, 1), date(2030, 1, 1)))
def test_what_is_superseded_stays_superseded(first: date, second: date) -> None:
    """As-of is monotone: time alone brings nothing back into force."""
    ids = http()[1]
    early, late = sorted((first, second))
    snapshot = _snapshot()
    for source in ids:
        if Governing(snapshot, Moment(early)).of_source(source).signal is Signal.SUPERSEDED:
            assert Governing(snapshot, Moment(late)).of_source(source).signal is Signal.SUPERSEDED


def test_the_later_issued_revision_of_a_work_supersedes_the_earlier_ones() -> None:
    """By the order of its series; a draft and a revision that was not released displace nothing."""
    library = Library()
    a, b = (library.add("A-201", version=v, kind="drawing", status="issued") for v in ("A", "B"))
    c = library.add("A-201", version="C", kind="drawing", status="draft")
    d = library.add("A-201", version="D", kind="drawing", status="not released")
    governing = library.governing()
    assert [governing.of_source(s).signal for s in (a, b, c, d)] == [
        Signal.SUPERSEDED, Signal.GOVERNS, Signal.DRAFT, Signal.DRAFT,
    ]  # fmt: skip
    assert governing.of_source(a).rule == "revision-series"
    assert [link.source_id for link in governing.chain(library.work("A-201"))] == [a, b, c, d]


def test_versions_of_unknown_order_displace_nothing() -> None:
    """ "A" and "1" have no order; both stay in force until a person decides."""
    library = Library()
    both = [library.add("A-201", version=v, kind="drawing") for v in ("A", "1")]
    assert [library.governing().of_source(s).signal for s in both] == [Signal.GOVERNS] * 2


def test_a_change_log_takes_a_revision_out_of_force_and_shows_itself() -> None:
    """ "Revision J - not released" counts for the drawing and its bill of materials, which say nothing."""
    library = Library()
    i, j = (library.add("ESP-1", version=v, kind="drawing") for v in ("I", "J"))
    bill = library.add("ESP-1 BOM", version="J", kind="drawing")
    log = library.add(None, "changes.md", title="ESP-1", kind="register")
    library.link(EdgeType.DECLARES, log, "ESP-1", "change-log", Scope(version="J"), note="not released")
    governing = library.governing()
    assert [governing.of_source(s).signal for s in (i, j, bill)] == [Signal.GOVERNS, Signal.DRAFT, Signal.DRAFT]
    assert "not released" in governing.of_source(j).reason


def test_a_draft_or_withdrawn_text_displaces_nothing_and_is_no_successor() -> None:
    """The withdrawn one says "Replaces: 345", the final one too; only the final one counts."""
    library = Library()
    old = library.add("PEP 345", date="28-Apr-2005", status="superseded")
    gone = library.add("PEP 426", date="30-Aug-2012", status="withdrawn")
    final = library.add("PEP 566", date="01-Dec-2017", status="issued")
    for newer in (gone, final):
        library.link(SUPERSEDES, newer, "PEP 345")
    library.link(SUPERSEDES, "PEP 566", gone)
    governing = library.governing()
    assert [step.node for step in governing.of_source(old).successors] == [final]
    assert governing.of_source(gone).signal is Signal.WITHDRAWN
    assert [step.node for step in governing.successors(gone)] == [final]
    assert library.governing("2014-01-01").of_source(old).signal is Signal.GOVERNS


def test_a_text_not_held_can_displace_and_is_named() -> None:
    """A statement at one end is enough."""
    library = Library()
    old = library.add("RFC 145", date="May 1971")
    library.link(SUPERSEDES, "RFC 165", old, "register")
    verdict = library.governing().of_source(old)
    assert verdict.signal is Signal.SUPERSEDED
    assert [step.name for step in verdict.successors] == ["RFC 165"]


def test_a_register_is_believed_less_than_a_newer_header() -> None:
    """The register says obsoleted, the newer document's header only amends: both stay, contested."""
    library = Library()
    old, new = library.add("RFC 10", date="1990"), library.add("RFC 20", date="1995")
    register = library.add(None, "index.txt", kind="register")
    library.link(SUPERSEDES, "RFC 20", library.work("RFC 10"), "register", evidence=Evidence(register, Span(0, 1), "x"))
    library.link(AMENDS, new, "RFC 10")
    verdict = library.governing().of_source(old)
    assert verdict.signal is Signal.CONTESTED
    assert "own header is believed" in verdict.reason


def test_partial_supersession_leaves_the_rest_in_force() -> None:
    """An addendum replaces clause 2.3(a): that clause is out, its neighbours and its text stay in."""
    library = Library()
    spec = library.add("Section 08 11 13", kind="specification", date="2024-06-03", status="issued")
    addendum = library.add("Addendum 2", kind="addendum", date="2024-07-15", status="issued")
    for path, start, end in [("2.3", 0, 100), ("2.3(a)", 10, 40), ("2.3(b)", 40, 90), ("2.30", 100, 120)]:
        library.clause(spec, path, start, end)
    library.link(AMENDS, addendum, "Section 08 11 13", "substitution", Scope(("2.3(a)",), into=("1.1(a)",)))
    governing = library.governing()
    assert governing.of_source(spec).signal is Signal.SUPERSEDED_IN_PART
    assert governing.of_clause(spec, "2.3(a)").signal is Signal.SUPERSEDED
    assert governing.of_clause(spec, "2.3(a)(i)").signal is Signal.SUPERSEDED
    assert governing.of_clause(spec, "2.3(b)").signal is Signal.GOVERNS
    assert governing.of_clause(spec, "2.30").signal is Signal.GOVERNS
    assert governing.of_clause(spec, "2.3").signal is Signal.SUPERSEDED_IN_PART
    assert governing.of_passage(spec, "2.3", Span(0, 9)).signal is Signal.GOVERNS
    assert governing.of_passage(spec, "2.3", Span(0, 50)).signal is Signal.SUPERSEDED_IN_PART
    (successor,) = governing.successors(spec, "2.3(a)")
    assert (successor.node, successor.clauses) == (addendum, ("1.1(a)",))
    assert library.governing("2024-07-01").of_clause(spec, "2.3(a)").signal is Signal.GOVERNS


def test_a_withdrawn_clause_names_where_its_content_went() -> None:
    """Withdrawal within one text."""
    library = Library()
    catalogue = library.add("NIST SP 800-53", version="Rev. 4", date="2015-01-22")
    library.link(WITHDRAWS, catalogue, catalogue, "withdrawn-clause", Scope(("AC-13",), into=("AC-2", "AU-6")))
    verdict = library.governing().of_clause(catalogue, "AC-13")
    assert verdict.signal is Signal.WITHDRAWN
    assert [step.clauses for step in verdict.successors] == [("AC-2", "AU-6")]
    assert library.governing().of_clause(catalogue, "AC-2").signal is Signal.GOVERNS


def test_a_lower_class_never_displaces_a_higher_one_unless_a_person_affirms_it() -> None:
    """A newer mail leaves the addendum in force, contested."""
    library = Library()
    addendum = library.add("Addendum 2", kind="addendum", date="2024-07-15", status="issued")
    mail = library.add(None, "mail.eml", kind="mail", date="2024-09-05")
    library.link(SUPERSEDES, mail, "Addendum 2", "declaration")
    verdict = library.governing().of_source(addendum)
    assert verdict.signal is Signal.CONTESTED
    assert "mail ranks below addendum in the order of precedence 'default'" in verdict.reason
    library.edges.clear()
    library.link(SUPERSEDES, mail, "Addendum 2", "person", state=EdgeState.AFFIRMED, by="M. Osei")
    assert library.governing().of_source(addendum).signal is Signal.SUPERSEDED


def test_complementary_classes_never_displace_one_another_silently() -> None:
    """Without an order between classes a person decides."""
    library = Library()
    spec = library.add("Section 08 11 13", kind="specification", date="2024-06-03")
    drawing = library.add("A-201", kind="drawing", date="2024-07-01")
    library.link(SUPERSEDES, drawing, "Section 08 11 13", "declaration")
    assert library.governing(precedence=preset("complementary")).of_source(spec).signal is Signal.CONTESTED


def test_proposals_have_no_effect() -> None:
    """Only certified and affirmed edges take text out of force."""
    library = Library()
    old, new = library.add("HLS 6", date="2012"), library.add("HLS 7", date="2020")
    library.link(SUPERSEDES, new, "HLS 6", state=EdgeState.PROPOSED)
    assert library.governing().of_source(old).signal is Signal.GOVERNS


def test_a_circle_has_no_effect_and_its_path_is_named() -> None:
    """Each says that it replaces the next: none does."""
    library = Library()
    ids = [library.add(f"HLS {n}", date="2012") for n in (1, 2, 3)]
    edges = [library.link(SUPERSEDES, ids[n], ids[(n + 1) % 3]) for n in range(3)]
    governing = library.governing()
    assert {governing.of_source(s).signal for s in ids} == {Signal.CONTESTED}
    assert "circular among HLS 1 → HLS 2 → HLS 3" in governing.of_source(ids[0]).reason
    path = check_acyclic(edges)
    assert path is not None
    assert (path[0], len(path)) == (path[-1], 4)
    assert check_acyclic(edges[:2]) is None


def test_dates_of_effect_decide_not_dates_of_issue() -> None:
    """Issued in April, in force from October: until then the older edition governs."""
    library = Library()
    old = library.add("HLS 12", version="2015", date="2 March 2015")
    new = library.add("HLS 12", version="2022", date="4 April 2022", effective_from="1 October 2022")
    before, after = library.governing("2022-06-01"), library.governing("2022-10-01")
    assert [before.of_source(s).signal for s in (old, new)] == [Signal.GOVERNS, Signal.NOT_YET_EFFECTIVE]
    assert [after.of_source(s).signal for s in (old, new)] == [Signal.SUPERSEDED, Signal.GOVERNS]
    chain = after.chain(library.work("HLS 12"))
    assert [(link.since, link.until) for link in chain] == [
        (day("2015-03-02"), day("2022-10-01")), (day("2022-10-01"), None),
    ]  # fmt: skip


def test_a_text_that_ends_on_a_day_is_out_from_that_day() -> None:
    """Half-open: the last day of force is the day before."""
    library = Library()
    notice = library.add("Notice 4", date="2024-01-01", effective_to="2024-06-30")
    assert library.governing("2024-06-29").of_source(notice).signal is Signal.GOVERNS
    assert library.governing("2024-06-30").of_source(notice).signal is Signal.WITHDRAWN


def test_a_transitional_provision_is_told_on_both_sides() -> None:
    """The successor reserves work begun earlier; the predecessor still applies to it."""
    library = Library()
    old = library.add("HLS 12", version="2015", date="2 March 2015")
    new = library.add("HLS 12", version="2022", date="4 April 2022", effective_from="1 October 2022")
    scope = Scope(condition="work started before 1 October 2022", version="2015")
    library.link(SUPERSEDES, new, "HLS 12", "transition", scope, effective="1 October 2022")
    governing = library.governing()
    (reserved,) = governing.of_source(new).transitions
    (kept,) = governing.of_source(old).transitions
    assert reserved.condition == kept.condition == "work started before 1 October 2022"
    assert reserved.since == day("2022-10-01")
    assert "still applies to work started before 1 October 2022" in governing.of_source(old).reason


def test_what_relies_on_a_superseded_edition_is_at_risk() -> None:
    """The specification pins the edition that has been replaced."""
    library = Library()
    library.add("ASTM E119", version="18", kind="standard", date="2018")
    library.add("ASTM E119", version="20", kind="standard", date="2020")
    note = library.add("Note 1", date="2019")
    library.link(EdgeType.RELIES_ON, note, "ASTM E119", "reliance", Scope(version="18"))
    verdict = library.governing().of_source(note)
    assert verdict.signal is Signal.AT_RISK
    assert "relies on ASTM E119 Rev 18" in verdict.reason


def test_a_superseded_standard_that_a_contract_pins_stays_binding_and_says_so() -> None:
    """ "Withdrawn, pinned": the specification in force cites that edition."""
    library = Library()
    old = library.add("ASTM E119", version="2018", kind="standard", date="2018")
    library.add("ASTM E119", version="2020", kind="standard", date="2020")
    spec = library.add("Section 08 11 13", kind="specification", date="2019", status="issued")
    library.link(EdgeType.CITES, spec, "ASTM E119", "citation", Scope(version="2018"))
    verdict = library.governing().of_source(old)
    assert verdict.signal is Signal.WITHDRAWN_PINNED
    assert "Section 08 11 13 pins this edition" in verdict.reason


def test_without_a_date_a_text_governs_until_something_displaces_it() -> None:
    """An unknown date is said to be unknown, never taken for today."""
    library = Library()
    note = library.add("Note 1")
    verdict = library.governing("1900-01-01").of_source(note)
    assert (verdict.signal, verdict.since) == (Signal.GOVERNS, None)
    assert verdict.reason.endswith("its date is not known")


@pytest.mark.parametrize(
    ("text", "work", "version", "clause"),
    [
        ("RFC 7231", "RFC 7231", None, None),
        ("rfc7231 section 4.2", "RFC 7231", None, "4.2"),
        ("RFC 165", "RFC 165", None, None),
        ("semantics and content", "RFC 7231", None, None),
        ("AD K", "Approved Document K", None, None),
    ],
)
def test_an_identifier_finds_its_work(text: str, work: str, version: str | None, clause: str | None) -> None:
    """By number however written, by alias, by title, and works known only by name."""
    library = Library()
    library.add("RFC 7231", title="HTTP: Semantics and Content", date="June 2014")
    library.add("Approved Document K", version="2013", alias="AD K")
    library.link(SUPERSEDES, "RFC 165", library.add("RFC 145"))
    matches = library.governing().resolve(text)
    assert (matches[0].work, matches[0].version, matches[0].clause) == (library.work(work), version, clause)


def test_projects_share_standards_and_nothing_else() -> None:
    """A citation from a project finds the shared standard, not another project's document."""
    shared, other, mine = Library(project=""), Library(project="bridge"), Library(project="tower")
    standard = shared.add("HLS 6", date="2012")
    foreign = other.add("A-201", date="2012")
    note = mine.add("Note 1", date="2020")
    for number in ("HLS 6", "A-201"):
        mine.link(SUPERSEDES, note, number)
    shelves = (shared, other, mine)
    snapshot = build_snapshot(
        [s for shelf in shelves for s in shelf.sources], [c for shelf in shelves for c in shelf.claims], mine.edges
    )
    governing = Governing(snapshot, Moment(day("2025-01-01")))
    assert governing.of_source(standard).signal is Signal.SUPERSEDED
    assert governing.of_source(foreign).signal is Signal.GOVERNS


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_puts_statutes_above_mail_or_orders_nothing(name: str) -> None:
    """Presets are orders of the closed list of classes."""
    from graph.vocabulary import AuthorityClass

    order = preset(name).compare(AuthorityClass.STATUTE, AuthorityClass.MAIL)
    assert order == (None if name == "complementary" else 1)
