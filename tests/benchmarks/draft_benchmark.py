"""What becomes of the drafts of a very small real model: how many are worded by it, and whether anything slips through.

`python -m tests.benchmarks.draft_benchmark [QUESTIONS] [TOKENS]` starts a real Ollama with SmolLM2-135M, asks about
everything that the sample project demands (all of it, or so many questions) with drafts of at most so many tokens (32),
and prints how many answers the model worded, why the others stayed extractive, what was left out of the drafts by kind,
and what a second opinion (`tests.quality.unsupported`) finds in the sentences that were let through. A draft takes
seconds on a quiet machine.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.sample import facts
from app.sample.project import write_sample
from app.settings import load_settings
from app.use_cases.ask import AskRequest, ask
from app.use_cases.ingest import IngestRequest, ingest
from app.wiring import Services, open_services
from graph.demands import Requirement
from graph.progress import silent
from retrieval.answering.generated.ollama import OllamaWriter
from tests.quality.unsupported import unsupported
from tests.services.ollama import MODEL, OllamaServer

TIMEOUT_S = 300.0
TOKENS = 32


@contextmanager
def sample() -> Iterator[Services]:
    """The sample project in a directory of its own."""
    with tempfile.TemporaryDirectory() as folder:
        write_sample(Path(folder) / "documents")
        named = {"PREVAIL_DATA": f"{folder}/data", "PREVAIL_EMBEDDER": "hashed", "PREVAIL_ANSWERER": f"ollama:{MODEL}"}
        with open_services(load_settings(named), write=True) as services:
            ingest(services, IngestRequest(paths=(Path(folder) / "documents",), project=facts.PROJECT), silent)
            yield services


def questions(services: Services) -> list[str]:
    """One or two about every requirement that was read, in the words of the texts."""
    with services.store.read() as store:
        demands = list(store.find(Requirement))
    asked = [f"What is the {one.property} of the {one.subject}?" for one in demands if one.property]
    asked += [f"Which {one.property} must the {one.subject} have?" for one in demands if one.property]
    return list(dict.fromkeys(asked))


def run(services: Services, asked: list[str]) -> None:
    """Asks, and prints a line for each draft and the sums at the end."""
    wrote: Counter[str] = Counter()
    removed: Counter[str] = Counter()
    flaws: list[str] = []
    for question in asked:
        started = time.perf_counter()
        outcome = ask(services, AskRequest(question, project=facts.PROJECT))
        how = outcome["answerer"]
        wrote["the model" if how["why"] is None else str(how["why"])] += 1
        removed.update(how["removed"])
        if how["why"] is None:
            flaws += unsupported(outcome)
        print(f"{time.perf_counter() - started:6.1f} s  {how['why'] or 'worded'}: {question}", flush=True)
    for name, counts in (("worded by", wrote), ("sentences left out", removed)):
        print(name, dict(counts.most_common()))
    print(f"{len(asked)} questions; unsupported sentences that were let through: {len(flaws)}", *flaws, sep="\n")


def main() -> None:
    """Starts the server and runs."""
    most, tokens = (int(word) for word in [*sys.argv[1:], *("0", str(TOKENS))[len(sys.argv) - 1 :]])
    server = OllamaServer()
    server.start()
    try:
        with sample() as services:
            services.__dict__["writer"] = OllamaWriter(MODEL, server.url, TIMEOUT_S, tokens)
            run(services, questions(services)[: most or None])
    finally:
        server.close()


if __name__ == "__main__":
    main()
