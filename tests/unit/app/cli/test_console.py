"""Tables line up; progress is quiet for what is quick."""

from __future__ import annotations

import pytest

from app.cli import console


def test_tables_line_up_and_tell_unknown_from_nought(capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers to the right, unknown as a dash, line ends of a cell as blanks."""
    console.print_table(("name", "n"), [["a", 7], ["long\nname", None]], numeric=frozenset({1}))
    assert capsys.readouterr().out == "name       n\na          7\nlong name  –\n"


def test_quick_work_in_a_log_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Where stderr is no terminal, nothing is drawn."""
    with console.progress_bars() as progress:
        progress("reading", 1, 2)
        progress("reading", 2, 2)
    assert capsys.readouterr().err == ""


def test_long_work_in_a_log_says_rate_and_time_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After twenty seconds 40 of 120 are done: two a second, forty seconds to go."""
    times = iter([0.0, 20.0])
    monkeypatch.setattr(console.time, "monotonic", lambda: next(times))
    with console.progress_bars() as progress:
        progress("reading", 0, 120)
        progress("reading", 40, 120)
    assert capsys.readouterr().err == "reading 40/120, 2.0/s, about 40 s left\n"


def test_bars_are_drawn_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal a stage has a bar with how many of how many."""
    monkeypatch.setattr(console.sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with console.progress_bars() as progress:
        progress("reading", 1, 2)
        progress("reading", 2, 2)
    assert "2/2" in capsys.readouterr().err
