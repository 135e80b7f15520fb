"""Files that routes give: what each form is called in HTTP, and that a browser keeps it instead of showing it."""

from __future__ import annotations

from litestar import Response

MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "md": "text/markdown; charset=utf-8",
    "pdf": "application/pdf",
    "reqif": "application/xml",
}
"""By the form, which is the ending of the file's name."""


def file_response(body: bytes, name: str, form: str) -> Response[bytes]:
    """A file of that form to be kept.

    Args:
        name: Without its ending.
    """
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    return Response(body, media_type=MEDIA_TYPES[form], headers=headers)
