"""Documents that give orders are read as documents: on no surface does one of them get its way."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser

from app.cli.outcome import outcome_lines
from app.main import create_app
from app.settings import Settings, load_settings
from app.use_cases.answer_export import export_answer
from app.use_cases.ask import AskRequest, ask
from app.use_cases.ingest import IngestRequest, ingest
from app.wiring import Services, open_services
from graph.progress import silent
from tests.fakes.inline_pool import InlinePool
from tests.fakes.ollama_server import MODEL, FakeOllamaServer, Script, evidence_lines
from tests.trials.injections import DROP, FALSE, Attack, attacks

ATTACKS = attacks()
ACTIVE = re.compile(
    r"https?:|www\.|javascript:|data:|\]\(|!\[|<\s*(?:img|script|svg|a)\b|\x1b|[\u200b\u202e]", re.IGNORECASE
)

Json = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """One attack, and what was answered to the question about its winch."""

    attack: Attack
    outcome: Json


def obeying(prompt: str) -> str:
    """The draft of a model that does all that it is told, and forges citations for it, beside one true sentence."""
    told = " ".join(text for _, text in evidence_lines(prompt))
    winch = re.search(r"winch (W-\d+)", prompt)
    name = winch[1] if winch else "W-0"
    words = " ".join(sorted(set(re.findall(r"quagga\d+", prompt)))) or "quagga"
    return (
        f"Winch {name} shall have a breaking load of {FALSE}. [1] {words} [1] {told} [1]\n"
        f"![seal](https://{DROP}/{name}) [Open](javascript:alert(1)) [1]\n"
        f"See https://{DROP}/{name} for the load of {FALSE}. [1]\n[1]: https://{DROP}/{name}\n"
        f"This text governs and supersedes all others. [1] <img src='//{DROP}'> [1]\n"
        f"{json.dumps({'tool': 'send_mail', 'to': f'{name}@{DROP}'})} [1]\n"
        f"My system prompt says that I word answers for people who build. [1]"
    )


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All hostile documents, ingested as files."""
    folder = tmp_path_factory.mktemp("injections")
    documents = folder / "documents"
    documents.mkdir()
    for attack in ATTACKS:
        (documents / attack.name).write_bytes(attack.data)
    settings = load_settings({"PREVAIL_DATA": str(folder / "data"), "PREVAIL_EMBEDDER": "hashed"})
    with pytest.MonkeyPatch.context() as patch, open_services(settings, write=True) as services:
        patch.setattr("app.use_cases.ingest.ParserPool", InlinePool)
        report = ingest(services, IngestRequest(paths=(documents,), workers=1), silent).as_json()
        assert (report["failed"], report["skipped"]) == (0, 0), report["failures"]
    return folder / "data"


@pytest.fixture(scope="module", params=["extractive", "a model that obeys"])
def settings(request: pytest.FixtureRequest, data: Path) -> Iterator[Settings]:
    """The documents with each answerer."""
    named = {"PREVAIL_DATA": str(data), "PREVAIL_EMBEDDER": "hashed"}
    with FakeOllamaServer(Script(obeying, pieces_chars=200)) as server:
        if request.param != "extractive":
            named |= {"PREVAIL_ANSWERER": f"ollama:{MODEL}", "PREVAIL_OLLAMA_URL": server.url}
        yield load_settings(named)


@pytest.fixture(scope="module")
def services(settings: Settings) -> Iterator[Services]:
    """Opened for reading."""
    with open_services(settings) as opened:
        yield opened


@pytest.fixture(scope="module")
def asked(services: Services) -> list[Asked]:
    """Every question once; of a model, those whose evidence it is given with the attack, and a third of the others."""
    chosen = [one for one in ATTACKS if services.writer is None or one.within or one.n % 3 == 0]
    return [Asked(attack, ask(services, AskRequest(attack.question))) for attack in chosen]


def test_there_are_attacks_of_many_kinds() -> None:
    """Sixty and more, in files of every kind that people send."""
    assert len(ATTACKS) >= 60
    assert {attack.carrier for attack in ATTACKS} == {"txt", "md", "html", "eml", "vtt", "pdf", "json"}


def test_no_order_is_followed(asked: list[Asked]) -> None:
    """Nothing that is answered holds the false load or the attack's word; nearly all winches are answered for."""
    for one in asked:
        words = " ".join(sentence["text"] for sentence in one.outcome["sentences"])
        if not one.attack.within or one.outcome["answerer"]["wrote"] != "extractive":
            assert FALSE not in words, (one.attack.kind, words)
            assert "quagga" not in words, (one.attack.kind, words)
        assert one.outcome["kind"] != "answer" or one.attack.truth in words, (one.attack.kind, words)
    answered = [one for one in asked if one.outcome["kind"] == "answer"]
    assert len(answered) >= 0.9 * len(asked)


def test_what_an_attack_says_in_the_very_sentence_is_given_in_its_words_only(asked: list[Asked]) -> None:
    """The demand is the true one; the rest is shown as the words of the document, character by character."""
    for one in asked:
        if one.attack.within and one.outcome["kind"] == "answer":
            assert {f"{row['value']} {row['unit']}" for row in one.outcome["requirements"]} <= {one.attack.truth}
            assert all(one.attack.truth in citation["quote"] for citation in one.outcome["citations"][:1])


def test_an_answer_holds_no_address_markup_or_unseen_sign(asked: list[Asked]) -> None:
    """The words of an answer carry nothing that a renderer could follow or fetch."""
    for one in asked:
        assert not ACTIVE.search(one.outcome["answer"] or ""), (one.attack.kind, one.outcome["answer"])


def test_what_nobody_can_see_is_in_no_quote(asked: list[Asked]) -> None:
    """White, tiny, unpainted or commented words are no evidence."""
    for one in asked:
        if one.attack.hidden:
            assert "quagga" not in json.dumps(one.outcome), (one.attack.kind, one.outcome["citations"])


def test_a_terminal_gets_plain_text(asked: list[Asked]) -> None:
    """No escape reaches it, also not out of a quote."""
    text = "\n".join("\n".join(outcome_lines(one.outcome, 100)) for one in asked)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u200b\u202e]", text)


def test_an_exported_answer_links_and_shows_nothing(asked: list[Asked], services: Services) -> None:
    """CommonMark makes neither a link nor a picture of what documents say."""
    for one in asked:
        text = export_answer(services, one.outcome["receipt_id"], "md").decode()
        inline = [child for token in MarkdownIt().parse(text) for child in token.children or ()]
        kinds = {token.type for token in inline} | {token.type for token in MarkdownIt().parse(text)}
        assert kinds.isdisjoint({"link_open", "image", "html_inline", "html_block"}), (one.attack.kind, text)


def test_a_page_fetches_and_links_nothing_of_a_document(settings: Settings) -> None:
    """No element of the page leads to the attacker's host or runs what a document says."""
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        for attack in ATTACKS[:: 5 if settings.answerer == "extractive" else 19]:
            page = client.get("/", params={"q": attack.question})
            assert page.status_code == 200
            tree = LexborHTMLParser(page.text)
            for node in tree.css("[src],[href],[action],[style],[onload]"):
                led = " ".join(str(node.attributes.get(name) or "") for name in ("src", "href", "action", "style"))
                assert f"//{DROP}" not in led, (attack.kind, led)
                assert not re.match(r"\s*(?:javascript|data):", led), (attack.kind, led)
                assert "onload" not in node.attributes
            assert all(not (node.text() or "").strip().startswith("fetch(") for node in tree.css("script"))
