"""Reading questions in Russian, Uzbek and Chinese by their form."""

from datetime import date

import pytest

from retrieval.answering.question import read_question


@pytest.mark.parametrize(
    ("text", "intent", "subject"),
    [
        ("Действует ли сейчас СП 1.90000.2009?", "in_force", "СП 1.90000.2009"),
        ("ГОСТ 90.1-91 ещё действует или уже отменён?", "in_force", "ГОСТ 90.1-91"),
        ("Какой документ заменил СП 1.90000.2009?", "replaced_by", "СП 1.90000.2009"),
        ("На что заменён СНиП II-90-81*?", "replaced_by", "СНиП II-90-81*"),
        ("Взамен какого документа введён СП 1.90000.2020?", "replaces", "СП 1.90000.2020"),
        ("С какой даты действует СП 1.90000.2020?", "when", "СП 1.90000.2020"),
        ("Какая редакция СП 1.90000 действует?", "latest", "СП 1.90000"),
        ("Какой стандарт устанавливает требования к складским весам?", "defines", "складским весам"),
        ("Какова ширина рампы?", "content", "Какова ширина рампы"),
        ("QMQ 3.90.01-98 hozir amaldami?", "in_force", "QMQ 3.90.01-98"),
        ("ҚМҚ 3.90.01-98 амал қиладими?", "in_force", "ҚМҚ 3.90.01-98"),
        ("Qaysi hujjat QMQ 3.90.01-98 o‘rniga kuchga kirdi?", "replaced_by", "QMQ 3.90.01-98"),
        ("ҚМҚ 3.90.01-98 ўрнига қайси ҳужжат кучга кирди?", "replaced_by", "ҚМҚ 3.90.01-98"),
        ("O'zDSt 977:2016 qaysi hujjat oʻrniga kiritilgan?", "replaces", "O'zDSt 977:2016"),
        ("SHNQ 2.90.02-21 qachondan amal qiladi?", "when", "SHNQ 2.90.02-21"),
        ("Maktab binolari uchun qaysi norma amal qiladi?", "defines", "Maktab binolari"),
        ("GB 59016-2006 是否有效？", "in_force", "GB 59016-2006"),
        ("ＧＢ ５９０１６－２００６废止了吗？", "in_force", "GB 59016-2006"),
        ("GB 59016-2006被什么代替？", "replaced_by", "GB 59016-2006"),
        ("GB 59016-2014代替了哪个标准？", "replaces", "GB 59016-2014"),
        ("GB 59016-2014什么时候开始实施？", "when", "GB 59016-2014"),
        ("现行的仓库防火规范是什么？", "defines", "仓库防火规范"),
        ("疏散门的净宽度不应小于多少？", "content", "疏散门 净宽度"),
    ],
)
def test_a_question_is_read_by_its_form_in_its_own_language(text: str, intent: str, subject: str) -> None:
    """The form tells what is asked for; wide signs count as narrow ones."""
    question = read_question(text)
    assert (question.intent, question.subject) == (intent, subject)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Какой была ширина выхода в 2015 году?", date(2015, 12, 31)),
        ("Что действовало на 1 января 2012 года?", date(2012, 1, 1)),
        ("Какой была ширина выхода в начале 2015 года?", date(2015, 1, 1)),
        ("Какой была ширина выхода до 2015 года?", date(2014, 12, 31)),
        ("Какая ширина требовалась в мае 2012 года?", date(2012, 5, 31)),
        ("2015-yilda qaysi hujjat amalda bo'lgan?", date(2015, 12, 31)),
        ("2015-yil 1-may holatiga ko'ra kenglik qancha?", date(2015, 5, 1)),
        ("2010 йилда ҳарорат қанча эди?", date(2010, 12, 31)),
        ("2010年有效的规范是哪个？", date(2010, 12, 31)),
        ("在2019年5月，疏散距离不应大于多少？", date(2019, 5, 31)),
    ],
)
def test_the_day_asked_about_is_read_in_each_language(text: str, day: date) -> None:
    """The last day of the period that is named."""
    asked_on = read_question(text).asked_on
    assert asked_on is not None
    assert asked_on.latest == day


@pytest.mark.parametrize(
    "text",
    [
        "Какие требования в стандарте, введённом в действие в 2010 году?",
        "2019-yilda qabul qilingan norma nima deydi?",
        "2018年版的规范怎么规定？",
        "2018年实施的标准是哪个？",
    ],
)
def test_the_date_of_an_event_or_an_edition_is_no_moment(text: str) -> None:
    """It tells which text is meant, not as of when."""
    assert read_question(text).asked_on is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Какова толщина стекла?", "length"),
        ("Сколько секунд открываются ворота?", "duration"),
        ("Yoʻlakning kengligi qancha?", "length"),
        ("Ҳарорат қанча бўлиши керак?", "temperature"),
        ("窗户高度不应小于多少？", "length"),
    ],
)
def test_a_question_for_a_quantity_is_one_in_each_language(text: str, kind: str) -> None:
    """An answer without a number is then no answer."""
    assert kind in read_question(text).quantities
