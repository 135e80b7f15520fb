"""The pages in a real browser: ask, look at the evidence, be refused, read the methods."""

from __future__ import annotations

import io
import json
from urllib.parse import quote

import pypdfium2
from PIL import Image
from playwright.sync_api import Page, expect

from app.sample import facts
from app.sample.questions import DEMO
from app.wording import figure_text
from tests.e2e.serving import Server

QUESTION = "How thick must the steel sheet of door frames be?"
WORDS = f"steel sheet at least {facts.FRAME_THICKNESS_MM['B']} mm thick"


def ask(page: Page, question: str) -> None:
    """Types a question and presses Enter."""
    page.goto("/")
    page.get_by_label("Question").fill(question)
    page.keyboard.press("Enter")
    page.wait_for_url("**/?receipt=*")


def test_a_question_is_answered_with_the_words_boxed_on_the_page(page: Page) -> None:
    """From the question to ink inside the box, where another reader of the PDF finds the same words."""
    ask(page, QUESTION)
    expect(page.locator(".answer")).to_contain_text(WORDS)
    page.locator(".answer a.marker").first.click()
    evidence = page.locator(".evidence:visible")
    expect(evidence.locator(".sheet img")).not_to_have_js_property("naturalWidth", 0)
    expect(evidence.locator(".sheet rect.box").first).to_be_in_viewport()
    shown, box = evidence.evaluate(PLACES)
    original = evidence.locator("a", has_text="Original file").get_attribute("href")
    left, top, right, bottom = _found_by_pdfium(page, original)
    scale_x, scale_y = shown["width"], shown["height"]
    slack = 3.0
    assert box["x"] - slack <= shown["x"] + left * scale_x
    assert box["x"] + box["width"] + slack >= shown["x"] + right * scale_x
    assert box["y"] - slack <= shown["y"] + top * scale_y
    assert box["y"] + box["height"] + slack >= shown["y"] + bottom * scale_y
    assert box["height"] < 3 * (bottom - top) * scale_y + 2 * slack
    ink = Image.open(io.BytesIO(evidence.locator(".sheet rect.box").first.screenshot())).convert("L").histogram()
    assert 0.02 < sum(ink[:110]) / sum(ink) < 0.6


PLACES = """node => [".sheet img", ".sheet rect.box"].map(name => {
  const {x, y, width, height} = node.querySelector(name).getBoundingClientRect();
  return {x, y, width, height};
})"""


def _found_by_pdfium(page: Page, address: str | None) -> tuple[float, float, float, float]:
    """Where pdfium's own search finds the words on the first page: left, top, right, bottom as shares of it."""
    assert address is not None
    document = pypdfium2.PdfDocument(page.request.get(address).body())
    sheet = document[0]
    width, height = sheet.get_size()
    text = sheet.get_textpage()
    found = text.search(WORDS).get_next()
    assert found is not None
    boxes = [text.get_charbox(index) for index in range(found[0], found[0] + found[1])]
    document.close()
    x0, y0, x1, y1 = (pick(column) for pick, column in zip((min, min, max, max), zip(*boxes, strict=True), strict=True))
    return x0 / width, 1 - y1 / height, x1 / width, 1 - y0 / height


def test_the_box_is_in_sight_when_the_evidence_opens(page: Page) -> None:
    """The panel scrolls to the words; the answer beside it stays where it is."""
    ask(page, QUESTION)
    page.locator(".answer a.marker").first.click()
    expect(page.locator(".evidence:visible .sheet rect.box").first).to_be_in_viewport()
    expect(page.locator(".answer")).to_be_in_viewport()


def test_asking_works_without_scripts(plain_page: Page) -> None:
    """Form, answer, marker and boxed page need no JavaScript."""
    plain_page.goto("/")
    plain_page.get_by_label("Question").fill(QUESTION)
    plain_page.get_by_role("button", name="Ask").click()
    expect(plain_page.locator(".answer")).to_contain_text(WORDS)
    plain_page.locator(".answer a.marker").first.click()
    expect(plain_page.locator(".evidence:visible .sheet img")).to_be_visible()


def test_words_come_while_they_are_written_and_the_answer_is_kept(page: Page) -> None:
    """The page asks over a stream; what it then shows is the kept answer, which a reload does not ask again."""
    with page.expect_response("**/api/ask") as asked:
        ask(page, QUESTION)
    assert asked.value.headers["content-type"].startswith("text/event-stream")
    kept = page.url
    page.reload()
    assert page.url == kept
    expect(page.locator(".answer")).to_contain_text(WORDS)
    expect(page.locator(".about")).to_contain_text("Answered on")


def test_an_answer_shows_what_the_cited_text_replaced(page: Page) -> None:
    """The versions of the cited section, as a line of days beside the answer."""
    page.goto(f"/?q={quote(QUESTION)}")
    expect(page.locator(".replaced svg.timeline rect.bar")).to_have_count(2)


def test_what_cannot_be_known_is_refused(page: Page) -> None:
    """The reason is the heading; no answer is shown."""
    ask(page, DEMO[2].question)
    expect(page.locator(".abstention h2")).to_contain_text("No answer: ")
    expect(page.locator(".answer")).to_have_count(0)


def test_a_conflict_shows_both_sides_and_picks_none(page: Page) -> None:
    """Each side with its value; choosing one opens its evidence on the sheet, enlarged."""
    ask(page, DEMO[1].question)
    expect(page.locator(".answer")).to_have_count(0)
    for value in (facts.PLAN_PLANT_DOOR_RATING_MIN, facts.DETAIL_PLANT_DOOR_RATING_MIN):
        expect(page.locator(".side", has_text=f"{value} min")).to_be_visible()
    page.locator(".side").nth(1).click()
    expect(page.locator("#evidence-2 .excerpt")).to_be_visible()
    expect(page.locator("#evidence-2 .sheet rect.box").first).to_be_visible()


def test_the_figures_of_the_methods_page_are_those_of_the_command(page: Page, server: Server) -> None:
    """`prevail stats` and the page compute the same figures from the same index."""
    figures = json.loads(server.prevail("stats", "--json"))
    page.goto("/methods")
    for name, figure in figures.items():
        if isinstance(figure["value"], dict):
            for key, value in figure["value"].items():
                expect(page.locator(f'[data-figure="{name}"] table')).to_contain_text(f"{key}{figure_text(value)}")
        else:
            expect(page.locator(f'[data-figure="{name}"] .value')).to_contain_text(figure_text(figure["value"]))


def test_a_query_is_seen_run(page: Page) -> None:
    """The trace of a live query, from the methods page."""
    page.goto("/methods")
    page.get_by_label("A question").fill(QUESTION)
    page.get_by_role("button", name="Run").click()
    expect(page.locator("table.figures tbody tr").first).to_contain_text("passes")


def test_the_keyboard_is_enough(page: Page) -> None:
    """Slash goes to the question, Tab reaches the button, a number opens the evidence."""
    page.goto(f"/?q={quote(QUESTION)}")
    page.keyboard.press("/")
    expect(page.get_by_label("Question")).to_be_focused()
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.get_by_role("button", name="Ask").evaluate("node => node === document.activeElement"):
            break
    expect(page.get_by_role("button", name="Ask")).to_be_focused()
    page.keyboard.press("1")
    expect(page.locator("a.cite").first).to_have_attribute("aria-current", "true")


def test_text_can_be_told_from_its_ground(page: Page) -> None:
    """Contrast of at least 4.5 to 1 for all running text, in both schemes."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.goto(f"/?q={quote(QUESTION)}&explain=1")
        assert page.evaluate(CONTRAST) == [], scheme


CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = node => {
    for (let at = node; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const weak = new Set();
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !node.checkVisibility() || node.closest("option, .skip")) continue;
    const [one, other] = [light(rgba(getComputedStyle(node).color)), light(ground(node))].sort((a, b) => b - a);
    if ((one + 0.05) / (other + 0.05) < 4.5) weak.add(node.tagName + "." + node.className);
  }
  return [...weak];
}"""


def test_an_evaluation_is_run_and_drawn(page: Page, server: Server) -> None:
    """The empty state says how; the button asks the sample's questions; the figures are those of the command."""
    page.goto("/methods")
    expect(page.locator("#evaluation ~ .empty")).to_contain_text("prevail eval run")
    page.get_by_role("button", name="Ask the questions of the sample project").click()
    expect(page.locator(".chart .point").last).to_be_visible()
    measured = json.loads(server.prevail("eval", "show", "--json"))
    shown = page.locator(".bars tr.fused td .n").all_inner_texts()
    assert shown == [f"{share * 100:.0f} %" for share in measured["success"]["fused"].values()]
    expect(page.locator("#evaluation + p")).to_contain_text(f"{measured['held']} of {measured['questions']}")


def test_a_file_that_holds_no_questions_is_refused_with_how_to_write_one(plain_page: Page) -> None:
    """Without scripts too."""
    plain_page.goto("/methods")
    form = plain_page.locator("form[action='/methods/evaluation']")
    if not form.is_visible():
        plain_page.get_by_text("Measure it on your own questions").click()
    text = {"name": "own.jsonl", "mimeType": "text/plain", "buffer": b"what?"}
    form.locator("input[type=file]").set_input_files(text)  # type: ignore[arg-type]  # a payload
    form.get_by_role("button", name="Ask them all").click()
    expect(plain_page.locator("main")).to_contain_text("own.jsonl, line 1 is no judged question")
