"""Threads of a real Outlook data file, whose messages have conversation indexes and no references."""

from __future__ import annotations

from connectors.files import FileConnector
from connectors.parsing import parse
from connectors.sandbox import ParserPool
from graph.threads import Basis
from graph.vocabulary import ClaimField
from tests.fakes.letters import drawn, letter, trees_of
from tests.services.pst import ensure_samples


def test_the_conversation_indexes_of_a_data_file_make_its_threads() -> None:
    """Of 71 messages two are one step below another one; the rest stand alone, whatever their subjects."""
    [item] = [item for batch in FileConnector([ensure_samples() / "enron.pst"]).changes(None) for item in batch.upserts]
    assert item.members is not None
    with ParserPool() as pool:
        documents = {one.remote_id: parse(one.load(), one.name) for one in item.members(pool.run).items}
    titles = {
        name: next(statement.value for statement in document.statements if statement.field is ClaimField.TITLE)
        for name, document in documents.items()
        if any(statement.field is ClaimField.TITLE for statement in document.statements)
    }
    trees = trees_of(documents)
    assert sum(len(tree.posts) for tree in trees) == 71
    assert sorted(drawn(tree, titles) for tree in trees if tree.basis is not Basis.ALONE) == [
        ["EOL Confirmation -Transwestern Pipeline Company", "  EOL Confirmation -Transwestern Pipeline Company"],
        ["New PNR points for Transwestern", "  FW: New PNR points for Transwestern"],
    ]
    assert {tree.basis for tree in trees} == {Basis.ALONE, Basis.THREAD_INDEX}


def test_forty_replies_with_full_quotation_are_one_chain() -> None:
    """Each quotes all before it and refers to all before it; each hangs below the one it answers."""
    said, documents = "Which rating does door D-201 need?", {}
    for n in range(41):
        mail = letter(f"m{n}@x", said, day=1 + n // 2, answers=[f"m{k}@x" for k in range(n)])
        documents[f"{n}.eml"] = parse(mail.encode(), f"{n}.eml")
        said = f"Word {n}.\n\nOn Mon, 6 May 2024, Olaf Brand <olaf@brand.example> wrote:\n" + "\n".join(
            f"> {line}" for line in said.split("\n")
        )
    (tree,) = trees_of(documents)
    assert drawn(tree) == ["  " * n + f"m{n}@x" for n in range(41)]
