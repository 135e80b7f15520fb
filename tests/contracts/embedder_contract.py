"""What every `retrieval.protocols.Embedder` does. An implementation's tests subclass
`EmbedderContract` and give the fixture `embedder`."""

from __future__ import annotations

import numpy as np
import pytest

from retrieval.protocols import Embedder, Role

TEXTS = [
    "Stair 2 door: 90 minutes fire rating.",
    "",
    "RFC 9110 obsoletes RFC 7231.",
    "Предел огнестойкости не менее 90 минут.",
    "耐火极限不应低于1.5小时。",
    " \n\t ",
    "The slab is 200 mm thick. " * 40,
    "the of and",
]


class EmbedderContract:
    """The whole contract."""

    @pytest.mark.parametrize("role", ["query", "passage"])
    def test_every_text_gets_a_unit_vector_of_single_precision(self, embedder: Embedder, role: Role) -> None:
        """Blank texts and texts of function words as well."""
        vectors = embedder.embed(TEXTS, role)
        assert vectors.shape == (len(TEXTS), embedder.dimensions)
        assert vectors.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)

    def test_no_texts_give_no_rows(self, embedder: Embedder) -> None:
        """The result still has its width."""
        assert embedder.embed([], "passage").shape == (0, embedder.dimensions)

    def test_a_vector_depends_on_its_text_alone(self, embedder: Embedder) -> None:
        """Neither the company of other texts nor the place among them changes it."""
        together = embedder.embed(TEXTS, "passage")
        backwards = embedder.embed(TEXTS[::-1], "passage")[::-1]
        alone = np.concatenate([embedder.embed([text], "passage") for text in TEXTS])
        np.testing.assert_allclose(together, backwards, atol=1e-5)
        np.testing.assert_allclose(together, alone, atol=1e-5)

    def test_equal_texts_give_equal_vectors(self, embedder: Embedder) -> None:
        """Duplicates are no special case."""
        first, _, second = embedder.embed([TEXTS[0], TEXTS[6], TEXTS[0]], "passage")
        np.testing.assert_allclose(first, second, atol=1e-5)

    def test_different_texts_give_different_vectors(self, embedder: Embedder) -> None:
        """A text is nearer to itself than to one about something else."""
        first, second = embedder.embed([TEXTS[0], TEXTS[2]], "passage")
        assert float(first @ second) < 0.95

    def test_it_has_a_name(self, embedder: Embedder) -> None:
        """Vectors are kept under it, so it is one line of text."""
        assert embedder.name.strip() == embedder.name != ""
        assert "\n" not in embedder.name
