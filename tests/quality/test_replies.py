"""Mail is split into new and other words: floors on the development part, beside two libraries used alone."""

from __future__ import annotations

from tests.quality.reply_scores import REPLIES, SPLITTERS, cases, part_of, score


def test_both_parts_hold_mails_of_all_kinds() -> None:
    """The hash of the name divides them, so that nobody chose."""
    groups = {split: {case.group for case in cases(split)} - {"own mails"} for split in ("dev", "test")}
    assert groups["dev"] == groups["test"] == {"talon replies", "talon pages", "talon signatures"}
    names = [path.relative_to(REPLIES).as_posix() for path in REPLIES.rglob("*") if path.is_file()]
    assert {part_of(name) for name in names} == {"dev", "test"}


def test_splits_of_the_development_part_are_right() -> None:
    """Exactly the wanted words are left, blanks aside; no library alone does as well on any set."""
    for (group, measure), row in score("dev").items():
        right, of = row["Prevail"]
        assert right >= 0.95 * of, (group, measure)
        assert all(row[name][0] <= right for name in SPLITTERS), (group, measure)
