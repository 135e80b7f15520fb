"""The sample project is deterministic, complete, and says what `facts` says."""

from __future__ import annotations

import csv
import email
import re
from collections.abc import Mapping
from email.policy import default
from pathlib import Path

import pypdfium2
import pytest
import webvtt
from docx import Document

from app.sample import facts
from app.sample.project import write_sample
from app.sample.questions import DEMO, QUESTIONS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample project, written once."""
    directory = tmp_path_factory.mktemp("sample")
    write_sample(directory)
    return directory


@pytest.fixture(scope="module")
def texts(folder: Path) -> Mapping[str, str]:
    """The text of every file by its name below the folder, with single spaces."""
    read = {str(path.relative_to(folder)): _text(path) for path in folder.rglob("*") if path.is_file()}
    return {name: re.sub(r"\s+", " ", text) for name, text in read.items()}


def _text(path: Path) -> str:
    if path.suffix == ".pdf":
        with pypdfium2.PdfDocument(path) as document:
            return "\n".join(page.get_textpage().get_text_range() for page in document)
    if path.suffix == ".docx":
        return "\n".join(paragraph.text for paragraph in Document(str(path)).paragraphs)
    return path.read_text(encoding="utf-8")


def test_two_runs_write_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    """A second run on another day and in another place differs in no byte."""
    again = write_sample(tmp_path)
    assert [path.relative_to(tmp_path) for path in again] == sorted(
        path.relative_to(folder) for path in folder.rglob("*") if path.is_file()
    )
    assert all(path.read_bytes() == (folder / path.relative_to(tmp_path)).read_bytes() for path in again)


def test_the_folder_stays_small(folder: Path) -> None:
    """All files together are below 400 KB."""
    assert 0 < sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) < 400_000


@pytest.mark.parametrize("revision", ["A", "B"])
def test_each_revision_of_the_section_states_its_own_figures(texts: Mapping[str, str], revision: str) -> None:
    """The rating, the thickness and the date are those of the revision, and not of the other one."""
    text = texts[f"specification/Section 08 11 13 Rev {revision}.pdf"]
    other = "B" if revision == "A" else "A"
    assert f"Issued {facts.in_words(facts.SECTION_DATE[revision])}" in text
    assert f"ST-2 shall have a fire resistance of {facts.STAIR_DOOR_RATING_MIN[revision]} minutes" in text
    assert f"steel sheet at least {facts.FRAME_THICKNESS_MM[revision]} mm thick" in text
    assert f"{facts.FRAME_THICKNESS_MM[other]} mm thick" not in text


def test_the_addendum_substitutes_the_clearance(texts: Mapping[str, str]) -> None:
    """The addendum names the clause, the words deleted and the words put in their place."""
    assert (
        f'Clause {facts.ADDENDUM_CLAUSE}: delete "shall be {facts.FLOOR_GAP_MM} mm" and substitute '
        f'"shall be {facts.ADDENDUM_GAP_MM} mm"'
    ) in texts["addenda/Addendum 2.pdf"]


def test_the_two_drawings_contradict_each_other_about_the_plant_room_door(texts: Mapping[str, str]) -> None:
    """Both are issued, neither replaces the other, and the ratings differ: a conflict."""
    plan, detail = texts["drawings/A-201_C02.pdf"], texts["drawings/A-501_C01.pdf"]
    assert f"Door PL-1 shall have a fire resistance of {facts.PLAN_PLANT_DOOR_RATING_MIN} minutes" in plan
    assert f"Door PL-1 shall have a fire resistance of {facts.DETAIL_PLANT_DOOR_RATING_MIN} minutes" in detail
    assert facts.PLAN_PLANT_DOOR_RATING_MIN != facts.DETAIL_PLANT_DOOR_RATING_MIN


def test_the_newer_plan_contradicts_the_specification_about_stair_2(texts: Mapping[str, str]) -> None:
    """The plan is younger than the section, so that going by date alone gives the wrong rating."""
    assert re.search(rf"ST-2 Stair 2 1050 2100 {facts.PLAN_STAIR_DOOR_RATING_MIN}\b", texts["drawings/A-201_C02.pdf"])
    assert facts.PLAN_DATES["C02"] > facts.SECTION_DATE["B"]
    assert facts.STAIR_DOOR_RATING_MIN["B"] != facts.PLAN_STAIR_DOOR_RATING_MIN


def test_every_mail_after_the_first_quotes_and_references_all_before_it(folder: Path) -> None:
    """The thread can be rebuilt from the headers, and each reply carries the whole history."""
    paths = sorted((folder / "mail").iterdir())
    messages = [email.message_from_bytes(path.read_bytes(), policy=default) for path in paths]
    assert len(messages) == 6
    for number, message in enumerate(messages):
        assert str(message["References"] or "").split() == [str(one["Message-ID"]) for one in messages[:number]]
        depth = max(len(mark) for mark in re.findall(r"^>*", message.get_content(), re.MULTILINE))
        assert depth == number


def test_mail_addresses_belong_to_nobody(texts: Mapping[str, str]) -> None:
    """Every address is below a domain that is reserved for examples."""
    addresses = [one for text in texts.values() for one in re.findall(r"[\w.+-]+@([\w.-]+)", text)]
    assert addresses
    assert {address.rstrip(".") for address in addresses} == {"example.com", "example.net", "example.org"}


def test_the_recording_has_one_speaker_a_cue(folder: Path) -> None:
    """A decision and a commitment are spoken by the people who may make them."""
    cues = webvtt.read(str(next((folder / "meetings").iterdir())))
    assert all(cue.voice for cue in cues)
    assert [cue.voice for cue in cues if "decision of the Trust" in cue.text] == [facts.CLIENT.name]
    assert [cue.voice for cue in cues if facts.in_words(facts.COMMITMENT_DUE) in cue.text] == [facts.CONTRACTOR.name]


def test_the_register_is_older_than_what_it_lists(folder: Path) -> None:
    """It gives revision A of the section as current, because it was made before revision B."""
    with next((folder / "register").iterdir()).open(encoding="utf-8", newline="") as file:
        rows = {row["Document no."]: row for row in csv.DictReader(file)}
    assert rows[f"Section {facts.SECTION}"]["Revision"] == "A"
    assert rows[f"Section {facts.SECTION}"]["Superseded by"] == ""
    assert facts.SECTION_DATE["B"] > facts.REGISTER_DATE


def test_expected_words_stand_in_the_documents(texts: Mapping[str, str]) -> None:
    """What a question's answer must contain can be found somewhere in the project."""
    everything = " ".join(texts.values())
    missing = [(one.id, word) for one in QUESTIONS for word in one.must_contain if word not in everything]
    assert missing == []


def test_questions_have_ids_of_their_own() -> None:
    """Ids are unique and the demonstration has its three questions: answer, conflict, refusal."""
    assert len({one.id for one in QUESTIONS}) == len(QUESTIONS) == 18
    assert [one.reason for one in DEMO] == [None, "unresolved conflict", "no evidence"]


def test_a_question_is_written_in_the_format_of_question_files() -> None:
    """The date asked about appears only where there is one."""
    dated = next(one for one in QUESTIONS if one.as_of)
    assert dated.as_json()["as_of"] == "2024-03-31"
    assert "as_of" not in DEMO[0].as_json()
    assert DEMO[2].as_json()["expect"] == {
        "kind": "abstention",
        "cite": [],
        "must_contain": [],
        "must_not_cite": [],
        "reason": "no evidence",
        "version": None,
    }
