"""How the conflict engine grows with the number of requirements: run `python -m tests.benchmarks.conflict_benchmark`.

The requirements are synthetic: 40 of each document of one project, 20 of each kind of thing with two properties, and
one in five of a door with a number of its own, so that a schedule of thousands of doors is in it. The number of kinds
grows with the number of requirements, as the number of subjects does of which a project's documents speak.

Each sentence has a word of its own, so that no two are the same to the linkage of sentences, which is its worst case.

Processor time is counted, for other programs may use the machine. On 1 December 2026, on a machine in use: 10,000
requirements took 5.5 s, 30,000 took 13.1 s and 100,000 took 64.7 s, which is 0.4 to 0.6 ms for each, with 2.9 findings
for each; without the linkage of sentences 10,000 took 2.5 s and 30,000 took 7.5 s.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import replace

from graph.conflicts.engine import conflicts, crowded, parties_of
from graph.demands import Quantity, Requirement
from graph.governing import Governing
from graph.identity import requirement_id
from graph.requirements.concepts import Concepts
from graph.spans import Span
from graph.vocabulary import CONFLICTING, Comparator, Modality
from tests.fakes.library import NOON, Library

SIZES = (1_000, 10_000, 100_000)
PROPERTIES = ("width", "height", "thickness", "fire resistance", "slope", "temperature", "flow rate", "voltage")
COMPARATORS = (Comparator.EQUAL, Comparator.AT_LEAST, Comparator.AT_MOST)


def made_up(count: int, seed: int = 7) -> tuple[list[Requirement], Governing]:
    """Requirements and the documents that demand them."""
    chance, library = random.Random(seed), Library()
    documents = max(25, count // 40)
    sources = [
        library.add(f"SPEC {at:05}", authority="specification", status="issued", date="2024-03-01")
        for at in range(documents)
    ]
    return [_requirement(chance, at, sources, count) for at in range(count)], library.governing()


def _requirement(chance: random.Random, at: int, sources: list[str], count: int) -> Requirement:
    kind = chance.randrange(max(count // 20, 1))
    subject = f"{_word(kind)} panel" if chance.random() < 0.8 else f"Door D-{chance.randrange(count)}"
    source, start = chance.choice(sources), 300 * at
    value = str(chance.choice((600, 800, 900, 1000, 1200)))
    named = chance.choice(PROPERTIES[kind % 4 * 2 : kind % 4 * 2 + 2])
    plain = Requirement(
        id="",
        source_id=source,
        clause_id=None,
        span=Span(start, start + 200),
        subject=subject,
        property=named,
        comparator=chance.choice(COMPARATORS),
        values=(Quantity(f"{value} mm", value, "mm", Span(start, start + len(value) + 3)),),
        modality=Modality.SHALL,
        confidence=0.95,
        method="made up",
        recorded_at=NOON,
        said=f"The {named} of the {subject} in the {_word(chance.randrange(count))} hall shall be",
    )
    return replace(plain, id=requirement_id(source, start, start + 200, subject))


def _word(number: int) -> str:
    """A word for a number, without digits: those would make it an identifier."""
    letters = chr(97 + number % 26)
    return letters if number < 26 else _word(number // 26) + letters


def main() -> None:
    """Prints one row for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    print("requirements  snapshot_s  parties_s  conflicts_s  per_requirement_us  found  to decide  crowded slots")
    for size in parser.parse_args().sizes:
        began = time.process_time()
        requirements, governing = made_up(size)
        built = time.process_time()
        parties = parties_of(requirements, governing, Concepts())
        placed = time.process_time()
        found = conflicts(requirements, governing, Concepts())
        done = time.process_time()
        to_decide = sum(one.kind in CONFLICTING for one in found)
        print(
            f"{size:12,}  {built - began:10.2f}  {placed - built:9.2f}  {done - placed:11.2f}  "
            f"{1e6 * (done - placed) / size:18.0f}  {len(found):5,}  {to_decide:9,}  {len(crowded(parties)):13}"
        )


if __name__ == "__main__":
    main()
