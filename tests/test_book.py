"""The book's sources: contents from the syllabus, a reference without gaps, and a glossary in two languages."""

import re
import sys
from pathlib import Path

import pytest

from minitorch.course.syllabus import lessons
from tools.cells import further_in

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def tools():
    """The folder tools/ on the path, for its modules book and reference."""
    sys.path.insert(0, str(ROOT / "tools"))
    yield
    sys.path.remove(str(ROOT / "tools"))


def test_contents_are_the_syllabus(tools):
    import book

    assert book.up_to_date(), "python tools/book.py --toc writes book/_toc.yml from the syllabus"


def test_every_page_of_the_contents_is_there():
    listed = re.findall(r"(?:file|root): (\S+)", (ROOT / "book" / "_toc.yml").read_text(encoding="utf-8"))
    pages = [name for name in listed if not name.startswith("book/made/")]
    missing = [name for name in pages if not any((ROOT / f"{name}{end}").exists() for end in (".md", ".ipynb"))]
    assert missing == []


def test_the_map_shows_every_lesson(tools):
    import book

    shown = re.findall(r'href="\.\./lessons/([\w-]+)\.html"', book.lesson_map())
    assert shown == [lesson.stem for lesson in lessons()]


# --- the reference ---


def test_the_reference_has_the_public_functions_of_every_lesson(tools):
    import reference

    import minitorch

    text = "\n".join(reference.pages().values())
    shown = set(re.findall(r"\{py:(?:function|class)\} minitorch\.(\w+)(?=\(|$)", text, re.MULTILINE))
    others = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^Also called (.*)\.$", text, re.MULTILINE))))
    public = {
        name
        for name, value in ((name, getattr(minitorch, name)) for name in dir(minitorch))
        if not name.startswith("_")
        and callable(value)
        and (value.__doc__ or "").strip()
        and hasattr(value, "__module__")
    }
    helpers = {"end_of_package", "lazy_names", "missing_name", "names_of"}
    legacy = {name for name in public if name.endswith("Tensor")}  # the typed constructors of old PyTorch
    assert sorted(public - shown - others - helpers - legacy) == []


def test_the_reference_shows_formulas_as_they_are_written(tools):
    import reference

    entry = reference.pages()["operations"].split("{py:function} minitorch.mul(")[1].split("\n```")[0]
    assert "*Gradient.* `input`: `g * other`, `other`: `g * input`" in entry


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("a * b, x_y and [1]", r"a \* b, x\_y and \[1\]"),
        ("see `a * b`", "see `a * b`"),
        ("One.\n\n    >>> 1 + 1\n    2\n\nSource: PyTorch, torch.x.", "~~~pycon\n>>> 1 + 1\n2\n~~~"),
        ("Errors: none.", "*Errors.* none."),
        ("Made so:\n\n    a = 1\n\n    b = 2\n\nDone.", "~~~text\na = 1\n\nb = 2\n~~~"),
    ],
)
def test_docstrings_become_markdown(tools, text, markdown):
    import reference

    assert markdown in reference.prose(text)


# --- the glossary ---

ENTRY = re.compile(r"^(?P<term>\S.*)\n(?P<chinese>\S.*)\n  (?P<meaning>.+)$", re.MULTILINE)


def entries():
    text = (ROOT / "book" / "glossary.md").read_text(encoding="utf-8")
    return list(ENTRY.finditer(text.split("```{glossary}\n")[1].rsplit("```", 1)[0]))


def test_each_term_has_a_chinese_one_a_meaning_and_a_lesson():
    stems = {lesson.stem for lesson in lessons()} | {f"further/{path.stem}" for path in further_in(ROOT / "lessons")}
    assert len(entries()) >= 60
    for entry in entries():
        assert re.search(r"[\u4e00-\u9fff]", entry["chinese"]), entry["term"]
        assert len(entry["meaning"]) > 40, entry["term"]
        (lesson,) = re.findall(r"\]\(\.\./lessons/([\w/-]+)\.ipynb\)", entry["meaning"])
        assert lesson in stems, entry["term"]


def test_terms_stand_in_order_and_once():
    terms = [entry["term"].lower() for entry in entries()]
    assert terms == sorted(set(terms))
