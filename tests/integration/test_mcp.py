"""The Model Context Protocol server, over stdio and HTTP, with the protocol's own client."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError, StdioServerParameters, stdio_client

from tests.fakes.shelf import open_shelf, section
from tests.fakes.telling import tells

PREVAIL = Path(sys.executable).with_name("prevail")
QUESTION = "What slip resistance must floor tiles in wet areas have?"
SLIP = "Floor tiles in wet areas shall have a slip resistance of at least {} units."
TOOLS = {"ask", "governs", "history", "conflicts", "requirements", "source"}

Session = Callable[[str | None], Any]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two revisions that everybody may see, and a later one that only Ada may."""
    place = tmp_path_factory.mktemp("mcp") / "data"
    with open_shelf(place) as shelf:
        shelf.put("a.txt", section("09 30 13", "Ceramic Tiling", "A", "2 February 2023", SLIP.format(36)), "Tower")
        shelf.put("b.txt", section("09 30 13", "Ceramic Tiling", "B", "6 May 2024", SLIP.format(45)), "Tower")
        hidden = section("09 30 13", "Ceramic Tiling", "D", "6 June 2024", SLIP.format(75))
        shelf.put("d.txt", hidden, "Tower", ("ada",))
        shelf.ask(QUESTION)
    return place


def environment() -> dict[str, str]:
    """The machine's environment, with the embedder that needs no model."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PREVAIL_")}
    return kept | {"PREVAIL_EMBEDDER": "hashed"}


@pytest.fixture(scope="module")
def address(data: Path) -> Iterator[str]:
    """Where a running server is."""
    command = [str(PREVAIL), "serve", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment()) as process:
        assert process.stderr is not None
        found = re.search(r"http://[\d.]+:\d+", process.stderr.readline())
        assert found
        yield f"{found[0]}/mcp"
        process.terminate()
        process.communicate(timeout=30)


@pytest.fixture
def session(address: str) -> Session:
    """Opens a client over HTTP that asks as a reader."""

    @asynccontextmanager
    async def opened(reader: str | None) -> AsyncIterator[Client]:
        async with Client(f"{address}?reader={reader}" if reader else address) as client:
            yield client

    return opened


@pytest.fixture
def over_stdio(data: Path) -> Session:
    """Opens a client of a server process of its own, which asks as a reader."""

    @asynccontextmanager
    async def opened(reader: str | None) -> AsyncIterator[Client]:
        words = ["mcp", "--data", str(data), *(["--reader", reader] if reader else [])]
        started = StdioServerParameters(command=str(PREVAIL), args=words, env=environment())
        async with Client(stdio_client(started)) as client:
            yield client

    return opened


def called(session: Session, tool: str, reader: str | None = None, **arguments: Any) -> Any:
    """What one call of a tool gives."""

    async def go() -> Any:
        async with session(reader) as client:
            return await client.call_tool(tool, arguments)

    return asyncio.run(go())


def read(session: Session, *addresses: str) -> list[str]:
    """The texts of resources."""

    async def go() -> list[str]:
        async with session(None) as client:
            return [(await client.read_resource(address)).contents[0].text for address in addresses]

    return asyncio.run(go())


def refused(session: Session, address: str) -> str:
    """Why a resource is not given."""

    async def go() -> str:
        async with session(None) as client:
            with pytest.raises(MCPError) as error:
                await client.read_resource(address)
            return str(error.value)

    return asyncio.run(go())


def test_every_tool_says_what_it_does_and_only_reads(session: Session) -> None:
    """A client sees the six tools, each with a description and a schema, none of them destructive."""

    async def go() -> Any:
        async with session(None) as client:
            return (await client.list_tools()).tools

    tools = asyncio.run(go())
    assert {tool.name for tool in tools} == TOOLS
    assert all(tool.description and tool.annotations.read_only_hint for tool in tools)
    asked = next(tool for tool in tools if tool.name == "ask").input_schema
    assert asked["required"] == ["question"]
    assert "reader" not in asked["properties"]


def test_an_answer_comes_with_its_quotes_and_a_refusal_with_its_reason(session: Session) -> None:
    """The outcome is the JSON of every other surface."""
    answer = called(session, "ask", question=QUESTION).structured_content
    assert answer["kind"] == "answer"
    assert "45 units" in answer["citations"][0]["quote"]
    assert answer["receipt_id"]
    refusal = called(session, "ask", question="What colour is the helicopter?").structured_content
    assert refusal["kind"] == "abstention"
    assert refusal["abstention"]["reason"]


def test_a_client_sees_what_its_reader_may_see_and_no_more(session: Session) -> None:
    """The later revision exists for Ada only, in answers, versions and resources."""
    assert not tells(json.dumps(called(session, "ask", question=QUESTION).structured_content), 75)
    hers = called(session, "ask", reader="ada", question=QUESTION).structured_content
    assert "75 units" in hers["citations"][0]["quote"]
    open_to_all = called(session, "history", work="Section 09 30 13").structured_content
    assert len(open_to_all["versions"]) == 2
    hidden = hers["citations"][0]["source_id"]
    assert called(session, "source", source_id=hidden).is_error
    assert "no source" in refused(session, f"prevail://sources/{hidden}")


def test_what_governs_is_told_for_a_day(session: Session) -> None:
    """On a day before the second revision the first one governed."""
    then = called(session, "governs", identifier="Section 09 30 13", as_of="2023-06-01").structured_content
    now = called(session, "governs", identifier="Section 09 30 13").structured_content
    assert [(m["version"], m["signal"]) for m in then["matches"]][0] == ("Revision A", "governs")
    assert [(m["version"], m["signal"]) for m in now["matches"]][0] == ("Revision B", "governs")


def test_a_text_says_first_that_it_does_not_govern(session: Session) -> None:
    """Who reads a superseded text as a resource is told so before the first word of it."""
    listed = json.loads(read(session, "prevail://sources")[0])["items"]
    assert {item["version"] for item in listed} == {"Revision A", "Revision B"}
    old = next(item["id"] for item in listed if item["version"] == "Revision A")
    (text,) = read(session, f"prevail://sources/{old}")
    assert text.startswith("[superseded: ")
    assert SLIP.format(36) in text


def test_a_server_over_stdio_asks_as_the_reader_it_was_started_for(over_stdio: Session) -> None:
    """The same tools and the same gate, in a process of the client's own."""

    async def go(reader: str | None) -> tuple[set[str], str]:
        async with over_stdio(reader) as client:
            tools = (await client.list_tools()).tools
            answer = await client.call_tool("ask", {"question": QUESTION})
            return {tool.name for tool in tools}, answer.structured_content["answer"]

    tools, answer = asyncio.run(go(None))
    assert tools == TOOLS
    assert tells(answer, 45)
    assert tells(asyncio.run(go("ada"))[1], 75)


def test_only_what_binds_is_listed_as_demanded(session: Session) -> None:
    """A superseded demand is not; on a day when it bound, it is."""
    found = called(session, "requirements", text="slip").structured_content
    assert [item["value"] for item in found["items"]] == [45]
    then = called(session, "requirements", as_of="2023-06-01").structured_content
    assert [item["value"] for item in then["items"]] == [36]
    assert called(session, "conflicts").structured_content["items"] == []


def test_a_mistake_is_answered_with_a_sentence_that_helps(session: Session) -> None:
    """Unknown names and values out of bounds are errors of the call, not of the server."""
    unknown = called(session, "governs", identifier="Nonsense 77")
    assert unknown.is_error
    assert "Nonsense 77" in unknown.content[0].text
    assert called(session, "ask", question="").is_error
    assert called(session, "requirements", cursor="nowhere").is_error
    project = called(session, "ask", question=QUESTION, project="Towr")
    assert "Tower" in project.content[0].text


def test_a_source_is_shown_with_a_stretch_of_its_text(session: Session) -> None:
    """Claims with their grounds, and the text from where it is wanted."""
    cited = called(session, "ask", question=QUESTION).structured_content["citations"][0]
    shown = called(session, "source", source_id=cited["source_id"], start=3).structured_content
    assert shown["text"]["from"] == 3
    assert cited["quote"] in shown["text"]["text"]
    assert any(claim["field"] == "version" for claim in shown["claims"])
    beyond = called(session, "source", source_id=cited["source_id"], start=10**6).structured_content
    assert beyond["text"]["text"] == ""
