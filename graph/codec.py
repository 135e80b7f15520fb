"""Nodes and edges as JSON and back, without loss.

A record is read only if writing it again would say everything that it said: a field that this
program does not know is an error, never dropped. A record is written only if it reads back equal,
so that nothing is stored that could not be read (a NaN, a list where the model has a tuple).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar

import msgspec

from graph.errors import FixSetup, OurBug
from graph.model import Edge, Node

Record = Node | Edge
R = TypeVar("R", bound=Record)


def encode(record: Record) -> bytes:
    """The record as UTF-8 JSON: one object, fields in the order of the class.

    Raises:
        OurBug: A field holds what its type does not allow; the message names the record.
    """
    try:
        body = _to_json(record)
        back = _from_json(type(record), body)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise OurBug(f"cannot store {type(record).__name__} {record.id!r}: {error}") from error
    if back != record:
        raise OurBug(f"cannot store {type(record).__name__} {record.id!r}: it would read back as {back!r}")
    return body


def decode(kind: type[R], body: bytes) -> R:
    """The record of that class that `encode` wrote; a field missing since then has its default.

    Raises:
        FixSetup: The JSON is damaged or says something that this version does not know.
    """
    try:
        record = _from_json(kind, body)
        kept = _to_json(record)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise _unreadable(kind, str(error)) from error
    if kept != body:
        _refuse_unknown(kind, json.loads(body), json.loads(kept))
    return record


def to_plain(record: Record) -> dict[str, Any]:
    """The record as dicts, lists, strings, numbers and None; times and dates are ISO 8601."""
    plain: dict[str, Any] = msgspec.to_builtins(record)
    return plain


def from_plain(kind: type[R], plain: dict[str, Any]) -> R:
    """The record that `to_plain` gave.

    Raises:
        FixSetup: A field is missing, of the wrong type, or unknown to this version.
    """
    try:
        record = msgspec.convert(plain, kind)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise _unreadable(kind, str(error)) from error
    _refuse_unknown(kind, plain, to_plain(record))
    return record


_encoder = msgspec.json.Encoder()


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _to_json(record: Record) -> bytes:
    try:
        return _encoder.encode(record)
    except UnicodeEncodeError:  # a lone surrogate, as in a file name of broken bytes: escaped
        return json.dumps(msgspec.to_builtins(record), separators=(",", ":"), allow_nan=False).encode("ascii")


def _from_json(kind: type[R], body: bytes) -> R:
    try:
        record: R = _decoder(kind).decode(body)  # type: ignore[arg-type]  # a class is hashable
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:  # msgspec reads no escaped lone surrogate, the standard library does
        return msgspec.convert(json.loads(body), kind)
    return record


def _refuse_unknown(kind: type[object], said: object, kept: object) -> None:
    unknown = sorted(set(_unknown_fields(said, kept, "")))
    if unknown:
        raise _unreadable(kind, f"unknown fields {', '.join(unknown)}")


def _unknown_fields(said: object, kept: object, path: str) -> Iterator[str]:
    if isinstance(said, dict) and isinstance(kept, dict):
        for name, value in said.items():
            if name in kept:
                yield from _unknown_fields(value, kept[name], f"{path}{name}.")
            else:
                yield f"{path}{name}"
    elif isinstance(said, list | tuple) and isinstance(kept, list | tuple):
        for one, other in zip(said, kept, strict=False):
            yield from _unknown_fields(one, other, path)


def _unreadable(kind: type[object], why: str) -> FixSetup:
    return FixSetup(
        f"a stored {kind.__name__} cannot be read ({why}); "
        "it is damaged or was written by a newer version of Prevail: upgrade Prevail, or restore a backup"
    )
