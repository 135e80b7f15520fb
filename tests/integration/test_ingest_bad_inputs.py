"""Bad input through the real command: every file is accounted for with a reason, no crash, no hang, no leak."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.trials import bad_inputs
from tests.trials.killing import check_nobody_is_left
from tests.trials.launcher import Launcher
from tests.trials.state import items_of

LIMITS = {"PREVAIL_PARSE_TIME_LIMIT_S": "20", "PREVAIL_PARSE_MEMORY_MB": "512"}
PEAK_BYTES = 900 * 2**20
"""What a parser may hold altogether: the limit, and what it and its libraries need before they begin."""


def _ingest(launcher: Launcher, folder: Path, data: Path) -> dict[str, Any]:
    """The report of a run that ended, with everything in it true of what is stored."""
    ended = launcher.run("ingest", folder, "--data", data, "--json", before={}, **LIMITS)
    assert ended.code in (0, 4), ended
    assert "Traceback" not in ended.err
    report: dict[str, Any] = ended.json()
    assert report["seen"] == sum(report[name] for name in ("stored", "unchanged", "failed", "skipped"))
    assert report["failed"] == len(report["failures"])
    assert report["skipped"] == len(report["skips"])
    for row in (*report["failures"], *report["skips"]):
        assert row["reason"], row
        assert row["detail"], row
    assert report["peak_memory_bytes"] < PEAK_BYTES
    check_nobody_is_left(launcher)
    return report


def _paths(report: dict[str, Any], data: Path) -> list[str]:
    """Every item that the run stored or refused."""
    refused = [row["path"] for row in (*report["failures"], *report["skips"]) if "!" not in row["path"]]
    return sorted([*items_of(data), *refused])


@pytest.mark.timeout(400)
def test_bombs_are_refused_or_read_within_the_limits(launcher: Launcher, tmp_path: Path) -> None:
    """Nothing expands without bound, nothing takes the run down, and what is harmless is read."""
    folder = bad_inputs.write(tmp_path / "bombs", bad_inputs.bombs())
    began = time.monotonic()
    report = _ingest(launcher, folder, tmp_path / "data")
    print(f"{len(os.listdir(folder))} bombs in {time.monotonic() - began:.0f} s, {report['failures']}")
    assert _paths(report, tmp_path / "data") == sorted(f"bombs/{name}" for name in os.listdir(folder))
    failed = {row["path"].removeprefix("bombs/"): row["reason"] for row in report["failures"]}
    assert (failed["bomb.docx"], failed["headers.eml"]) == ("bomb", "bomb")
    assert {"laughs.docx", "laughs.xml", "quadratic.xml"} <= failed.keys()
    assert failed.keys() & {"long line.txt", "wide.csv"} == set()
    text = "".join(facts["text"] for found in items_of(tmp_path / "data").values() for facts in found.values())
    assert "haha" not in text


@contextmanager
def _listener() -> Iterator[tuple[str, list[object]]]:
    """An address on loopback, and who has called there."""
    calls: list[object] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            while True:
                try:
                    connection, caller = server.accept()
                except OSError:
                    return
                calls.append(caller)
                connection.close()

        thread = threading.Thread(target=answer)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/secret", calls
        server.shutdown(socket.SHUT_RDWR)
        thread.join()


def test_no_document_reads_another_file_or_calls_out(launcher: Launcher, tmp_path: Path) -> None:
    """Entities, includes, pictures, frames and tables from elsewhere are neither followed nor shown."""
    secret = tmp_path / "secret.txt"
    secret.write_text("CANARY-7731\n")
    with _listener() as (address, calls):
        folder = bad_inputs.write(tmp_path / "spies", bad_inputs.spies(secret, address))
        report = _ingest(launcher, folder, tmp_path / "data")
        assert calls == []
    assert _paths(report, tmp_path / "data") == sorted(f"spies/{name}" for name in os.listdir(folder))
    assert "CANARY-7731" not in str(items_of(tmp_path / "data"))
    assert "CANARY-7731" not in str(report)


@pytest.mark.timeout(400)
def test_ruins_are_each_accounted_for(launcher: Launcher, tmp_path: Path) -> None:
    """Empty files are skipped as such; noise and what ends too soon is read or refused, but never lost."""
    folder = bad_inputs.write(tmp_path / "ruins", bad_inputs.ruins(tmp_path / "sample"))
    report = _ingest(launcher, folder, tmp_path / "data")
    assert _paths(report, tmp_path / "data") == sorted(f"ruins/{name}" for name in os.listdir(folder))
    reasons = {row["path"].removeprefix("ruins/"): row["reason"] for row in (*report["skips"], *report["failures"])}
    print(reasons)
    for name in os.listdir(folder):
        if name.startswith("empty"):
            assert reasons[name] == "empty"
        if name.startswith(("noise", "zeros")) and not name.endswith((".eml", ".emlx")):  # a mail may hold any bytes
            assert name in reasons, name
    assert set(reasons.values()) <= {"empty", "unsupported type", "unreadable", "damaged", "not text", "encrypted"}
    again = _ingest(launcher, folder, tmp_path / "data")
    assert (again["stored"], again["unchanged"]) == (0, report["stored"])


def test_any_name_that_a_file_system_allows_is_stored(launcher: Launcher, tmp_path: Path) -> None:
    """Line ends, marks that turn the writing, bytes that are no text, the longest names; and they are told apart."""
    folder = bad_inputs.write(tmp_path / "names", bad_inputs.names())
    report = _ingest(launcher, folder, tmp_path / "data")
    names = len(os.listdir(folder))
    assert (report["seen"], report["failed"]) == (names, 0), report["failures"]
    assert len(items_of(tmp_path / "data")) == report["stored"]
    assert report["stored"] == names
    for command in (["sources", "--limit", "100"], ["ask", "Where does the weir gate of lock 4 open to?"]):
        for form in ([], ["--json"]):
            ended = launcher.run(*command, *form, "--data", tmp_path / "data")
            assert ended.code in (0, 3), ended
            assert "\x1b" not in ended.out
            assert "\u202e" not in ended.out or form
    assert _ingest(launcher, folder, tmp_path / "data")["unchanged"] == names


def test_a_quoted_text_does_not_command_the_terminal(launcher: Launcher, tmp_path: Path) -> None:
    """Control characters of a document are shown as unreadable; with `--json` they are escaped."""
    folder = bad_inputs.write(tmp_path / "strange", bad_inputs.strange_characters())
    _ingest(launcher, folder, tmp_path / "data")
    question = ("ask", "What does the tide board of the quay read?", "--data", tmp_path / "data")
    shown, json = launcher.run(*question), launcher.run(*question, "--json")
    assert (shown.code, json.code) == (0, 0)
    assert "4 m" in shown.out
    assert "\x1b" not in shown.out + json.out


def test_links_and_depths_are_no_way_out_and_no_loop(launcher: Launcher, tmp_path: Path) -> None:
    """A link out of the folder is not followed, one to a folder above ends, and a deep path is read."""
    folder = bad_inputs.write(tmp_path / "links", iter([("real.txt", b"The lock gate is oak.\n")]))
    (tmp_path / "outside.txt").write_text("CANARY-4402\n")
    (folder / "out.txt").symlink_to(tmp_path / "outside.txt")
    (folder / "nowhere.txt").symlink_to(folder / "gone.txt")
    (folder / "self.txt").symlink_to(folder / "self.txt")
    (folder / "up").symlink_to(folder)
    (folder / "inside.txt").symlink_to(folder / "real.txt")
    deep = folder.joinpath(*["deep"] * 300)
    deep.mkdir(parents=True)
    (deep / "bottom.txt").write_text("The sill lies at 4 m.\n")
    report = _ingest(launcher, folder, tmp_path / "data")
    refused = {row["path"]: row["reason"] for row in (*report["skips"], *report["failures"])}
    assert refused == {
        "links/nowhere.txt": "unreadable",
        "links/out.txt": "excluded",
        "links/self.txt": "unreadable",
        "links/up": "excluded",
    }
    assert report["stored"] == 3
    assert "CANARY-4402" not in str(items_of(tmp_path / "data"))
