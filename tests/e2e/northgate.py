"""A small railway project to be decided about in the browser; people, firms and numbers in it are invented."""

from __future__ import annotations

from pathlib import Path

from tests.fakes.shelf import section

PROJECT = "Northgate Station"
GAP = "How wide must the gap to the train be?"
OLD_GAP, NEW_GAP = "75 mm", "60 mm"
FORCE = "opening force"

DOCUMENTS = {
    "Platform gaps Rev A.txt": section(
        "34 42 14", "Platform Gaps", "A", "4 March 2024", f"The gap to the train shall be {OLD_GAP} wide."
    ),
    "Bulletin 9.txt": "Bulletin 9\nPlatform gaps\nDate: 7 October 2024\n\n1 General\n\n"
    f"This bulletin supersedes Section 34 42 14.\n\nThe gap to the train shall be {NEW_GAP} wide.\n",
    "Screen doors Rev A.txt": section(
        "34 42 13",
        "Platform Screen Doors",
        "A",
        "4 March 2024",
        "The opening force of a platform screen door shall be at most 110 N.",
    ),
    "Door motors Rev A.txt": section(
        "34 42 15",
        "Door Motors",
        "A",
        "5 March 2024",
        "The opening force of a platform screen door shall be at least 135 N.",
    ),
    "Двери.txt": "Раздел 34 42 16\nДвери платформы\nРедакция 1\nДата: 4 марта 2024\n\n"
    "1.1 Ширина двери должна быть не менее 1500 мм.\n",
    "站台.txt": "站台门\n日期：2024年3月4日\n\n1.1 站台门的宽度不应小于 1500 mm。\n",
    "Notes.txt": "ملاحظات الرصيف\n\nيجب أن يكون عرض الباب 1500 مم على الأقل.\n",
    "gaps.eml": "From: Wanda Pell <wanda@northgate.example>\nTo: Oskar Tain <oskar@railworks.example>\n"
    "Subject: Platform gaps\nDate: Mon, 7 Oct 2024 10:00:00 +0000\nMessage-ID: <gaps-1@northgate.example>\n\n"
    "Oskar,\n\nI will send the survey of the platform edge by 1 November 2024.\n\nWanda\n",
    "reply.eml": "From: Oskar Tain <oskar@railworks.example>\nTo: Wanda Pell <wanda@northgate.example>\n"
    "Subject: Re: Platform gaps\nDate: Tue, 8 Oct 2024 09:00:00 +0000\nMessage-ID: <gaps-2@railworks.example>\n"
    "In-Reply-To: <gaps-1@northgate.example>\nReferences: <gaps-1@northgate.example>\n\n"
    "Thank you, the trains are measured already.\n",
    "handrails.eml": "From: Wanda Pell <pell@stations.example>\nTo: Oskar Tain <oskar@railworks.example>\n"
    "Subject: Handrails\nDate: Wed, 9 Oct 2024 10:00:00 +0000\nMessage-ID: <rails-1@stations.example>\n\n"
    "Oskar,\n\nSite Instruction No. 4: paint the handrails of the north stair yellow.\n\nWanda\n",
}


def write_northgate(folder: Path) -> Path:
    """Puts the documents into a folder, which is made."""
    folder.mkdir(parents=True)
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder
