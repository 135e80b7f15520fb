"""Acts on clauses of other documents: what is acted on, and what is left as it is."""

from __future__ import annotations

import pytest

from graph.supersession.detect import DocumentView, detect
from graph.vocabulary import EdgeState, EdgeType
from tests.fakes.pages import page

ADDENDUM = {"number": "Addendum 3", "kind": "addendum", "status": "issued"}
ORDINANCE = {"number": "Ordinance 2015-02", "kind": "statute", "authority": "statute", "status": "issued"}


def acts(view: DocumentView) -> list[tuple[tuple[str, ...], str]]:
    """Clauses and method of each act."""
    found = (e for e in detect(view) if e.type is EdgeType.AMENDS and e.scope.clauses)
    return sorted((e.scope.clauses, e.method) for e in found)


@pytest.mark.parametrize(
    ("sentence", "clauses", "method"),
    [
        ('In Section 05 52 00, clause 2.3, delete "1050 mm" and substitute "1100 mm".', ("2.3",), "substitution"),
        ("Clause 1.1 of Section 05 52 00 is deleted and replaced with the following:", ("1.1",), "substitution"),
        ("Section 05 52 00, clause 1.1: delete the clause and substitute the following:", ("1.1",), "substitution"),
        ("Delete clause 7.2 of Section 05 52 00 in its entirety.", ("7.2",), "deletion"),
        ('Section 05 52 00, clause 2.4, substitute the following: "2.4 Gap."', ("2.4",), "substitution"),
        ('Section 05 52 00, Article 2.2, paragraph B: change "4 mm" to "6 mm".', ("2.2(B)",), "substitution"),
        ("Items (b) and (c) of clause 2.3 of Section 05 52 00 are deleted.", ("2.3(b)", "2.3(c)"), "deletion"),
        ("In Section 05 52 00, clause 2.3, item (b) is deleted.", ("2.3(b)",), "deletion"),
        ("In Section 05 52 00, insert a new clause 2.9 to read as follows:", ("2.9",), "addition"),
    ],
)
def test_an_addendum_acts_on_the_clauses_and_items_that_it_names(
    sentence: str, clauses: tuple[str, ...], method: str
) -> None:
    """Neighbours of an item stay as they are; what is added takes nothing away."""
    assert acts(page(sentence, **ADDENDUM)) == [(clauses, method)]


@pytest.mark.parametrize(
    ("sentence", "clauses", "method"),
    [
        ("Section 9-2 of the Example Code is hereby amended to read as follows:", ("9-2",), "substitution"),
        ('Section 9-2 of the Example Code is amended by striking "8" and inserting "6".', ("9-2",), "substitution"),
        ("Section 9-4 of the Example Code is repealed and reserved.", ("9-4",), "deletion"),
        ("The Code of Ordinances is amended by adding a new Section 9-8 to read as follows:", ("9-8",), "addition"),
        ("Subsection (b) of Section 9-2 of the Code of Ordinances is amended to read:", ("9-2(b)",), "substitution"),
    ],
)
def test_an_ordinance_acts_on_the_sections_of_a_code(sentence: str, clauses: tuple[str, ...], method: str) -> None:
    """Each section is named with its code, whatever the code calls itself."""
    assert (clauses, method) in acts(page(sentence, **ORDINANCE))


def test_renumbering_takes_nothing_out_of_force() -> None:
    """The text of the section stays."""
    assert acts(page("Section 9-7 of the Example Code is renumbered as Section 9-9.", **ORDINANCE)) == []


def test_the_title_tells_what_the_items_are_about() -> None:
    """Items that name only a clause are about the section that the addendum says it changes."""
    view = page(
        ("header", "ADDENDUM 3\nChanges to Section 07 21 00 Insulation"),
        ("heading", "2. Clause 2.1: delete the clause and substitute the following: 'Board shall be 120 mm thick.'"),
        "Delete clause 2.5 in its entirety.",
        **ADDENDUM,
    )
    assert acts(view) == [(("2.1",), "substitution"), (("2.5",), "deletion")]
    assert {e.note for e in detect(view) if e.type is EdgeType.AMENDS} == {"SECTION 07 21 00"}


def test_an_item_alone_is_one_of_the_clause_of_the_lead_in() -> None:
    """ "In clause 2.3 of Section 05 52 00:" and then items."""
    view = page("In clause 2.3 of Section 05 52 00:", "Delete item (b).", **ADDENDUM)
    assert acts(view) == [(("2.3(b)",), "deletion")]


def test_a_code_may_be_called_by_its_initials() -> None:
    """ "ECC 14.20.030(2)" where the sentence before named the Example County Code."""
    view = page(
        "Section 14.20.020 of the Example County Code is amended to read:",
        'ECC 14.20.030(2) is amended by deleting "6 inches" and inserting "8 inches".',
        **ORDINANCE,
    )
    assert acts(view) == [(("14.20.020",), "substitution"), (("14.20.030(2)",), "substitution")]


def test_lettered_items_on_one_line_are_acts_of_their_own() -> None:
    """What is revised in one item is not what is added to in the next."""
    view = page(
        '1. Section 08 71 00 - Hardware a. Paragraph 2.3.B: Revise "silver" to read "bronze". '
        'b. Paragraph 2.4: Add the following sentence: "Locks shall be keyed alike."',
        **ADDENDUM,
    )
    assert acts(view) == [(("2.3.B",), "substitution"), (("2.4",), "addition")]


def test_an_addendum_deletes_a_whole_section() -> None:
    """ "Delete this Section in its entirety" names no clause and leaves nothing."""
    view = page("Section 09 96 00 - Coatings: Delete this Section in its entirety.", **ADDENDUM)
    whole = [e for e in detect(view) if e.type is EdgeType.WITHDRAWS and e.scope.is_whole]
    assert [(e.note, e.state) for e in whole] == [("SECTION 09 96 00", EdgeState.CERTIFIED)]


@pytest.mark.parametrize(
    ("sentence", "clauses", "method"),
    [
        ('In Section 05 52 00, clause 2.3, for "1050 mm" read "1100 mm".', ("2.3",), "substitution"),
        ('Section 05 52 00, clause 2.3: read "1100 mm" in place of "1050 mm".', ("2.3",), "substitution"),
        ("Section 05 52 00, paragraph 2.1.B: in lieu of RAL 7016 provide RAL 6009.", ("2.1.B",), "substitution"),
        ('Section 05 52 00, article 3.1.A is revised to read: "A. Rails."', ("3.1.A",), "substitution"),
        ('Clause 2.4 of Section 05 52 00 now reads "Rails are of grade 2."', ("2.4",), "substitution"),
        ('Section 05 52 00, clause 2.4 shall hereafter read as follows: "2.4 Rails."', ("2.4",), "substitution"),
        ('For "1050 mm" in clause 2.3 of Section 05 52 00 substitute "1100 mm".', ("2.3",), "substitution"),
        ("Clause 2.4 of Section 05 52 00 is changed so that rails are of grade 2.", ("2.4",), "substitution"),
        ("Clause 2.4 of Section 05 52 00 is hereby cancelled.", ("2.4",), "deletion"),
        ("Clause 2.4 of Section 05 52 00 shall cease to apply.", ("2.4",), "deletion"),
    ],
)
def test_the_same_act_is_read_in_many_wordings(sentence: str, clauses: tuple[str, ...], method: str) -> None:
    """Active and passive, old words first or new words first."""
    assert acts(page(sentence, **ADDENDUM)) == [(clauses, method)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Section 23 05 00, clause 2.3: the pump shall be replaced every year.",
        "The pump shall be replaced as stated in clause 2.3 of Section 23 05 00.",
        "Replace filters every year in accordance with clause 2.3 of Section 23 05 00.",
        "Withdraw the key as given in clause 2.3 of Section 23 05 00.",
        "The void space under clause 2.3 of Section 23 05 00 shall be kept clear.",
        "Change filters under clause 2.3 of Section 23 05 00 to new ones.",
        "For access read clause 2.3 of Section 23 05 00.",
    ],
)
def test_what_is_done_to_things_changes_no_clause(sentence: str) -> None:
    """Pumps are replaced and keys withdrawn, and clauses are only named."""
    assert acts(page(sentence, **ADDENDUM)) == []


def test_behind_a_lead_in_only_sentences_about_words_are_acts() -> None:
    """The lead-in names the clause; what follows may be its new text, or about things."""
    lead = "In Section 23 05 00, clause 2.3, the following changes are made:"
    assert acts(page(lead, 'Delete "4 mm" and substitute "6 mm".', **ADDENDUM)) == [(("2.3",), "substitution")]
    assert acts(page("Section 23 05 00, clause 2.3:", "Filters shall be replaced every year.", **ADDENDUM)) == []


@pytest.mark.parametrize(
    ("sentence", "clauses", "method"),
    [
        ('Paragraph 1 of LK 2017-11 is replaced by: "Boards stand 300 m."', ("1",), "substitution"),
        ('In paragraph 3 of LK 2017-11, "400 m" is replaced by "300 m".', ("3",), "substitution"),
        ("Paragraph 4 of Circular LK 2017-11 is deleted.", ("4",), "deletion"),
        ('The second sentence of paragraph 2 of LK 2017-11 shall read: "Boards."', ("2",), "substitution"),
        ('For "400 m" in paragraph 1 of LK 2017-11 substitute "300 m".', ("1",), "substitution"),
        ('Paragraph 5 of LK 2017-11 is amended from "400 m" to "300 m".', ("5",), "substitution"),
    ],
)
def test_a_circular_amends_another_of_its_series(sentence: str, clauses: tuple[str, ...], method: str) -> None:
    """And takes no more than the clause out of force."""
    edges = detect(page(sentence, number="LK 2021-05", status="issued"))
    changed = [e for e in edges if e.note == "LK 2017-11" and e.type is EdgeType.AMENDS]
    assert [(e.scope.clauses, e.method, e.state) for e in changed] == [(clauses, method, EdgeState.CERTIFIED)]
    assert not [e for e in edges if e.type in (EdgeType.WITHDRAWS, EdgeType.SUPERSEDES) and e.scope.is_whole]


def test_a_circular_amends_no_policy_by_itself() -> None:
    """What a text of another series says about a clause waits for a person; a mention says nothing."""
    view = page('Paragraph 2 of GF-014 is replaced by: "Fares."', number="LK 2021-05", status="issued")
    assert {e.state for e in detect(view) if e.type is EdgeType.AMENDS} == {EdgeState.PROPOSED}
    mention = "As paragraph 2 of LK 2017-11 says, lamps shall be replaced."
    assert acts(page(mention, number="LK 2021-05", status="issued")) == []


@pytest.mark.parametrize(
    ("sentence", "note", "clauses"),
    [
        ("RESOLVED, that paragraph 2 of GF-014 (Fares) be amended so that the fare is 38.", "GF-014", ("2",)),
        ("RESOLVED: Section 3 of the Fares Policy is hereby amended to provide that it is 5.", "FARES POLICY", ("3",)),
        ("The fee is $45, replacing the fee in Section 14-204 of the Linden Code.", "LINDEN CODE", ("14-204",)),
        (
            "The fee is $45, superseding the amount set in Section 14-204 of the Linden Code.",
            "LINDEN CODE",
            ("14-204",),
        ),
    ],
)
def test_a_resolution_changes_clauses_also_in_passing(sentence: str, note: str, clauses: tuple[str, ...]) -> None:
    """A fee may be set without a word of amendment."""
    edges = detect(page(sentence, number="Resolution 2022-08", status="issued"))
    found = [(e.note, e.scope.clauses, e.state) for e in edges if e.type is EdgeType.AMENDS and e.scope.clauses]
    assert found == [(note, clauses, EdgeState.CERTIFIED)]


def test_rules_are_amended_by_a_text_that_says_so_on_its_front() -> None:
    """Whatever its letterhead makes of its title."""
    view = page(
        "PIER HOUSE\nAMENDMENT TO THE HOUSE RULES",
        'Rule 1 of the House Rules of 10 January 2018 now reads: "The door is locked at 22:00."',
        "Rule 3 is deleted.",
        title="PIER HOUSE",
    )
    edges = [e for e in detect(view) if e.type is EdgeType.AMENDS and e.scope.clauses]
    found = sorted((e.note, e.scope.clauses, e.method, e.state) for e in edges)
    assert found == [
        ("HOUSE RULES", ("1",), "substitution", EdgeState.CERTIFIED),
        ("HOUSE RULES", ("3",), "deletion", EdgeState.CERTIFIED),
    ]


@pytest.mark.parametrize(
    ("sentence", "clauses", "method"),
    [
        ('Section 05 52 00, Article 1.02, Paragraph A: Revise "5 mm" to "9 mm".', ("1.02(A)",), "substitution"),
        ("Section 05 52 00, clause 1.2: Increase the thickness to 9 mm.", ("1.2",), "substitution"),
        ('Section 05 52 00, 2.01.B: Omit "grey"; insert "black".', ("2.01.B",), "substitution"),
        ('Section 05 52 00, clause 2.1: Strike "grey", insert "black".', ("2.1",), "substitution"),
        ('Section 05 52 00, 2.1: Reduce "9 mm" to "5 mm".', ("2.1",), "substitution"),
        ("Section 05 52 00, clause 2.7 is stricken in its entirety.", ("2.7",), "deletion"),
        ("Section 05 52 00, clause 2.7 is eliminated.", ("2.7",), "deletion"),
    ],
)
def test_short_words_of_revision_act_on_a_clause(sentence: str, clauses: tuple[str, ...], method: str) -> None:
    """The bare form of a verb with the old and the new words, whatever stands between them."""
    assert acts(page(sentence, **ADDENDUM)) == [(clauses, method)]


def test_items_below_the_number_of_a_section_are_of_it() -> None:
    """ "SECTION 05 52 00" and indented lines that name their paragraphs by number alone."""
    view = page(
        'A2-1  SECTION 05 52 00 - RAILINGS\n   2.01.A: DELETE this paragraph and REPLACE with: "A. Posts are steel."\n'
        '   2.02.C: ADD: "C. Caps are brass."',
        **ADDENDUM,
    )
    assert acts(view) == [(("2.01.A",), "substitution"), (("2.02.C",), "addition")]


@pytest.mark.parametrize(
    ("sentence", "clauses", "method"),
    [
        ("Section 9-2 of the Example Code is hereby reserved.", ("9-2",), "deletion"),
        ("Subject to Section 2, Section 9-3 of the Example Code shall cease to apply.", ("9-3",), "deletion"),
        ("Section 9-4 of the Example Code is suspended until further notice.", ("9-4",), "deletion"),
        ("Section 9-4 of the Example Code shall have no further effect.", ("9-4",), "deletion"),
        ("That clause 2 of Policy XY-11 be replaced with the following:", ("2",), "substitution"),
        ("RESOLVED, That clause 3 of Policy XY-11 be deleted.", ("3",), "deletion"),
        (
            'Section 9-5 of the Example Code shall be read as if for "8 hours" there were substituted "9 hours".',
            ("9-5",),
            "substitution",
        ),
        (
            "Section 9-6 of the Example Code is amended by [deletions bracketed, additions underscored]: "
            "A lamp shall not be older than [25] _65_ weeks.",
            ("9-6",),
            "substitution",
        ),
        ('In section 3 of the Jetties (Safety) Act 2006, for "12" substitute "6".', ("3",), "substitution"),
        ("Section 6 of the Jetties (Light) (Islands) Act 2006 ceases to have effect.", ("6",), "deletion"),
    ],
)
def test_an_act_may_be_said_as_a_fiction_a_condition_or_a_motion(
    sentence: str, clauses: tuple[str, ...], method: str
) -> None:
    """A saving before the act and "not" in the new text deny nothing."""
    assert (clauses, method) in acts(page(sentence, **ORDINANCE))


@pytest.mark.parametrize(
    "sentence",
    [
        "It was proposed that clause 1 of Policy XY-11 be replaced with another.",
        "Section 9-2 of the Example Code is not suspended.",
        "If section 9-2 of the Example Code is suspended, the clerk shall say so.",
        "A licence under section 9-2 of the Example Code is suspended.",
        "Section 9-2 of the Example Code has no effect on the rights of a tenant.",
        "Lamps of section 9-2 of the Example Code are suspended from the beam.",
        "Space is reserved for the sign that section 9-2 of the Example Code requires.",
    ],
)
def test_what_is_only_proposed_or_about_a_thing_acts_on_no_clause(sentence: str) -> None:
    """The words of an act without an act."""
    assert acts(page(sentence, **ORDINANCE)) == []


def test_an_instrument_acts_on_the_sections_of_the_act_it_names_first() -> None:
    """ "In section 2(2), omit paragraph (c)" takes that paragraph alone, and what is inserted takes nothing."""
    view = page(
        "2.—(1) The Jetties (Safety) Act 2006 is amended as follows.\n"
        '(2) In section 1, for "110 per cent" substitute "125 per cent".\n'
        "(3) In section 2(2), omit paragraph (c).\n(4) After section 4 insert—",
        number="2010 No. 914",
        title="The Jetties (Safety) (Amendment) Regulations 2010",
        kind="statute",
        status="issued",
    )
    assert acts(view) == [(("1",), "substitution"), (("2(2)(c)",), "deletion")]


REGULATIONS = "PIERS AND SLIPWAYS (SAFETY) REGULATIONS 2014"


@pytest.mark.parametrize(
    "said",
    [
        "In these Regulations the Piers and Slipways (Safety) Regulations 2014 are called the Principal Regulations.",
        "These Regulations amend the Piers and Slipways (Safety) Regulations 2014.",
        "The Piers and Slipways (Safety) Regulations 2014 (S.R. 2014/61) are amended as follows.",
    ],
)
def test_the_principal_regulations_are_those_that_a_text_says_it_amends(said: str) -> None:
    """Their title has small words in it; neither the role nor the number of the text itself names a document."""
    view = page(
        "STATUTORY RULES 2016 No. 12",
        said,
        "4. For regulation 5 of the principal Regulations substitute—",
        'Regulation 9 of the Principal Regulations is amended by omitting "40 m" and substituting "25 m".',
        "Regulation 11 is revoked.",
        number="Piers and Slipways (Safety) Amendment Regulations 2016",
        kind="statute",
        status="issued",
    )
    edges = [e for e in detect(view) if e.type is EdgeType.AMENDS and e.scope.clauses]
    assert {e.note for e in edges} == {REGULATIONS}
    assert {(e.scope.clauses, e.method) for e in edges} == {
        (("5",), "substitution"),
        (("9",), "substitution"),
        (("11",), "deletion"),
    }


def test_an_order_with_its_number_in_brackets_is_revoked_as_one_document() -> None:
    """The heading before it and "The" are no part of its title."""
    view = page(
        "20 Revocation\nThe Slipways (Winches) Order 2009 (S.R. 2009/44) is revoked.",
        number="Slipways (Winches) Regulations 2018",
        kind="statute",
        status="issued",
    )
    edges = [e for e in detect(view) if e.type is EdgeType.WITHDRAWS]
    assert [(e.note, e.state) for e in edges] == [("SLIPWAYS (WINCHES) ORDER 2009", EdgeState.CERTIFIED)]


def test_what_is_further_amended_to_read_is_amended() -> None:
    """ "As last amended by Ordinance 7, is further amended to read in full" names what it amends first."""
    said = "Section 9-2 of the Example Code, as last amended by Ordinance No. 7, is further amended to read as follows:"
    view = page(said, **ORDINANCE)
    assert acts(view) == [(("9-2",), "substitution")]
