"""Outlook's own files, written small: `.msg` (a compound file of property streams) and TNEF."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

Value = str | bytes | int | datetime
Tree = dict[str, "bytes | Tree"]

_SECTOR, _MINI, _CUTOFF = 512, 64, 4096
_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)


@dataclass
class Part:
    """An attachment: its properties, and the item that it is where it is one."""

    properties: Mapping[int, Value]
    item: Item | None = None


@dataclass
class Item:
    """A message by its MAPI properties."""

    properties: Mapping[int, Value] = field(default_factory=dict)
    recipients: Sequence[Mapping[int, Value]] = ()
    parts: Sequence[Part] = ()


def msg_file(item: Item) -> bytes:
    """An Outlook message ([MS-OXMSG])."""
    return _compound(_message(item, 32))


def tnef_file(item: Item) -> bytes:
    """A TNEF file ([MS-OXTNEF])."""
    objects = [(1, 0x9006, 8, struct.pack("<I", 0x10000)), (1, 0x9007, 6, struct.pack("<II", 1252, 0))]
    objects.append((1, 0x9003, 6, _mapi(item.properties)))
    for part in item.parts:
        objects.append((2, 0x9002, 6, bytes(14)))
        properties = dict(part.properties)
        data = properties.pop(0x3701, None)
        if isinstance(data, bytes):
            objects.append((2, 0x800F, 6, data))
        packed = _mapi(properties, tnef_file(part.item) if part.item else None)
        objects.append((2, 0x9005, 6, packed))
    return b"\x78\x9f\x3e\x22\x01\x00" + b"".join(_object(*one) for one in objects) + bytes(16)


def _object(level: int, name: int, kind: int, data: bytes) -> bytes:
    return struct.pack("<BHHI", level, name, kind, len(data)) + data + struct.pack("<H", sum(data) & 0xFFFF)


def _mapi(properties: Mapping[int, Value], embedded: bytes | None = None) -> bytes:
    packed = [_mapi_value(identifier, value) for identifier, value in properties.items()]
    if embedded is not None:
        content = struct.pack("<I", 0x00020307) + bytes(4) + b"\xc0" + bytes(6) + b"\x46" + embedded
        packed.append(struct.pack("<HHII", 0x000D, 0x3701, 1, len(content)) + content + bytes(-len(content) % 4))
    return struct.pack("<I", len(packed)) + b"".join(packed)


def _mapi_value(identifier: int, value: Value) -> bytes:
    if isinstance(value, int):
        return struct.pack("<HHI", 3, identifier, value)
    if isinstance(value, datetime):
        return struct.pack("<HHQ", 0x40, identifier, _ticks(value))
    kind, data = (0x1F, value.encode("utf-16-le") + b"\0\0") if isinstance(value, str) else (0x102, value)
    return struct.pack("<HHII", kind, identifier, 1, len(data)) + data + bytes(-len(data) % 4)


def _ticks(moment: datetime) -> int:
    return int((moment - _EPOCH).total_seconds()) * 10_000_000


def _message(item: Item, header_bytes: int) -> Tree:
    tree = _streams(item.properties, header_bytes)
    for number, recipient in enumerate(item.recipients):
        tree[f"__recip_version1.0_#{number:08X}"] = _streams(recipient, 8)
    for number, part in enumerate(item.parts):
        branch = _streams(part.properties, 8)
        if part.item is not None:
            branch["__substg1.0_3701000D"] = _message(part.item, 24)
        tree[f"__attach_version1.0_#{number:08X}"] = branch
    return tree


def _streams(properties: Mapping[int, Value], header_bytes: int) -> Tree:
    tree: Tree = {}
    table = bytes(header_bytes)
    for identifier, value in properties.items():
        if isinstance(value, int):
            table += struct.pack("<HHIQ", 3, identifier, 6, value)
        elif isinstance(value, datetime):
            table += struct.pack("<HHIQ", 0x40, identifier, 6, _ticks(value))
        else:
            kind, data = (0x1F, value.encode("utf-16-le")) if isinstance(value, str) else (0x102, value)
            table += struct.pack("<HHIQ", kind, identifier, 6, len(data))
            tree[f"__substg1.0_{identifier:04X}{kind:04X}"] = data
    tree["__properties_version1.0"] = table
    return tree


class _Compound:
    """A compound file ([MS-CFB]) in the making: sectors, their chains, the directory."""

    def __init__(self) -> None:
        self.sectors: list[bytes] = []
        self.chains: list[int] = []
        self.mini = bytearray()
        self.mini_chains: list[int] = []
        self.entries: list[bytes] = []

    def chain(self, data: bytes) -> int:
        """Write some bytes into sectors of their own; the number of the first."""
        if not data:
            return _END
        first = len(self.sectors)
        for at in range(0, len(data), _SECTOR):
            self.sectors.append(data[at : at + _SECTOR].ljust(_SECTOR, b"\0"))
            self.chains.append(len(self.sectors))
        self.chains[-1] = _END
        return first

    def stream(self, data: bytes) -> int:
        """Write a stream where its size wants it."""
        if len(data) >= _CUTOFF or not data:
            return self.chain(data)
        first = len(self.mini) // _MINI
        self.mini += data.ljust(len(data) + -len(data) % _MINI, b"\0")
        count = len(self.mini) // _MINI - first
        self.mini_chains += [*range(first + 1, first + count), _END]
        return first

    def add(self, name: str, branch: bytes | Tree, right: int) -> int:
        """Write an entry of the directory, what is below it first; its number."""
        child, start, size = _FREE, 0, 0
        if isinstance(branch, dict):
            for inner, below in branch.items():
                child = self.add(inner, below, child)
        else:
            start, size = self.stream(branch), len(branch)
        self.entries.append(_entry(name, 1 if isinstance(branch, dict) else 2, right, child, start, size))
        return len(self.entries)  # the root is entry 0


def _entry(name: str, kind: int, right: int, child: int, start: int, size: int) -> bytes:
    written = name.encode("utf-16-le") + b"\0\0"
    head = written.ljust(64, b"\0") + struct.pack("<HBBIII", len(written), kind, 1, _FREE, right, child)
    return head + bytes(36) + struct.pack("<IQ", start, size)


def _compound(tree: Tree) -> bytes:
    file = _Compound()
    child = _FREE
    for name, branch in tree.items():
        child = file.add(name, branch, child)
    mini = bytes(file.mini)
    root = _entry("Root Entry", 5, _FREE, child, file.chain(mini), len(mini))
    directory = file.chain(b"".join([root, *file.entries]).ljust(-(-(len(file.entries) + 1) // 4) * _SECTOR, b"\0"))
    packed = struct.pack(f"<{len(file.mini_chains)}I", *file.mini_chains)
    mini_fat = file.chain(packed.ljust(len(packed) + -len(packed) % _SECTOR, b"\xff"))
    per = _SECTOR // 4
    fats = next(n for n in range(1, 110) if n * per >= len(file.sectors) + n)
    first_fat = len(file.sectors)
    table = [*file.chains, *[_FAT] * fats]
    fat = struct.pack(f"<{len(table)}I", *table).ljust(fats * _SECTOR, b"\xff")
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack("<IIIII", 0, fats, directory, 0, _CUTOFF)
    head += struct.pack("<IIII", mini_fat, len(packed + bytes(-len(packed) % _SECTOR)) // _SECTOR, _END, 0)
    head += struct.pack(f"<{fats}I", *range(first_fat, first_fat + fats)).ljust(436, b"\xff")
    return head + b"".join(file.sectors) + fat
