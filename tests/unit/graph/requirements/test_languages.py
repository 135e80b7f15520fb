"""Requirements in Russian, Uzbek in both alphabets and Chinese: values, comparators, modality, names, conditions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph.demands import Requirement
from graph.model import Block
from graph.requirements.extract import extract
from graph.requirements.roles.data import cyrillic
from graph.requirements.roles.tongue import is_english_alone, tongue_of
from graph.spans import Span
from graph.supersession.view import DocumentView
from graph.vocabulary import Comparator, Modality
from tests.fakes.pages import NOON, page


def read(*paragraphs: str | tuple[str, str]) -> list[Requirement]:
    """Everything that a document demands, in the order of its values; list items stand on the first level."""
    view = page(*paragraphs)
    blocks = tuple(_levelled(block) for block in view.blocks)
    view = DocumentView(view.source, view.description, view.text, blocks, view.clauses, view.claims)
    return sorted(extract(view, NOON), key=lambda one: (one.span, [value.span for value in one.values]))


def _levelled(block: Block) -> Block:
    return replace(block, level=1) if block.kind == "list_item" else block


def said(requirement: Requirement) -> str:
    """Subject, property, comparator and values in one line."""
    values = " to ".join(value.written for value in requirement.values)
    line = f"{requirement.subject} | {requirement.property} {requirement.comparator.value} {values}"
    return line.strip()


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("Возвышение наружного рельса не должно превышать 150 мм.", "наружного рельса | Возвышение ≤ 150 мм"),
        ("Доступность системы должна составлять не менее 99,9 %.", "системы | Доступность ≥ 99,9 %"),
        ("Пароль должен содержать не менее 12 символов.", "Пароль | число символов ≥ 12"),
        ("Ток утечки должен быть не выше 30 мА.", "утечки | Ток ≤ 30 мА"),
        ("Глубина траншеи должна быть от 0,7 до 1,2 м.", "траншеи | Глубина in range 0,7 to 1,2 м"),
        ("Крутизна откоса должна быть не более 1:1,5.", "откоса | Крутизна ≤ 1:1,5"),
        ("Марка раствора должна быть не ниже М150.", "раствора | Марка ≥ М150"),
        ("Тунельнинг узунлиги 300 м дан ошмаслиги керак.", "Тунель | узунлиги ≤ 300 м"),
        ("Server javob vaqti 200 ms dan oshmasligi kerak.", "Server javob | vaqti ≤ 200 ms"),
        ("Suv sarfi 15 l/s dan kam bo‘lmasligi shart.", "Suv | sarfi ≥ 15 l/s"),
        ("Plita qalinligi 150–200 mm bo'lishi lozim.", "Plita | qalinligi in range 150 to 200 mm"),
        ("Qavatda kamida uchta chiqish bo'lishi kerak.", "chiqish | soni ≥ uchta"),
        ("系统响应时间不应超过200ms。", "系统 | 响应时间 ≤ 200ms"),
        ("轨道曲线半径不应小于350m。", "轨道曲线 | 半径 ≥ 350m"),
        ("隧道内设计温度宜为１８℃～２６℃。", "隧道内 | 设计温度 in range １８℃ to ２６℃"),
        ("每层的消火栓不应少于三个。", "消火栓 | 数量 ≥ 三"),
        ("基础混凝土强度等级不应低于C35。", "基础混凝土 | 强度等级 ≥ C35"),
        ("仓库的耐火等级不应低于三级。", "仓库 | 耐火等级 ≥ 三级"),
    ],
)  # fmt: skip
def test_a_sentence_gives_thing_property_comparator_and_value(sentence: str, wanted: str) -> None:
    """One sentence, one demand."""
    assert [said(one) for one in read(sentence)] == [wanted]


@pytest.mark.parametrize(
    ("sentence", "modality", "comparator"),
    [
        ("Уклон кровли должен быть не менее 2 %.", Modality.SHALL, Comparator.AT_LEAST),
        ("Рекомендуется принимать высоту цоколя не менее 0,3 м.", Modality.SHOULD, Comparator.AT_LEAST),
        ("Допускается высота парапета не более 0,6 м.", Modality.MAY, Comparator.AT_MOST),
        ("Прогиб балки более 10 мм не допускается.", Modality.SHALL, Comparator.AT_MOST),
        ("Давление в сети не может быть менее 0,1 МПа.", Modality.SHALL, Comparator.AT_LEAST),
        ("Нагрузка на лист должна быть больше 2 кПа.", Modality.SHALL, Comparator.MORE),
        ("Запрещается применение асбеста.", Modality.SHALL_NOT, Comparator.ABSENT),
        ("屋面坡度不宜小于5%。", Modality.SHOULD, Comparator.AT_LEAST),
        ("地下室净高可不低于2.0m。", Modality.MAY, Comparator.AT_LEAST),
        ("电缆温度不得高于70℃。", Modality.SHALL, Comparator.AT_MOST),
        ("严禁使用明火。", Modality.SHALL_NOT, Comparator.ABSENT),
        ("Tom nishabligi kamida 3 % bo'lishi tavsiya etiladi.", Modality.SHOULD, Comparator.AT_LEAST),
        ("Тўсиқ баландлиги 1,2 м гача бўлишига рухсат этилади.", Modality.MAY, Comparator.AT_MOST),
        ("Asbest ishlatish taqiqlanadi.", Modality.SHALL_NOT, Comparator.ABSENT),
    ],
)
def test_modal_words_set_the_strength_and_denial_turns_the_comparator(
    sentence: str, modality: Modality, comparator: Comparator
) -> None:
    """Not more than is at most, whether the "not" stands at the comparator or at the verb."""
    (one,) = read(sentence)
    assert (one.modality, one.comparator) == (modality, comparator)


@pytest.mark.parametrize(
    ("sentence", "words", "negated"),
    [
        ("При длине более 60 м ширина прохода должна быть не менее 1,6 м.", "При длине более 60 м", False),
        ("Ширина прохода должна быть не менее 1 м, за исключением кладовых.", "за исключением кладовых", True),
        ("除本规范另有规定外，走道净宽不应小于1.2m。", "除本规范另有规定外", True),
        ("当管径大于100mm时，支架间距不应大于3m。", "当管径大于100mm时", False),
        ("高度大于24m的仓库，其疏散楼梯净宽不应小于1.1m。", "高度大于24m的仓库", False),
        ("Agar uzunligi 40 m dan oshsa, eni kamida 2 m bo'lishi kerak.", "Agar uzunligi 40 m dan oshsa", False),
        ("Омборлардан ташқари, хона баландлиги 2,7 м дан кам бўлмаслиги керак.", "Омборлардан ташқари", True),
    ],
)  # fmt: skip
def test_conditions_are_kept_and_their_values_demand_nothing(sentence: str, words: str, negated: bool) -> None:
    """The value of the condition is no second demand."""
    (one,) = read(sentence)
    assert [(held.text, held.negated) for held in one.conditions] == [(words, negated)]


def test_a_compared_value_in_a_condition_is_typed() -> None:
    """Its property, its comparator and its value."""
    (one,) = read("При высоте здания более 28 м ширина марша должна быть не менее 1,35 м.")
    (held,) = one.conditions
    assert (held.property, held.comparator, [value.written for value in held.values]) == (
        "высоте",
        Comparator.MORE,
        ["28 м"],
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Настоящий стандарт введен в действие 1 марта 2019 г.",
        "Вчера получено 3 письма и 12 чертежей.",
        "Лифты следует располагать на расстояниях 20 и 40 м.",
        "Высота помещения +0,3 м.",
        "本规范自2021年12月1日起实施。",
        "昨天收到3封邮件和12张图纸。",
        "见表5.3.1。",
        "Ushbu norma 2020-yil 1-iyundan amal qiladi.",
        "Kecha 3 ta xat va 12 ta chizma oldik.",
        "5.2-бандга ва 3-жадвалга қаранг.",
    ],
)
def test_numbers_that_demand_nothing_are_left_out(sentence: str) -> None:
    """Dates, counts that were, references, and two values side by side of which neither is the value."""
    assert [said(one) for one in read(sentence)] == []


def test_items_take_unit_comparator_and_subject_from_their_lead_in() -> None:
    """As Russian codes list them: "м, не менее:"."""
    items = [("list_item", "1,35 – для детских садов;"), ("list_item", "1,2 – для остальных зданий.")]
    first, second = read("Ширина маршей лестниц должна быть, м, не менее:", *items)
    assert said(first) == "маршей лестниц | Ширина ≥ 1,35"
    assert [value.unit for value in (*first.values, *second.values)] == ["м", "м"]
    assert [held.text for held in second.conditions] == ["для остальных зданий"]
    assert first.confidence < 0.9


def test_chinese_items_take_their_subject_from_the_lead_in() -> None:
    """A full-width colon leads a list as well."""
    (one,) = read("疏散楼梯应符合下列规定：", ("list_item", "1 净宽度不应小于1.1m；"))
    assert said(one) == "疏散楼梯 | 净宽度 ≥ 1.1m"


def test_a_heading_gives_the_subject_unless_it_names_nothing() -> None:
    """And then with less confidence."""
    (named,) = read(("heading", "Пандусы"), "Уклон не более 5 %.")
    (nameless,) = read(("heading", "Общие положения"), "Уклон не более 5 %.")
    assert (named.subject, nameless.subject) == ("Пандусы", "")
    assert named.confidence < 0.9


def test_what_a_load_is_on_is_its_subject() -> None:
    """A phrase right behind the property says of what it is."""
    (one,) = read(("heading", "Требования"), "Нагрузка на ярус стеллажа не должна превышать 500 кг.")
    assert said(one) == "ярус стеллажа | Нагрузка ≤ 500 кг"


def test_a_new_wording_is_read_without_its_number_and_marks() -> None:
    """As amendments quote it."""
    assert [said(one) for one in read("将第3.0.2条修改为：“3.0.2 疏散距离不应大于25m。”")] == ["| 疏散距离 ≤ 25m"]


def test_each_sentence_is_read_in_its_own_language() -> None:
    """Five languages and scripts in one document."""
    sentences = (
        "The corridor shall be at least 1.2 m wide.",
        "Ширина коридора должна быть не менее 1,4 м.",
        "走廊净宽不应小于1.5m。",
        "Yo'lakning eni kamida 1,6 m bo'lishi kerak.",
        "Йўлакнинг эни камида 1,7 м бўлиши шарт.",
    )
    assert [(one.language, one.values[0].written) for one in read(*sentences)] == [
        ("en", "1.2 m"),
        ("ru", "1,4 м"),
        ("zh", "1.5m"),
        ("uz", "1,6 m"),
        ("uz", "1,7 м"),
    ]


def test_what_was_read_stands_word_for_word_in_the_text() -> None:
    """Subject, property and values, wherever they have a place."""
    view = page("Двери выходов должны иметь ширину не менее 900 мм.", "疏散门的净宽度不应小于0.90m。")
    found = extract(view, NOON)
    assert len(found) == 2
    for one in found:
        assert view.text[_span(one.subject_span)] == one.subject
        assert view.text[_span(one.property_span)] == one.property
        assert all(view.text[_span(value.span)] == value.written for value in one.values)


def _span(span: Span | None) -> slice:
    assert span is not None
    return slice(span.start, span.end)


def test_english_with_a_foreign_name_stays_english() -> None:
    """One word in other letters makes no other language."""
    assert tongue_of("The ГОСТ standard shall apply to doors wider than 900 mm") == "en"
    assert is_english_alone("The façade shall be 3 m high; don't exceed 4 m.")
    assert not is_english_alone("The façade. Высота 3 м.")


def test_russian_and_uzbek_are_told_apart_in_one_alphabet() -> None:
    """By letters, and where those are shared by endings."""
    assert tongue_of("Баландлиги камида 3 м") == "uz"
    assert tongue_of("Эшикнинг эни 1 м") == "uz"
    assert tongue_of("Высота не менее 3 м") == "ru"


def test_a_pattern_of_uzbek_is_written_in_both_alphabets() -> None:
    """Escapes of the pattern stay as they are."""
    assert cyrillic(r"\w+masligi (?:kerak|lozim)") == r"\w+маслиги (?:керак|лозим)"
    assert cyrillic("o'tga chidamlilik") == "ўтга чидамлилик"
