"""Measure rules against a model that proposes requirements, on judged quotes.

`python -m tests.benchmarks.proposer_benchmark` builds and starts an Ollama server with a very small model (see
`tests/services/ollama.py`); `--url URL --model NAME` asks one that runs. Each of the first judged quotes of the part
that may be looked at is one passage, read by rules alone, by the model alone, and by the model where rules left a
value unread. Right is what agrees with a judged value, unit and comparator.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from graph.demands import Requirement
from graph.errors import PrevailError
from graph.model import Passage
from graph.requirements.extract import extract
from graph.requirements.proposing import Proposer, Reading, verify, worth_asking
from graph.spans import Span
from retrieval.proposing import OllamaProposer
from tests.fakes.pages import NOON, page
from tests.quality.requirement_scores import Json, judged, score
from tests.services.ollama import MODEL, OllamaServer


@dataclass(slots=True)
class Asked:
    """What the model was asked, and what became of its answers."""

    passages: int = 0
    proposed: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    failures: int = 0


def quotes(count: int) -> list[Json]:
    """Judged rows of the first quotes of the dev part, each quote a document of its own."""
    rows = judged("dev")
    chosen = list(dict.fromkeys(row["quote"] for row in rows))[:: max(1, len({row["quote"] for row in rows}) // count)]
    numbers = {quote: str(number) for number, quote in enumerate(chosen[:count])}
    return [row | {"file": numbers[row["quote"]]} for row in rows if row["quote"] in numbers]


def by_rules(text: str) -> list[Requirement]:
    """What rules read in a text."""
    return extract(page(text), NOON)


def by_model(proposer: Proposer, asked: Asked, text: str, known: Sequence[Requirement]) -> list[Requirement]:
    """What is kept of the model's proposals; it is asked only where a value is unread."""
    passage = Passage(
        "p", "s", None, 0, "prose", Span(0, len(text)), text, "", len(text) // 4, None, None, recorded_at=NOON
    )
    reading = Reading(text, (), tuple(known))
    if not list(worth_asking(reading, [passage])):
        return []
    started = time.monotonic()
    asked.passages += 1
    try:
        answer = proposer.propose(text)
    except PrevailError as error:
        asked.failures += 1
        print(f"no answer: {error}")
        return []
    finally:
        asked.seconds += time.monotonic() - started
    verdict = verify(reading, passage, answer, proposer.name)
    asked.proposed += len(verdict.kept) + len(verdict.dropped)
    asked.dropped.update(reason.value for reason in verdict.dropped)
    return list(verdict.kept)


def report(title: str, rows: Sequence[Json], read: Callable[[str], Sequence[Requirement]]) -> None:
    """One line: right, read and wanted values."""
    texts = {row["file"]: row["quote"] for row in rows}
    scores = score(lambda name: (texts[name], read(texts[name])), rows)
    print(f"{title}: {scores.found} right of {scores.read} read, {scores.wanted} wanted, F1 {scores.f1:.3f}")


def measure(proposer: Proposer, count: int) -> None:
    """Prints the three paths and the model's account."""
    rows = quotes(count)
    alone, beside = Asked(), Asked()
    report("rules alone", rows, by_rules)
    report("model alone", rows, lambda text: by_model(proposer, alone, text, ()))
    report("rules and model", rows, lambda text: _both(proposer, beside, text))
    for title, asked in (("model alone", alone), ("beside rules", beside)):
        pace = asked.seconds / max(asked.passages, 1)
        kept = asked.proposed - asked.dropped.total()
        print(
            f"{title}: {asked.passages} passages asked, {asked.failures} failed, {pace:.1f} s each; "
            f"{asked.proposed} proposed, {kept} kept, {asked.dropped.total()} dropped"
        )
        for reason, number in asked.dropped.most_common():
            print(f"  {number} {reason}")


def _both(proposer: Proposer, asked: Asked, text: str) -> list[Requirement]:
    known = by_rules(text)
    return [*known, *by_model(proposer, asked, text, known)]


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quotes", type=int, default=40)
    parser.add_argument("--url", help="of a server that runs; else one is started")
    parser.add_argument("--model", default=MODEL)
    arguments = parser.parse_args()
    if arguments.url:
        measure(OllamaProposer(arguments.model, arguments.url), arguments.quotes)
        return
    with closing(OllamaServer()) as server:
        server.start()
        measure(OllamaProposer(arguments.model, server.url), arguments.quotes)


if __name__ == "__main__":
    main()
