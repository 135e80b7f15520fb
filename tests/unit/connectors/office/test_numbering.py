"""Drawn numbers: counted level by level."""

from __future__ import annotations

from docx.oxml import parse_xml

from connectors.office.numbering import Numbering

_NS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def _level(number: int, form: str, text: str, start: int = 1) -> str:
    said = f'<w:start w:val="{start}"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/>'
    return f'<w:lvl w:ilvl="{number}">{said}</w:lvl>'


def _numbering() -> Numbering:
    levels = (
        _level(0, "decimal", "%1")
        + _level(1, "decimal", "%1.%2")
        + _level(2, "lowerLetter", "(%3)")
        + _level(3, "upperRoman", "%4.")
    )
    restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>'
    return Numbering(
        parse_xml(
            f'<w:numbering {_NS}><w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>'
            f'<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
            f'<w:num w:numId="2"><w:abstractNumId w:val="0"/>{restart}</w:num></w:numbering>'
        )
    )


def test_deeper_levels_start_again_under_a_new_number() -> None:
    """1, 1.1, 1.2, (a), (b), 2, 2.1, (a), I."""
    numbering = _numbering()
    drawn = [numbering.draw("1", level) for level in (0, 1, 1, 2, 2, 0, 1, 2, 3)]
    assert [d.shown if d else None for d in drawn] == ["1", "1.1", "1.2", "(a)", "(b)", "2", "2.1", "(a)", "I."]
    assert [d.label if d else None for d in drawn][3:5] == ["a", "b"]


def test_a_list_that_restarts_counts_from_its_own_start_once() -> None:
    """An override sets the first number only."""
    numbering = _numbering()
    drawn = [numbering.draw("2", 0) for _ in range(2)]
    assert [d.shown if d else None for d in drawn] == ["7", "8"]


def test_letters_go_on_after_z_as_word_processors_count() -> None:
    """z, aa, bb."""
    numbering = _numbering()
    drawn = [numbering.draw("1", 2) for _ in range(28)]
    assert [d.label if d else None for d in drawn[25:]] == ["z", "aa", "bb"]


def test_a_list_that_is_not_defined_draws_nothing() -> None:
    """Nor does any list of a document without definitions."""
    assert _numbering().draw("9", 0) is None
    assert Numbering(None).draw("1", 0) is None
