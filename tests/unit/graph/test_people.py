"""Who is meant: addresses, names, and what persons said of them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graph.correspondence import PersonLink
from graph.identity import person_link_id
from graph.people import Mention, Usage, alike, components, mention_of, name_key, normal_address, parted, people_of
from graph.vocabulary import EdgeType

NOW = datetime(2024, 5, 6, tzinfo=UTC)


def _link(one: str, other: str, same: bool = True) -> PersonLink:
    return PersonLink(person_link_id(one, other), one, other, same, "Ida Fischer", NOW)


def _used(**names: str) -> dict[str, Usage]:
    """Addresses a@x, b@x, …, each used once under a name."""
    usages = {}
    for local, name in names.items():
        usage = Usage()
        usage.add(EdgeType.SENT_BY, f"m-{local}", name)
        usages[f"{local}@x"] = usage
    return usages


@pytest.mark.parametrize(
    ("written", "mention"),
    [
        ("Ada Stone <Ada.Stone@Halden.example>", Mention("Ada Stone", "ada.stone@halden.example")),
        ("ada@halden.example", Mention(None, "ada@halden.example")),
        ('"ada@halden.example" <ada@halden.example>', Mention(None, "ada@halden.example")),
        ("Ada Stone", Mention("Ada Stone", None)),
        ("", Mention(None, None)),
    ],
)
def test_a_mention_has_a_name_and_an_address(written: str, mention: Mention) -> None:
    """As headers write them; an address in the place of a name is no name."""
    assert mention_of(written) == mention


def test_addresses_are_compared_without_case_and_with_their_tags() -> None:
    """A tag may be another reader; a domain has one form, however its letters are written."""
    assert normal_address("Ada+Site@BÜRO.example.") == normal_address("ada+site@xn--bro-hoa.example")
    assert normal_address("ada+site@x.example") != normal_address("ada@x.example")
    assert normal_address("'ada@x.example'") == normal_address("<ada@x.example>") == "ada@x.example"


def test_a_name_is_known_by_its_words() -> None:
    """In any order; a single word, such as that of a mailbox, is nobody's name."""
    assert name_key("Stone, Ada") == name_key("Ada Stone")
    assert name_key("Info") is None


def test_people_are_apart_until_somebody_joins_them() -> None:
    """One name at two addresses is two people; a word of a person makes them one, with both histories."""
    usages = _used(a="Ada Stone", b="Ada Stone", c="Olaf Brand")
    assert [person.addresses for person in people_of(usages, [])] == [("a@x",), ("b@x",), ("c@x",)]
    joined = people_of(usages, [_link("a@x", "b@x")])
    assert [(person.addresses, person.sent) for person in joined] == [(("a@x", "b@x"), 2), (("c@x",), 1)]
    assert joined[0].names == {"Ada Stone": 2}


def test_a_word_on_somebody_who_is_not_there_says_nothing() -> None:
    """A link to an address that is not seen joins nobody and is not shown."""
    (person,) = people_of(_used(a="Ada Stone"), [_link("a@x", "z@x")])
    assert (person.addresses, person.links) == (("a@x",), ())


def test_one_name_at_two_addresses_is_only_proposed() -> None:
    """Until somebody says that they are two."""
    usages = _used(a="Ada Stone", b="Stone, Ada", c="Olaf Brand")
    (found,) = alike(people_of(usages, []), [])
    assert [person.addresses for person in found.people] == [("a@x",), ("b@x",)]
    refused = [_link("a@x", "b@x", same=False)]
    assert alike(people_of(usages, refused), refused) == []
    joined = [_link("a@x", "b@x")]
    assert alike(people_of(usages, joined), joined) == []


def test_words_may_not_join_through_a_third_whom_they_part() -> None:
    """A is B and B is C, but A is not C: the last word is contradicted, and named."""
    parting = _link("a@x", "c@x", same=False)
    assert parted([_link("a@x", "b@x"), _link("b@x", "c@x"), parting]) == [parting]
    assert parted([_link("a@x", "b@x"), parting]) == []


def test_joined_addresses_are_found_from_any_of_them() -> None:
    """Also through addresses that were not asked for."""
    links = [_link("a@x", "b@x"), _link("b@x", "c@x")]
    assert components(["c@x"], links) == [("a@x", "b@x", "c@x")]
