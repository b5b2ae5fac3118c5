"""The built book in a browser: it asks no other host, fits a phone, has a dark theme, and its steppers step."""

import re

import pytest

from minitorch.course.syllabus import lessons

pytestmark = pytest.mark.browser

PAGES = ["book/intro.html", "book/using.html", "book/teaching.html", "book/glossary.html", "book/reference.html"]
PAGES += ["book/made/reference/operations.html", "genindex.html", "search.html?q=leaf"]
PAGES += [f"lessons/{lesson.stem}.html" for lesson in lessons()]
OUTSIDE = re.compile(
    r"""(?:src|href)=["'](?:https?:)?//[^"']+["']|url\(["']?(?:https?:)?//|@import\s+["'](?:https?:)?//"""
)
LOADING = re.compile(r"<(script|link|img|iframe|source|video|audio|embed|object)\b[^>]*>", re.IGNORECASE)
WIDER = """() => [...document.querySelectorAll("body *")].filter(part => {
    const box = part.getBoundingClientRect();
    if (!box.width || box.right <= innerWidth + 1) return false;
    for (let up = part; up; up = up.parentElement)
        if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(up).overflowX)) return false;
    return true;
}).map(part => part.outerHTML.slice(0, 120))"""


def test_no_file_loads_anything_from_elsewhere(book):
    """Every script, style, font and picture that a page or a style sheet names is in the book."""
    found = []
    for path in book.rglob("*.html"):
        for tag in LOADING.finditer(path.read_text(encoding="utf-8")):
            if OUTSIDE.search(tag.group()) and 'rel="canonical"' not in tag.group():
                found.append(f"{path.relative_to(book)}: {tag.group()[:150]}")
    for path in book.rglob("*.css"):
        found += [
            f"{path.relative_to(book)}: {hit.group()}" for hit in OUTSIDE.finditer(path.read_text(encoding="utf-8"))
        ]
    assert found == []


@pytest.mark.parametrize("address", PAGES)
def test_page_at_phone_width(visit, address):
    page = visit(address, width=390, height=844)
    page.wait_for_timeout(400)
    assert page.outside == []
    assert page.trouble == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, page.evaluate(WIDER)


def luminance(colour):
    red, green, blue = (int(part) / 255 for part in re.findall(r"\d+", colour)[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("address", ["book/intro.html", "lessons/05-graph.html", "book/glossary.html"])
def test_dark_theme(visit, address):
    page = visit(address, dark=True)
    style = "part => { const s = getComputedStyle(part); return [s.backgroundColor, s.color]; }"
    background, _ = page.eval_on_selector("body", style)
    _, ink = page.eval_on_selector("article p", style)
    assert luminance(background) < 0.1
    assert luminance(ink) > 0.6


def test_mathematics_is_set(visit):
    for lesson in lessons():
        page = visit(f"lessons/{lesson.stem}.html")
        if page.locator(".math").count():
            page.wait_for_selector("mjx-container", timeout=10_000)
            return
    pytest.fail("no lesson has a formula")


def test_search_finds_a_term(visit):
    page = visit("search.html?q=leaf")
    page.wait_for_selector("#search-results li", timeout=10_000)
    assert page.outside == []


def test_the_map_leads_to_the_lessons(visit):
    page = visit("book/intro.html")
    page.locator(".mt-map a").nth(1).click()
    page.wait_for_load_state()
    assert page.url.endswith(f"lessons/{lessons()[1].stem}.html")


def test_backward_steppers_step(book, visit):
    """The backward passes in the lessons go on and back by their buttons, the slider and the arrow keys."""
    pages = [f"lessons/{lesson.stem}.html" for lesson in lessons()]
    stepped = 0
    for address in pages:
        if 'class="mt-stepper' not in (book / address).read_text(encoding="utf-8"):
            continue
        page = visit(address)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")  # folded answers, too
        for stepper in page.locator(".mt-stepper").all():
            shown = stepper.locator(".mt-frame:visible")
            start = shown.inner_text()
            stepper.get_by_role("button", name="One step on").click()
            second = shown.inner_text()
            assert second != start
            stepper.get_by_role("button", name="One step back").click()
            assert shown.inner_text() == start
            stepper.get_by_role("button", name="Last step").click()
            assert shown.inner_text() != start
            stepper.get_by_role("slider").fill("1")
            assert shown.inner_text() == second
            stepper.focus()
            page.keyboard.press("ArrowLeft")
            assert shown.inner_text() == start
            stepped += 1
        assert page.trouble == []
    assert stepped, "no lesson shows a backward pass to step through"
