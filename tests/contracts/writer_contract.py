"""What every writer of drafts does, whoever runs the model: a real server and the fake alike."""

from __future__ import annotations

import pytest

from graph.errors import FixSetup
from retrieval.answering.generated.evidence import Evidence
from retrieval.answering.generated.ollama import OllamaWriter
from retrieval.answering.generated.prompt import Prompt, build_prompt
from retrieval.answering.generated.writer import CUT

EVIDENCE = (Evidence(1, "Yard manual, 4.2", "Mooring lines shall be inspected every 14 days."),)
PROMPT = build_prompt("How often are mooring lines inspected?", EVIDENCE)


class WriterContract:
    """The suite; a subclass provides the fixtures `url` of a server and `model` that it has."""

    def test_a_draft_comes_in_pieces_that_hold_words(self, url: str, model: str) -> None:
        """More pieces than one, and text in them."""
        pieces = list(OllamaWriter(model, url, most_tokens=24).write(PROMPT))
        assert len(pieces) > 1
        assert any(sign.isalpha() for sign in "".join(pieces))

    def test_the_same_prompt_gives_the_same_draft(self, url: str, model: str) -> None:
        """Temperature and seed are fixed."""
        writer = OllamaWriter(model, url, most_tokens=24)
        assert "".join(writer.write(PROMPT)) == "".join(writer.write(PROMPT))

    def test_a_draft_that_has_to_end_early_says_that_it_is_cut(self, url: str, model: str) -> None:
        """The tokens asked for are the most that come, and the last piece is the sign of a cut."""
        pieces = [piece for piece in OllamaWriter(model, url, most_tokens=3).write(PROMPT) if piece]
        assert pieces[-1] == CUT
        assert len(pieces) <= 4

    def test_the_weights_have_a_digest(self, url: str, model: str) -> None:
        """A name may be given to other weights; the digest may not."""
        writer = OllamaWriter(model, url)
        assert len(writer.digest() or "") == 64
        assert writer.check() == writer.digest()

    def test_an_unknown_model_is_named_with_the_way_to_get_it(self, url: str) -> None:
        """The set-up has to be mended; waiting does not help."""
        with pytest.raises(FixSetup, match="ollama pull nobody"):
            list(OllamaWriter("nobody", url).write(PROMPT))
        with pytest.raises(FixSetup, match="ollama pull nobody"):
            OllamaWriter("nobody", url).check()

    def test_leaving_a_draft_early_leaves_the_server_usable(self, url: str, model: str) -> None:
        """Somebody who goes away in the middle of an answer does not block the next one."""
        writer = OllamaWriter(model, url, most_tokens=24)
        first = writer.write(PROMPT)
        next(first)
        del first
        again = Prompt(PROMPT.system, PROMPT.text)
        assert list(writer.write(again))
