"""What Russian, Uzbek and Chinese norms say that they replace, amend and withdraw."""

from __future__ import annotations

import pytest

from graph.supersession.amendments import amendments
from graph.supersession.declarations import declarations
from graph.supersession.headers import bare_fields, header_fields
from graph.vocabulary import EdgeType
from tests.fakes.pages import page


@pytest.mark.parametrize(
    ("text", "key", "edition"),
    [
        ("Взамен СП 1.90000.2009", "SP 1.90000", "2009"),
        ("Настоящий свод правил разработан взамен СНиП II-90-81*.", "SNIP II-90", "81*"),
        ("Настоящий стандарт заменяет ГОСТ 90.1—91.", "GOST 90.1", "91"),
        ("С введением в действие настоящих норм утрачивают силу ВСН 12-911-75.", "VSN 12-911", "75"),
        ("Ushbu standart O‘zDSt 940:2003 o‘rniga kuchga kiradi.", "OZDST 940", "2003"),
        ("Мазкур норма ҚМҚ 5.90.09-99 ўрнига киритилган.", "QMQ 5.90.09", "99"),
        ("QMQ 3.90.01-98 o‘rniga", "QMQ 3.90.01", "98"),
        ("本标准代替GB/T 4977—1999。", "GB/T 4977", "1999"),
        ("本标准自实施之日起，GB/T 4977-1999《货架荷载》同时废止。", "GB/T 4977", "1999"),
    ],
)
def test_a_norm_says_in_its_own_words_what_it_replaces(text: str, key: str, edition: str) -> None:
    """One document is replaced, by the document that says so."""
    found = [f for f in declarations(page(text, number="НОРМА 1")) if f.kind is EdgeType.SUPERSEDES]
    assert [(f.key, f.edition, f.subject, f.inverse) for f in found] == [(key, edition, None, False)]


@pytest.mark.parametrize(
    "text",
    [
        "Настоящий стандарт не заменяет ГОСТ 90.1-91.",
        "Проектом предлагается отменить СН 977-74.",
        "Ushbu standart O'zDSt 940:2003 o'rniga kiritilgan emas.",
        "本标准不代替GB/T 4977-1999。",
    ],
)
def test_denials_and_plans_say_nothing(text: str) -> None:
    """What is not so, or not yet so, takes nothing out of force."""
    assert [f for f in declarations(page(text, number="НОРМА 1")) if f.kind is not EdgeType.CITES] == []


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Признать утратившим силу СН 977-74 с 1 марта 2021 года.", "SN 977"),
        ("Отменить ВСН 12-911-75.", "VSN 12-911"),
        ("QMQ 3.90.04-98 o‘z kuchini yo‘qotgan deb hisoblansin.", "QMQ 3.90.04"),
    ],
)
def test_an_order_withdraws_what_it_names(text: str, key: str) -> None:
    """Its own act, with the date where it gives one."""
    view = page(text, number="Приказ № 7", title="ПРИКАЗ", kind="statute")
    found = [f for f in declarations(view) if f.kind is EdgeType.WITHDRAWS]
    assert [f.key for f in found][:1] == [key]
    assert {f.method for f in found} == {"repeal"}


@pytest.mark.parametrize(
    ("number", "text", "key", "clause"),
    [
        (
            "Изменение № 1 к СП 1.90000.2020",
            "Пункт 4.3 СП 1.90000.2020 изложить в следующей редакции: «4.3 Не более 25 м.»",
            "SP 1.90000",
            "4.3",
        ),
        (
            "SHNQ 2.90.02-21 ga 1-sonli oʻzgartirish",
            "SHNQ 2.90.02-21 2.2-bandi quyidagi tahrirda bayon qilinsin: «2.2 3,3 m.»",
            "SHNQ 2.90.02",
            "2.2",
        ),
        ("GB 59016-2014 第1号修改单", "将GB 59016-2014第3.0.2条修改为：“3.0.2 不应大于25m。”", "GB 59016", "3.0.2"),
    ],
)
def test_a_change_printed_by_itself_amends_the_clause_that_it_names(
    number: str, text: str, key: str, clause: str
) -> None:
    """Quoted new text names nothing, and its negations deny nothing."""
    found = list(amendments(page(text, number=number, kind="standard")))
    assert [(f.kind, f.method, f.key, f.clauses) for f in found] == [(EdgeType.AMENDS, "substitution", key, (clause,))]


@pytest.mark.parametrize(
    ("field", "inverse"),
    [
        ("Взамен: СН 977-74", False),
        ("Заменён на: СП 1.90000.2020", True),
        ("代替：GB/T 4977-1999", False),
        ("Ersetzt: DIN 90977:1999", False),
        ("Ersatz für: DIN 90977:1999", False),
        ("Ersetzt durch: DIN 90978:2020", True),
    ],
)
def test_a_header_field_states_the_relation(field: str, inverse: bool) -> None:
    """With an ordinary or a wide colon."""
    found = list(header_fields(page(("header", field), number="НОРМА 1")))
    assert [(f.kind, f.inverse) for f in found] == [(EdgeType.SUPERSEDES, inverse)]


@pytest.mark.parametrize(
    ("line", "kind", "note"),
    [
        ("Взамен СНиП 2.99.01-85", EdgeType.SUPERSEDES, "SNIP 2.99.01"),
        ("3 ВЗАМЕН СП 901.13330.2012", EdgeType.SUPERSEDES, "SP 901.13330"),
        ("Взамен СНиП 2.99.01-85 в части раздела 2", EdgeType.AMENDS, "SNIP 2.99.01"),
        ("Supersedes BS 7788:1998", EdgeType.SUPERSEDES, "BS 7788"),
    ],
)
def test_a_line_of_a_header_states_the_relation_without_a_colon(line: str, kind: EdgeType, note: str) -> None:
    """Where the document stands right behind the words."""
    found = list(bare_fields(page(("header", f"СВОД ПРАВИЛ\n{line}\nДата введения 2013-01-01"), number="НОРМА 1")))
    assert [(f.kind, f.key, f.inverse) for f in found] == [(kind, note, False)]


@pytest.mark.parametrize("line", ["Взамен 12 листов", "Replaces filters of EN 779", "Обзор СНиП 2.99.01-85"])
def test_other_lines_of_a_header_state_none(line: str) -> None:
    """Sheets, filters, and words that are no relation."""
    assert list(bare_fields(page(("header", line), number="НОРМА 1"))) == []
