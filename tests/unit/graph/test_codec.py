"""Records as JSON and back."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.codec import Record, decode, encode, from_plain, to_plain
from graph.errors import FixSetup, OurBug
from graph.model import Box, Edge, Node, Passage, Person, Span, Work
from graph.time import DateAnchor

KINDS = (*get_args(Node), Edge)
TEXTS = st.text(st.characters(), max_size=12)  # surrogates included
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
DATES = st.none() | st.dates()


def _spans() -> st.SearchStrategy[Span]:
    return st.tuples(st.integers(0, 2**40), st.integers(0, 999)).map(lambda pair: Span(pair[0], sum(pair)))


def _anchors() -> st.SearchStrategy[DateAnchor]:
    def anchor(first: date | None, last: date | None, text: str) -> DateAnchor:
        return DateAnchor(min(first, last), max(first, last), text) if first and last else DateAnchor(first, last, text)

    return st.builds(anchor, DATES, DATES, TEXTS)


def _records() -> st.SearchStrategy[Record]:
    st.register_type_strategy(str, TEXTS)
    st.register_type_strategy(float, FLOATS)
    st.register_type_strategy(Span, _spans())
    st.register_type_strategy(DateAnchor, _anchors())
    st.register_type_strategy(datetime, st.datetimes(timezones=st.just(UTC)))
    return st.one_of([st.from_type(kind) for kind in KINDS])


RECORD = st.deferred(_records)


@given(RECORD)
def test_every_record_reads_back_equal(record: Record) -> None:
    """Any kind with any values, through bytes and through plain dicts that JSON can carry."""
    assert decode(type(record), encode(record)) == record
    assert from_plain(type(record), json.loads(json.dumps(to_plain(record)))) == record


@given(RECORD)
def test_the_bytes_are_json_with_the_fields_of_the_class(record: Record) -> None:
    """So that any other program can read them."""
    assert list(json.loads(encode(record))) == list(type(record).__dataclass_fields__)


def _work(**changes: Any) -> Work:
    return replace(Work("w-1", None, "", datetime(2024, 1, 1, tzinfo=UTC)), **changes)


def test_a_work_is_written_as_one_would_by_hand() -> None:
    """Unknown is null, empty is empty, times are ISO 8601 in UTC."""
    assert encode(_work()) == (
        b'{"id":"w-1","number":null,"project":"","recorded_at":"2024-01-01T00:00:00Z","retracted_at":null}'
    )


def test_an_offset_from_utc_keeps_its_instant() -> None:
    """It is the same point of time, so it is equal."""
    local = datetime(2024, 1, 1, 5, tzinfo=timezone(timedelta(hours=5)))
    assert decode(Work, encode(_work(recorded_at=local))) == _work()


def test_an_unknown_field_is_refused_by_name() -> None:
    """At the top and inside, in bytes and in plain dicts: it is never dropped in silence."""
    plain = to_plain(_passage())
    plain["shade"] = "grey"
    plain["cells"] = [{"row": 0, "column": 0, "span": {"start": 0, "end": 1, "line": 4}, "header": False}]
    with pytest.raises(FixSetup, match=r"unknown fields cells\.span\.line, shade.*upgrade Prevail"):
        from_plain(Passage, plain)
    with pytest.raises(FixSetup, match=r"unknown fields cells\.span\.line, shade"):
        decode(Passage, json.dumps(plain).encode())


def test_a_field_that_was_added_later_has_its_default() -> None:
    """Records of an older version stay readable."""
    plain = to_plain(_passage())
    del plain["quoted"], plain["cells"]
    assert decode(Passage, json.dumps(plain).encode()) == _passage()


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"\xff", b'{"id":"w-1"}', encode(_work()).replace(b'""', b"7"), b'{"a":"\\ud800"}'],
)
def test_a_damaged_record_says_so(body: bytes) -> None:
    """Whatever the damage, the error is ours and tells what to do."""
    with pytest.raises(FixSetup, match="restore a backup"):
        decode(Work, body)


def test_a_span_out_of_order_is_damage() -> None:
    """The rules of the model hold for what is read, too."""
    body = encode(_passage()).replace(b'"start":0', b'"start":9')
    with pytest.raises(FixSetup, match="not a span"):
        decode(Passage, body)


@pytest.mark.parametrize(
    "wrong",
    [
        {"start_s": float("nan")},
        {"start_s": float("inf")},
        {"start_s": np.float32(0.5)},
        {"text": None},
        {"cells": []},
        {"ordinal": 1.5},
        {"span": Box(0, 0, 1, 1)},
    ],
)
def test_what_the_model_does_not_allow_is_not_written(wrong: dict[str, Any]) -> None:
    """The error names the record, and comes when it is written rather than when it is read."""
    with pytest.raises(OurBug, match=r"cannot store Passage 'p-1'"):
        encode(replace(_passage(), **wrong))


def test_lone_surrogates_are_escaped() -> None:
    """They are no UTF-8, but a file name of broken bytes has them."""
    odd = Person("n-1", "\udcff@", None, datetime(2024, 1, 1, tzinfo=UTC))
    assert b'"\\udcff@"' in encode(odd)
    assert decode(Person, encode(odd)) == odd


def _passage() -> Passage:
    return Passage(
        "p-1", "s-1", None, 0, "prose", Span(0, 5), "Doors", "", 1, None, None, datetime(2024, 1, 1, tzinfo=UTC)
    )
