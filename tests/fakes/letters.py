"""Mails of a made-up site, short enough to see their thread."""

from __future__ import annotations

from collections.abc import Sequence

OLAF = "Olaf Brand <olaf@brand.example>"
MIRA = "Mira Halden <mira@halden.example>"


def letter(
    message_id: str,
    body: str,
    *,
    sender: str = OLAF,
    day: int = 6,
    answers: Sequence[str] = (),
    **headers: str,
) -> str:
    """A mail to Mira Halden in May 2024.

    Args:
        answers: Message ids that it refers to, the oldest first.
        headers: Further ones, their names with underscores for hyphens; of a name that is there already, instead.
    """
    lines = {
        "From": sender,
        "To": MIRA,
        "Date": f"{day} May 2024 09:00:00 +0000",
        "Subject": "RFI-031 Door D-201",
        "Message-ID": f"<{message_id}>",
        "In-Reply-To": f"<{answers[-1]}>" if answers else "",
        "References": " ".join(f"<{one}>" for one in answers),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
    }
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    return "\n".join(f"{name}: {value}" for name, value in lines.items() if value) + f"\n\n{body}\n"
