"""Requirements in the Requirements Interchange Format (OMG ReqIF 1.2), for tools that manage them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby

from reqif.models.reqif_core_content import ReqIFCoreContent
from reqif.models.reqif_data_type import ReqIFDataTypeDefinitionString
from reqif.models.reqif_namespace_info import ReqIFNamespaceInfo
from reqif.models.reqif_req_if_content import ReqIFReqIFContent
from reqif.models.reqif_reqif_header import ReqIFReqIFHeader
from reqif.models.reqif_spec_hierarchy import ReqIFSpecHierarchy
from reqif.models.reqif_spec_object import ReqIFSpecObject, SpecObjectAttribute
from reqif.models.reqif_spec_object_type import ReqIFSpecObjectType, SpecAttributeDefinition
from reqif.models.reqif_specification import ReqIFSpecification
from reqif.models.reqif_specification_type import ReqIFSpecificationType
from reqif.models.reqif_types import SpecObjectAttributeType
from reqif.object_lookup import ReqIFObjectLookup
from reqif.reqif_bundle import ReqIFBundle
from reqif.unparser import ReqIFUnparser

Row = dict[str, str]

_STRING = SpecObjectAttributeType.STRING
_TEXT, _REQUIREMENT, _DOCUMENT = "type-text", "type-requirement", "type-document"
_UNHELD = dict.fromkeys((0xFFFE, 0xFFFF, *range(0xD800, 0xE000)))
_NAMES = {"quote": "ReqIF.Text", "subject": "ReqIF.Name", "id": "ReqIF.ForeignID"}
"""Columns that have a name of their own in the format's recommended attributes."""


def write_reqif(title: str, columns: Sequence[str], rows: Sequence[Row], at: datetime) -> bytes:
    """One specification for each document, its requirements in their order; every column is an attribute.

    Args:
        rows: Ordered by document; each has `id`, `work` and `version` among its columns.
    """
    moment = at.isoformat(timespec="seconds")
    specifications = [
        _specification(number, named, list(group), moment)
        for number, (named, group) in enumerate(groupby(rows, key=_document), 1)
    ]
    content = ReqIFReqIFContent(
        data_types=[ReqIFDataTypeDefinitionString(_TEXT, last_change=moment, long_name="Text", max_length="1000000")],
        spec_types=[
            ReqIFSpecObjectType(_REQUIREMENT, None, moment, "Requirement", [_definition(c, moment) for c in columns]),
            ReqIFSpecificationType(_DOCUMENT, last_change=moment, long_name="Document", is_self_closed=True),
        ],
        spec_objects=[_object(columns, row, moment) for row in rows],
        specifications=specifications,
    )
    bundle = ReqIFBundle(
        ReqIFNamespaceInfo.create_default(),
        ReqIFReqIFHeader("header", creation_time=moment, req_if_tool_id="Prevail", req_if_version="1.0",
                         source_tool_id="Prevail", title=_safe(title)),
        ReqIFCoreContent(content), False, ReqIFObjectLookup.empty(), [],
    )  # fmt: skip
    return str(ReqIFUnparser.unparse(bundle)).encode()


def _document(row: Row) -> str:
    return " ".join(filter(None, (row["work"], row["version"])))


def _definition(column: str, moment: str) -> SpecAttributeDefinition:
    return SpecAttributeDefinition(
        _STRING, f"attribute-{column}", _TEXT, last_change=moment, long_name=_NAMES.get(column, column)
    )


def _object(columns: Sequence[str], row: Row, moment: str) -> ReqIFSpecObject:
    values = [SpecObjectAttribute(_STRING, f"attribute-{c}", _safe(row[c])) for c in columns if row[c]]
    return ReqIFSpecObject(row["id"], values, _REQUIREMENT, last_change=moment)


def _specification(number: int, named: str, rows: Sequence[Row], moment: str) -> ReqIFSpecification:
    children = [
        ReqIFSpecHierarchy(
            identifier=f"place-{row['id']}", spec_object=row["id"], level=1, last_change=moment, editable=None,
            is_table_internal=None,
        )
        for row in rows
    ]  # fmt: skip
    return ReqIFSpecification(
        f"document-{number}", last_change=moment, long_name=_safe(named), values=[], specification_type=_DOCUMENT,
        children=children,
    )  # fmt: skip


def _safe(said: str) -> str:
    """Words in one line, without what XML cannot hold; the library escapes them."""
    held = "".join(sign for sign in said if sign >= " " or sign in "\t\n\r")
    return " ".join(held.translate(_UNHELD).split())
