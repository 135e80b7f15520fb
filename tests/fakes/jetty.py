"""A small project whose texts contradict each other: two specifications, an addendum, a drawing and a drawing list.

All of it is invented: the Gull Jetty, its documents, and the people who write about it.
"""

from __future__ import annotations

from graph.vocabulary import AuthorityClass
from tests.fakes.shelf import Shelf, section

PROJECT = "Gull Jetty"

RAILS = section(
    "05 52 13",
    "Pipe Railings",
    "A",
    "4 March 2025",
    "The handrail of the gangway shall be 1000 mm high.",
    "Railing posts shall be spaced at most 1500 mm apart. Railing posts shall have a diameter of 60 mm.",
    "Mooring rings shall have a diameter of 80 mm.",
)
DECKING = section(
    "06 73 00",
    "Composite Decking",
    "A",
    "11 March 2025",
    "The handrail of the gangway shall be 1100 mm high.",
    "Deck boards shall be at least 25 mm thick.",
    "Railing posts shall have a diameter of 48 mm.",
)
ADDENDUM = (
    "Addendum 2\nDate: 5 May 2025\nStatus: Issued\n\n1 General\n\n1.1 Deck boards\n\n"
    "Deck boards shall be at most 22 mm thick.\n"
)
DRAWING_LIST = (
    "Drawing List DL-1\nDate: 1 April 2025\nStatus: Issued\n\n1 General\n\n"
    "1.1 Rings\n\nMooring rings shall have a diameter of 100 mm.\n"
)


def fill(shelf: Shelf) -> dict[str, str]:
    """Puts the project on a shelf; gives source ids by file name."""
    return {
        "rails.txt": shelf.put("rails.txt", RAILS, PROJECT),
        "decking.txt": shelf.put("decking.txt", DECKING, PROJECT),
        "addendum.txt": shelf.put("addendum.txt", ADDENDUM, PROJECT),
        "list.txt": shelf.put("list.txt", DRAWING_LIST, PROJECT, authority=AuthorityClass.DRAWING),
    }
