"""Long threads made up: every message quotes the whole of the one before, as programs of several languages do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime

Quote = Callable[[str, str, str], str]
"""Author, time and body of the message before, to what stands of it below the new words."""

AUTHORS = ("Anna Quill <anna@quillandtern.example>", "Ivo Brandt <ivo@brandt-bau.example>")
WORDS = {
    "en": "Point {n}: the clear width of stair {n} is {v} mm and its handrail stands at 1,000 mm.",
    "ru": "Пункт {n}: ширина марша лестницы {n} равна {v} мм, высота поручня 1000 мм.",
    "zh": "第{n}点：楼梯{n}的净宽为{v}毫米，扶手高度为1000毫米。",
    "ar": "النقطة {n}: العرض الصافي للدرج {n} هو {v} مم وارتفاع الدرابزين 1000 مم.",
}
_CLOSINGS = {"en": "Kind regards,", "ru": "С уважением,", "zh": "此致", "ar": "مع التحية،"}
_BLOCKS = {
    "en": ("From: ", "Sent: ", "To: ", "Subject: "),
    "ru": ("От: ", "Отправлено: ", "Кому: ", "Тема: "),
    "zh": ("发件人: ", "发送时间: ", "收件人: ", "主题: "),
    "ar": ("من: ", "تاريخ الإرسال: ", "إلى: ", "الموضوع: "),
}
_LEADS = {
    "en": "On {when}, {who} wrote:",
    "ru": "{when}, {who} пишет:",
    "zh": "在 {when}，{who} 写道：",
    "ar": "في {when} كتب {who}:",
}


def outlook(language: str) -> Quote:
    """A header block, the body below it without marks."""
    sender, sent, to, subject = _BLOCKS[language]
    return lambda who, when, body: (
        f"{sender}{who}\n{sent}{when}\n{to}{AUTHORS[0]}, {AUTHORS[1]}\n{subject}RE: Stairs\n\n{body}"
    )


def attributed(language: str) -> Quote:
    """An attribution, each line of the body with a mark more."""
    return lambda who, when, body: f"{_LEADS[language].format(who=who, when=when)}\n\n{_marked(body)}"


def _marked(body: str) -> str:
    return "\n".join(f">{line}" if line.startswith(">") else f"> {line}".rstrip() for line in body.split("\n"))


def thread(language: str, quote: Quote, wanted: Sequence[int], *, below: bool = False) -> Iterator[tuple[int, bytes]]:
    """Some messages by their numbers; with `below` the new words stand under the quoted ones."""
    body = ""
    for n in range(1, max(wanted) + 1):
        author = AUTHORS[n % 2]
        sent = datetime(2031, 6, 2, 9, 0, tzinfo=UTC) + timedelta(hours=n)
        name = author.partition(" <")[0]
        new = f"{WORDS[language].format(n=n, v=1000 + n)}\n\n{_CLOSINGS[language]}\n{name}"
        if body:
            earlier = quote(AUTHORS[(n - 1) % 2], f"{sent - timedelta(hours=1):%d.%m.%Y %H:%M}", body)
            body = f"{earlier}\n\n{new}" if below else f"{new}\n\n{earlier}"
        else:
            body = new
        if n in wanted:
            yield n, _message(n, author, sent, body)


def page_thread(wanted: Sequence[int], *, gmail: bool) -> Iterator[tuple[int, bytes]]:
    """The same in HTML: nested containers, or one header block after the other."""
    body = ""
    for n in range(1, max(wanted) + 1):
        author = AUTHORS[n % 2]
        sent = datetime(2031, 6, 2, 9, 0, tzinfo=UTC) + timedelta(hours=n)
        new = f"<div>{WORDS['en'].format(n=n, v=1000 + n)}</div><div>Kind regards,<br>{author.partition(' <')[0]}</div>"
        earlier = AUTHORS[(n - 1) % 2].replace("<", "&lt;").replace(">", "&gt;")
        if body and gmail:
            lead = f"On {sent:%a, %d %b %Y at %H:%M} {earlier} wrote:"
            body = f'{new}<div class="gmail_quote"><div>{lead}</div><blockquote>{body}</blockquote></div>'
        elif body:
            rule = '<div style="border:none;border-top:solid #E1E1E1 1.0pt">'
            block = f"<p><b>From:</b> {earlier}<br><b>Sent:</b> {sent:%d %B %Y %H:%M}<br><b>To:</b> x<br>"
            block += "<b>Subject:</b> y</p>"
            body = f"{new}{rule}{block}</div>{body}"
        else:
            body = new
        if n in wanted:
            yield n, _message(n, author, sent, f"<html><body>{body}</body></html>", "html")


def _message(n: int, author: str, sent: datetime, body: str, kind: str = "plain") -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = author, AUTHORS[(n + 1) % 2]
    message["Subject"] = "RE: Stairs" if n > 1 else "Stairs"
    message["Date"], message["Message-ID"] = format_datetime(sent), f"<{n}@stairs.example>"
    if n > 1:
        message["In-Reply-To"] = f"<{n - 1}@stairs.example>"
    message.set_content(body, subtype=kind)
    return message.as_bytes()
