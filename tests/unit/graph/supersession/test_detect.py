"""What the detectors read in a document's words, and what they leave alone."""

from __future__ import annotations

import pytest

from graph.identity import work_id
from graph.model import Edge
from graph.supersession.detect import DocumentView, detect
from graph.vocabulary import EdgeState, EdgeType
from tests.fakes.pages import page

_QUIET = frozenset({EdgeType.CITES, EdgeType.RELIES_ON})


def work(key: str) -> str:
    return work_id("p", key)


def stated(view: DocumentView) -> list[Edge]:
    """Edges other than plain citations."""
    return [edge for edge in detect(view) if edge.type not in _QUIET]


def said(view: DocumentView) -> list[tuple[EdgeType, str | None, EdgeState]]:
    """Type, named document and state of each edge."""
    return sorted((edge.type, edge.note, edge.state) for edge in stated(view))


C, P = EdgeState.CERTIFIED, EdgeState.PROPOSED
STANDARD = {"number": "HLS 7", "status": "issued", "kind": "standard"}


@pytest.mark.parametrize(
    ("sentence", "kind", "other"),
    [
        ("This standard supersedes BS 5588-11:1997.", "SUPERSEDES", "BS 5588-11"),
        ("This document obsoletes RFC 2616.", "SUPERSEDES", "RFC 2616"),
        ("It cancels and replaces ISO 1920-3:2004.", "SUPERSEDES", "ISO 1920-3"),
        ("This edition replaces the second edition of ASTM E119-18.", "SUPERSEDES", "ASTM E119"),
        ("RFC 2616 is hereby obsoleted by this document.", "SUPERSEDES", "RFC 2616"),
        ("Ordinance 2015-3 is hereby repealed.", "WITHDRAWS", "ORDINANCE 2015-3"),
        ("This order hereby revokes Ordinance 2015-3.", "WITHDRAWS", "ORDINANCE 2015-3"),
        ("This document updates RFC 3864.", "AMENDS", "RFC 3864"),
        ("This document obsoletes portions of RFC 7230.", "AMENDS", "RFC 7230"),
        ("This response clarifies Section 08 11 13, clause 2.4(a).", "CLARIFIES", "SECTION 08 11 13"),
        ("本标准代替GB/T 50081-2002。", "SUPERSEDES", "GB/T 50081"),
        ("Настоящий стандарт разработан взамен ГОСТ 10180-90.", "SUPERSEDES", "GOST 10180"),
        ("Ushbu standart O'z DSt 1234:2010 o'rniga qabul qilindi.", "SUPERSEDES", "OZDST 1234"),
    ],
)
def test_what_a_document_says_that_it_does_is_certified(sentence: str, kind: str, other: str) -> None:
    """The document is the subject, the verb is plain, the other document is named."""
    view = page(sentence, **STANDARD)
    edges = [edge for edge in stated(view) if edge.type == kind]
    assert [(edge.src, edge.state) for edge in edges] == [(view.source.id, C)]
    assert edges[0].note == other
    assert edges[0].evidence is not None
    assert edges[0].evidence.quote == view.text[edges[0].evidence.span.start : edges[0].evidence.span.end]


@pytest.mark.parametrize(
    ("number", "sentence", "state"),
    [
        ("Memo HT-M-9", "This memo supersedes Procedure HT-77 and everything else.", P),
        ("Policy LC-41", "This policy supersedes Policy LC-40.", C),
    ],
)
def test_a_text_of_no_known_class_displaces_only_its_own_series(number: str, sentence: str, state: EdgeState) -> None:
    """What a memo says of a procedure waits for a person."""
    view = page(sentence, number=number, status="issued")
    assert {edge.state for edge in stated(view) if edge.type is EdgeType.SUPERSEDES} == {state}


def test_who_is_displaced_may_say_so_itself() -> None:
    """A statement at one end suffices, at the older end too."""
    (edge,) = stated(page("This standard has been superseded by HLS 12:2022.", **STANDARD))
    assert (edge.src, edge.type, edge.state) == (work("HLS 12"), EdgeType.SUPERSEDES, C)


@pytest.mark.parametrize(
    "sentence",
    [
        "This document does not supersede RFC 2616.",
        "This document would replace RFC 2616 if approved.",
        "This proposal is intended to replace RFC 2616.",
        "Does this document supersede RFC 2616?",
        'The committee discussed the words "this document supersedes RFC 2616".',
        "This document may be used instead of RFC 2616, which it does not replace.",
        "This document describes a format, which supersedes nothing in RFC 2616.",
        "A later document will obsolete RFC 2616.",
        "Clients replace the header of RFC 2616 messages.",
        "See RFC 2616 for what was replaced.",
        "Настоящий стандарт не заменяет ГОСТ 10180-90.",
    ],
)
def test_denials_wishes_questions_and_quotations_say_nothing(sentence: str) -> None:
    """No edge with effect comes from what is not said to be so."""
    assert [edge for edge in stated(page(sentence, **STANDARD)) if edge.state is C] == []


def test_what_one_document_says_of_two_others_is_a_proposal() -> None:
    """Hearsay waits for a person."""
    (edge,) = stated(page("RFC 7231 was superseded by RFC 9110.", **STANDARD))
    assert (edge.src, edge.dst, edge.state) == (work("RFC 9110"), work("RFC 7231"), P)


def test_a_future_form_counts_with_its_date() -> None:
    """ "Will replace … on 1 January 2026" is in force from that day."""
    (edge,) = stated(page("This standard will replace HLS 6:2012 on 1 January 2026.", **STANDARD))
    assert edge.effective_from is not None
    assert edge.effective_from.text == "1 January 2026"


def test_header_fields_name_each_document_with_the_line_as_evidence() -> None:
    """Lists inherit the family of the document; "none" is nothing; a wish is nothing."""
    header = "Request for Comments: 9110\nObsoletes: 2818, 7230\nUpdates: 3864\nUpdated by: none"
    view = page(("header", header), number="RFC 9110")
    assert said(view) == [
        (EdgeType.AMENDS, "RFC 3864", C),
        (EdgeType.SUPERSEDES, "RFC 2818", C),
        (EdgeType.SUPERSEDES, "RFC 7230", C),
    ]
    assert {edge.evidence.quote for edge in stated(view) if edge.evidence} == {"Obsoletes: 2818, 7230", "Updates: 3864"}
    assert stated(page(("header", "Obsoletes: 7230 (if approved)"), number="RFC 9999")) == []


def test_numbers_of_a_house_count_in_a_header_field() -> None:
    """ "Supersedes: Policy FS-12 Rev 2" names a policy and pins its revision."""
    (edge,) = stated(page(("header", "Supersedes: Policy FS-12 Rev 2"), number="Policy FS-14"))
    assert (edge.note, edge.scope.version) == ("POLICY FS-12", "2")


@pytest.mark.parametrize("status", ["draft", "withdrawn", "rejected", "for review"])
def test_a_text_that_was_not_issued_only_proposes(status: str) -> None:
    """A draft's "Replaces:" has no effect; what is said about itself counts."""
    view = page(("header", "Replaces: 345\nSuperseded-By: 566"), number="PEP 426", status=status)
    assert said(view) == [(EdgeType.SUPERSEDES, "PEP 345", P), (EdgeType.SUPERSEDES, "PEP 566", C)]


def test_where_a_header_lists_what_is_displaced_the_body_only_proposes_more() -> None:
    """The header's list is complete."""
    view = page(("header", "Obsoletes: 2821"), "It obsoletes RFC 821 and RFC 2821.", number="RFC 5321")
    assert {(e.note, e.state) for e in stated(view)} == {("RFC 2821", C), ("RFC 821", P)}


def test_mail_proposes_and_never_certifies() -> None:
    """Talk displaces nothing by itself."""
    view = page("This letter supersedes Addendum 2.", kind="mail")
    assert [edge.state for edge in stated(view)] == [P]


ADDENDUM = {"number": "Addendum 2", "kind": "addendum", "status": "issued"}


@pytest.mark.parametrize(
    ("sentence", "method", "clauses"),
    [
        ('Clause 2.3(a): delete "60 minutes" and substitute "90 minutes".', "substitution", ("2.3(a)",)),
        ("Clause 2.3(a) is amended to read as follows:", "substitution", ("2.3(a)",)),
        ('In clause 2.3(a), for "60" substitute "90".', "substitution", ("2.3(a)",)),
        ("Clauses 2.3 and 2.4 shall be deleted.", "deletion", ("2.3", "2.4")),
        ("Clause 4.1 no longer applies.", "deletion", ("4.1",)),
        ("Delete clause 4.1 in its entirety.", "deletion", ("4.1",)),
        ("Add the following new clause 2.7:", "addition", ("2.7",)),
    ],
)
def test_an_addendum_acts_on_the_clauses_of_the_document_its_part_is_about(
    sentence: str, method: str, clauses: tuple[str, ...]
) -> None:
    """The heading names the document, the sentence the clause and the act."""
    view = page(("heading", "Section 08 11 13, Hollow Metal Doors, Revision B"), sentence, **ADDENDUM)
    (edge,) = stated(view)
    assert (edge.type, edge.method, edge.dst) == (EdgeType.AMENDS, method, work("SECTION 08 11 13"))
    assert (edge.scope.clauses, edge.state) == (clauses, C)


def test_an_ordinance_amends_a_section_of_a_chapter() -> None:
    """The document and the clause stand in one sentence."""
    view = page("Section 14.9 of Chapter 70A is hereby amended to read:", number="Ordinance 2021-14", kind="statute")
    (edge,) = stated(view)
    assert (edge.type, edge.note, edge.scope.clauses, edge.state) == (EdgeType.AMENDS, "CHAPTER 70A", ("14.9",), C)


ORDINANCE = {"number": "Ordinance 2021-14", "kind": "statute", "status": "issued"}


@pytest.mark.parametrize(
    ("sentence", "kind", "other", "clauses"),
    [
        (
            "SECTION 1. That Section 14.32.060 of the Example Municipal Code is hereby amended to read as follows:",
            "AMENDS", "EXAMPLE MUNICIPAL CODE", ("14.32.060",),
        ),
        (
            "Sections 3 through 5 of Ordinance 2015-3 are hereby repealed.",
            "WITHDRAWS", "ORDINANCE 2015-3", ("3", "4", "5"),
        ),
        ("Paragraph 4 of Article 12 of Law No. 384 is hereby deleted.", "AMENDS", "LAW NO. 384", ("12(4)",)),
        ("Ordinance 2015-3, adopted May 3, 2015, is repealed.", "WITHDRAWS", "ORDINANCE 2015-3", ()),
        (
            'Section 7(b) of Ordinance 2018-22 is amended by striking "30 days" and inserting "45 days".',
            "AMENDS", "ORDINANCE 2018-22", ("7(b)",),
        ),
    ],
)  # fmt: skip
def test_an_ordinance_names_ranges_nested_clauses_and_codes_by_title(
    sentence: str, kind: str, other: str, clauses: tuple[str, ...]
) -> None:
    """Only the clauses that are named are touched; in an ordinance the present tense is an act."""
    found = [(e.note, e.scope.clauses, e.state) for e in stated(page(sentence, **ORDINANCE)) if e.type == kind]
    assert found == [(other, clauses, C)]
    assert all(e.scope.clauses == clauses for e in stated(page(sentence, **ORDINANCE)))


def test_a_lead_in_or_heading_names_the_clause_for_what_follows() -> None:
    """The document, the clause and the act may stand one below the other."""
    view = page(
        ("heading", "2. Section 08 11 13"), ("heading", "2.1 Clause 2.3(a)"),
        'Delete "60 minutes" and substitute "90 minutes".', **ADDENDUM,
    )  # fmt: skip
    (edge,) = stated(view)
    assert (edge.note, edge.scope.clauses) == ("SECTION 08 11 13", ("2.3(a)",))


@pytest.mark.parametrize("words", ["5.3 [Deleted]", "5.3 Not used.", "Sec. 5.3. Repealed.", "5.3 Void"])
def test_a_clause_may_say_only_that_it_is_gone(words: str) -> None:
    """Without a word on where its content went."""
    (edge,) = stated(page(words, clauses={"5.3": words}, number="HLS 9"))
    assert (edge.type, edge.scope.clauses, edge.scope.into) == (EdgeType.WITHDRAWS, ("5.3",), ())


@pytest.mark.parametrize(
    "words", ["5.3 Void formers shall be removed.", "5.3 Deleted members shall be shown on the plan."]
)
def test_a_clause_that_begins_with_such_a_word_is_not_gone(words: str) -> None:
    """The word must stand alone or be followed by how."""
    assert stated(page(words, clauses={"5.3": words}, number="HLS 9")) == []


def test_texts_that_are_not_there_to_amend_do_not_act_on_clauses() -> None:
    """ "Add 6 l/s to the values in Table 1.3" changes no document."""
    view = page("For each bedroom, add 6 l/s to the values in Table 1.3.", number="HLS 7", kind="standard")
    assert stated(view) == []


def test_a_clause_that_says_it_is_withdrawn_names_where_its_content_went() -> None:
    """Withdrawal of one clause of the same document."""
    view = page(
        "AC-13\nSupervision\nWithdrawn: incorporated into AC-2, AU-6.",
        "AC-2 Account management\nThe organisation manages accounts.",
        "AU-6 Review\nThe organisation reviews.",
        clauses={
            "AC-13": "AC-13\nSupervision\nWithdrawn: incorporated into AC-2, AU-6.",
            "AC-2": "AC-2 Account", "AU-6": "AU-6 Rev",
        },
        number="NIST SP 800-53",
    )  # fmt: skip
    (edge,) = stated(view)
    assert (edge.type, edge.src, edge.dst) == (EdgeType.WITHDRAWS, view.source.id, view.source.id)
    assert (edge.scope.clauses, edge.scope.into) == (("AC-13",), ("AC-2", "AU-6"))


@pytest.mark.parametrize(
    ("sentence", "version"),
    [
        ("The 1998 edition will continue to apply to work started before 6 April 2013.", "1998"),
        ("HLS 7:2015 continues to apply to work started before 6 April 2013.", "2015"),
        ("It does not apply to work started before 6 April 2013.", None),
    ],
)
def test_a_transitional_provision_keeps_its_condition_and_the_edition(sentence: str, version: str | None) -> None:
    """What goes on, for what work, and from when it does otherwise not."""
    view = page(sentence, effective_from="6 April 2013", version="2013", **STANDARD)
    (edge,) = stated(view)
    assert (edge.type, edge.dst, edge.scope.version) == (EdgeType.SUPERSEDES, work("HLS 7"), version)
    assert edge.scope.condition == "work started before 6 April 2013"
    assert edge.effective_from is not None
    assert edge.effective_from.text == "6 April 2013"


def test_a_register_states_relations_and_status_of_the_documents_it_lists() -> None:
    """Rows of a table with a column for the number; the register itself is no end of the edges."""
    table = (
        "Document no. | Title | Rev | Status | Superseded by\n"
        "SOP-104:2012 | Lifting | 2 | Superseded | SOP-211:2019\n"
        "A-201 | Plan | C01 | Withdrawn | \n"
        "A-202 | Plan | C02 | Issued | "
    )
    view = page(("table", table), title="Document register", kind="register")
    edges = stated(view)
    assert [(e.src, e.dst) for e in edges if e.type is EdgeType.SUPERSEDES] == [(work("SOP-211"), work("SOP-104"))]
    assert {(e.dst, e.scope.version, e.note) for e in edges if e.type is EdgeType.DECLARES} == {
        (work("SOP-104"), "2", "superseded"),
        (work("A-201"), "C01", "withdrawn"),
        (work("A-202"), "C02", "issued"),
    }


def test_an_index_states_relations_in_the_brackets_of_its_entries() -> None:
    """A bare number at the start of an entry is of the family of the others."""
    entries = [
        f"{n:04} Notes on a host. May 1971. (Obsoletes RFC{n - 1:04}) (Obsoleted by RFC{n + 1:04}) (Status: UNKNOWN)"
        for n in (127, 145, 165)
    ]
    edges = stated(page(*entries, title="RFC INDEX"))
    assert {(e.src, e.dst) for e in edges} >= {(work("RFC 146"), work("RFC 145")), (work("RFC 145"), work("RFC 144"))}
    assert {(e.method, e.state) for e in edges} == {("register", C)}


def test_a_change_log_states_which_versions_were_not_released() -> None:
    """The versions are those of the document that the log is about."""
    view = page(
        "- revision A - internal, not released",
        "- revision B - initial public release",
        "- revision C - changes:",
        title="ESP32-EVB",
    )
    assert {(e.dst, e.scope.version, e.note) for e in stated(view)} == {
        (work("ESP32-EVB"), "A", "not released"),
        (work("ESP32-EVB"), "B", "issued"),
    }


def test_citations_pin_the_edition_and_demands_of_conformity_are_reliance() -> None:
    """ "In accordance with ASTM E119-20" relies on that edition; "see RFC 2119" only cites."""
    view = page("Test doors in accordance with ASTM E119-20. See RFC 2119.", **STANDARD)
    assert {(e.type, e.note, e.scope.version) for e in detect(view)} == {
        (EdgeType.RELIES_ON, "ASTM E119", "20"),
        (EdgeType.CITES, "RFC 2119", None),
    }


def test_quoted_mail_tables_of_contents_and_code_state_nothing() -> None:
    """Only the document's own words are statements."""
    words = "This document supersedes RFC 2616."
    for kind in ("quoted", "toc", "code", "signature"):
        assert stated(page((kind, words), **STANDARD)) == []


def test_certification_can_be_chosen() -> None:
    """A project that trusts header fields only gets proposals from declarations."""
    view = page("This standard supersedes HLS 6:2012.", **STANDARD)
    assert [edge.state for edge in detect(view, certifying={"header-field"}) if edge.type is EdgeType.SUPERSEDES] == [P]


@pytest.mark.parametrize(
    ("columns", "row", "day"),
    [
        ("Standard|Status|Date", "BS 7788:1998|Withdrawn|2005-09-01", "2005-09-01"),
        ("Standard|Status|Withdrawn on", "BS 7788:1998|Withdrawn|1 September 2005", "1 September 2005"),
        ("Standard|Status|Date", "BS 7788:1998|Current|2005-09-01", None),
        ("Drawing No|Status|Issue date", "A-200|Void|2005-09-01", None),
    ],
)
def test_a_row_of_a_register_may_tell_the_day_of_an_end(columns: str, row: str, day: str | None) -> None:
    """A day of issue is none, nor that of a text which is current."""
    edges = detect(page(("table", f"{columns}\n{row}"), title="Register", kind="register"))
    assert [e.effective_from and e.effective_from.text for e in edges if e.type is EdgeType.DECLARES] == [day]
