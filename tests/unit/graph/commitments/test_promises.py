"""Promises in mail, talk and minutes, and what only looks like one."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.vocabulary import CommitmentKind
from tests.fakes.conversations import mail, minutes, read, talk
from tests.unit.graph.commitments.sayings import (
    SPOKEN_OTHERWISE,
    SPOKEN_PROMISES,
    WRITTEN_OTHERWISE,
    WRITTEN_PROMISES,
)


@pytest.mark.parametrize("words", WRITTEN_PROMISES)
def test_a_message_promises(words: str) -> None:
    """The promise is quoted from the message."""
    heard = mail(words)
    promised = heard.quotes(CommitmentKind.COMMITMENT)
    assert promised
    assert all(quote in words for quote in promised)


@pytest.mark.parametrize("words", WRITTEN_OTHERWISE)
def test_a_message_promises_nothing(words: str) -> None:
    """Questions, offers, conditions, reports, politeness, properties of things."""
    assert mail(words).quotes(CommitmentKind.COMMITMENT) == []


@pytest.mark.parametrize("words", SPOKEN_PROMISES)
def test_a_speaker_promises(words: str) -> None:
    """The promise is the speaker's, with the time of the turn."""
    heard = talk(("Chair", "Good morning."), ("Ann Reed", words), ("Tom Hill", "Okay."))
    promises = [one for one in heard.found if one.kind is CommitmentKind.COMMITMENT]
    assert {(one.who, one.speaker, one.start_s) for one in promises} == {("Ann Reed", "Ann Reed", 10.0)}


@pytest.mark.parametrize("words", SPOKEN_OTHERWISE)
def test_a_speaker_promises_nothing(words: str) -> None:
    """Procedure of the meeting, what is done on the spot, offers, guesses."""
    heard = talk(("Chair", "Good morning."), ("Ann Reed", words), ("Tom Hill", "Okay."))
    assert heard.quotes(CommitmentKind.COMMITMENT) == []


def test_the_author_promises_in_the_first_person() -> None:
    """I and we of a message are its author; the day counts from the day of sending."""
    one = mail("We will send the levels by Friday.").only
    assert (one.who, one.due_text, one.due.latest if one.due else None) == ("Ann Reed", "by Friday", date(2025, 3, 14))


def test_another_person_promises_under_their_name() -> None:
    """Who is told as the text names them."""
    assert mail("Bob will check the load table by Monday.").only.who == "Bob"
    assert minutes("4.1 QR to issue the fire plan by 20 March.").only.who == "QR"


def test_a_message_without_a_date_keeps_only_the_words() -> None:
    """Nobody knows which Friday."""
    one = mail("I will send the levels by Friday.", sent=None).only
    assert (one.due, one.due_text) == (None, "by Friday")


def test_two_promises_of_one_sentence_are_two() -> None:
    """Each has its own words and its own id."""
    heard = mail("I'll ring the supplier tomorrow and will let you know what they say by Friday.")
    assert heard.quotes() == ["I'll ring the supplier tomorrow", "and will let you know what they say by Friday."]
    assert len({one.id for one in heard.found}) == 2


def test_a_question_is_a_promise_only_with_the_answer() -> None:
    """Asked and assented to: the answerer's, less sure than a promise in own words."""
    asked = ("Chair", "Can you send the fixing centres by Friday?")
    assert talk(asked, ("Tom Hill", "I'm not sure I can.")).found == ()
    assert talk(asked, ("Chair", "Anyway, next item.")).found == ()
    one = talk(asked, ("Tom Hill", "Yes, will do.")).only
    assert (one.who, one.due_text, one.confidence < 0.8) == ("Tom Hill", "by Friday", True)
    assert "send the fixing centres" in one.what


def test_an_answer_in_own_words_is_the_promise() -> None:
    """What was asked is not told a second time."""
    heard = talk(("Chair", "Can you find out the price?"), ("Tom Hill", "Sure, I'll ring them this afternoon."))
    assert heard.quotes() == ["I'll ring them this afternoon."]


def test_an_order_holds_for_whom_it_names() -> None:
    """Somebody else's assent is no promise of theirs."""
    order = ("Chair", "Ann, you will send out the agenda.")
    assert talk(("Ann Reed", "Morning."), order, ("Tom Hill", "Okay.")).found == ()
    assert talk(("Ann Reed", "Morning."), order, ("Ann Reed", "Okay.")).only.who == "Ann Reed"


def test_an_offer_that_is_wanted_is_a_promise_of_who_offered() -> None:
    """Refused, it is none."""
    offer = ("Ann Reed", "I can send you the calculation if that helps.")
    assert talk(offer, ("Tom Hill", "Yes, please.")).only.who == "Ann Reed"
    assert talk(offer, ("Tom Hill", "No, thank you.")).found == ()


def test_a_table_of_actions_is_read_by_its_columns() -> None:
    """Owner and day from their cells; what is closed already is left out."""
    table = (
        "<table><tr><th>No</th><th>Action</th><th>Owner</th><th>Due</th><th>Status</th></tr>"
        "<tr><td>1</td><td>Issue ramp levels</td><td>T. Hill</td><td>20 March 2025</td><td>open</td></tr>"
        "<tr><td>2</td><td>Order closers</td><td>A. Reed</td><td>21 March 2025</td><td>closed</td></tr></table>"
    )
    head = "<html><head><title>Minutes of meeting 3</title></head><body><h1>Minutes of meeting 3</h1>"
    page = f"{head}{table}</body></html>"
    one = read(page.encode(), "minutes.html").only
    assert (one.who, one.what, one.due.latest if one.due else None) == (
        "T. Hill",
        "Issue ramp levels",
        date(2025, 3, 20),
    )


def test_lists_under_a_head_hold_tasks_and_decisions() -> None:
    """Who stands before the task, in any of the usual forms; a ticked box is closed."""
    lines = (
        "Actions\n- QR: issue the levels by Friday\n- Bob Lane - chase the lab\n- Tom to order bolts\n"
        "- @Mia send the loads\n- [x] Cy: book the crane\n- price the canopy\n\n"
        "Decisions\n- Use option B for the canopy\n- Ramp to stay in timber"
    )
    found = minutes(lines).found
    assert [one.who for one in found] == ["QR", "Bob Lane", "Tom", "Mia", "", "", ""]
    assert [one.kind.value for one in found] == ["commitment"] * 5 + ["decision"] * 2


def test_words_of_a_list_and_of_third_parties_count_in_mail() -> None:
    """A recap, elliptical promises, what somebody else is told to have promised."""
    heard = mail(
        "Quick recap:\n- Tom: levels by Friday\n- I'll do the schedule\n\nWill revert by Monday.\n\n"
        "Mia confirmed she will send the loads by Friday.\n\nHappy to do more by Friday."
    )
    assert [one.who for one in heard.found] == ["Tom", "Ann Reed", "Ann Reed", "Mia"]


def test_that_points_at_what_was_asked() -> None:
    """The promise has the words and the day of the question, and is as sure as one in own words."""
    one = talk(("Chair", "Tom, you're going to send the levels by Friday?"), ("Tom Hill", "Yeah, I'll do that.")).only
    assert (one.who, one.due_text, one.confidence > 0.8) == ("Tom Hill", "by Friday", True)
    assert talk(("Chair", "Who can take the load test?"), ("Mia Cole", "I can.")).only.who == "Mia Cole"


def test_a_fire_rating_in_minutes_makes_no_meeting() -> None:
    """60 minutes is a time."""
    text = b"Door schedule, 60 minutes\n\nThe contractor will submit samples by 3 May 2025.\n"
    assert read(text, "FD60 60 minutes.txt").found == ()


def test_other_documents_promise_nothing() -> None:
    """A specification demands; it does not promise."""
    heard = read(
        b"SECTION 08 71 00\n\nThe contractor will submit samples by 3 May 2025. We will accept no other.", "s.txt"
    )
    assert heard.found == ()


def test_quotes_and_signatures_promise_nothing() -> None:
    """Earlier messages below, words in quotation marks, what stands under the name."""
    body = (
        'Thanks.\n\nYou wrote "I will send the levels by Friday".\n\n-- \nAnn Reed\nWe will build it\n\n'
        "On Mon, 10 Mar 2025, Bob Lane wrote:\n> I will send the levels by Friday.\n> We agreed to use oak."
    )
    assert mail(body).found == ()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(WRITTEN_PROMISES), min_size=1, max_size=4), st.integers(1, 3))
def test_whatever_is_quoted_yields_nothing(promises: list[str], depth: int) -> None:
    """Any promise, quoted to any depth."""
    quoted = "\n".join(f"{'>' * depth} {words}" for words in promises)
    assert mail(f"Thank you.\n\n{quoted}").found == ()


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(WRITTEN_PROMISES), min_size=1, max_size=3, unique=True))
def test_reading_the_same_again_gives_the_same_ids(promises: list[str]) -> None:
    """Ids are those of source and span."""
    first, second = mail("\n\n".join(promises)), mail("\n\n".join(promises))
    assert [one.id for one in first.found] == [one.id for one in second.found]
    assert all(first.text[one.span.start : one.span.end] for one in first.found)


LANGUAGES = {
    "ru": (
        "Я отправлю исправленные чертежи до пятницы. Если успеем, проверим и смету. Не отправлю раньше.\n"
        "Решили: высота перил остаётся 1100 мм. Подрядчик предоставит акты до 30 апреля. Вы проверите расчёт?\n"
        "Я вчера отправил письмо. Мы бы проверили узлы. Пока ничего не решено."
    ),
    "uz": (
        "Men chizmalarni juma kunigacha yuboraman. Agar vaqt bo‘lsa, smetani ham tekshiraman.\n"
        "Panjara balandligi 1100 mm bo‘lishi qaror qilindi. Pudratchi dalolatnomalarni 30-aprelgacha taqdim etadi.\n"
        "Siz hisobni tekshirasizmi? Men ertaga bormayman."
    ),
    "uz_cyrl": (
        "Мен чизмаларни жума кунигача юбораман. Агар вақт бўлса, сметани ҳам текшираман.\n"
        "Панжара баландлиги 1100 мм бўлиши қарор қилинди. Пудратчи далолатномаларни 30-апрелгача тақдим этади.\n"
        "Сиз ҳисобни текширасизми?"
    ),
    "zh": (
        "我会在周五前发送修改后的图纸。如果时间允许，我会检查预算。\n会议决定栏杆高度保持1100毫米。"
        "承包商将在4月30日前提交验收资料。你会检查计算书吗？我不会参加周四的会议。"
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_languages_promise_and_decide(language: str) -> None:
    """Each letter promises twice, by Friday and by 30 April, and tells one decision."""
    found = mail(LANGUAGES[language]).found
    assert [one.kind.value for one in found] == ["commitment", "decision", "commitment"]
    days = [one.due.latest for one in found if one.due]
    assert days == [date(2025, 3, 14), date(2025, 4, 30)]
    assert found[0].who == "Ann Reed"
    assert found[2].who in ("Подрядчик", "Pudratchi", "Пудратчи", "承包商")
