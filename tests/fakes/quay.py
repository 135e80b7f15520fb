"""A small project with something to decide: two revisions, a draft bulletin, an addendum and a mail."""

from __future__ import annotations

from tests.fakes.shelf import Shelf, section

PROJECT = "Quay"
SLIP = "What slip resistance must floor tiles in wet areas have?"
GROUT = "How wide must grout joints be?"

_TILES = "Floor tiles in wet areas shall have a slip resistance of at least {} units."
DOCUMENTS = {
    "tiling-a.txt": section("09 30 13", "Ceramic Tiling", "A", "2 February 2023", _TILES.format(36)),
    "tiling-b.txt": section("09 30 13", "Ceramic Tiling", "B", "6 May 2024", _TILES.format(45)),
    "grout.txt": section(
        "09 30 23", "Grout", "A", "1 March 2023", "Grout joints shall be 3 mm wide.", "Grout is grey."
    ),
    "bulletin.txt": "Bulletin 4\nGrouting\nDate: 7 October 2024\nStatus: Draft\n\n1 General\n\n"
    "This bulletin supersedes Section 09 30 23.\n\nGrout joints shall be 8 mm wide.\n",
    "addendum.txt": "Addendum 3\nDate: 9 September 2024\n\n1 Changes\n\nIn Section 09 30 23, delete clause 1.1 and "
    "substitute:\n\nGrout joints shall be 5 mm wide.\n",
    "mail.eml": "From: Olaf Brand <olaf@quay.example>\nTo: Ada Stone <ada@quay.example>\nSubject: Tiles\n"
    "Date: Mon, 7 Oct 2024 10:00:00 +0000\nMessage-ID: <1@quay.example>\n\nThe tiles have arrived on site.\n",
}


def fill(shelf: Shelf) -> dict[str, str]:
    """Puts the project on a shelf; gives source ids by file name."""
    return {name: shelf.put(name, text, PROJECT) for name, text in DOCUMENTS.items()}
