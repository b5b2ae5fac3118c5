"""Build the book into _build/html: `./course book`. Warnings are errors.

First what the pages need is made: the table of contents and the map of the lessons (from the syllabus), the
reference (from the docstrings), and MathJax (from a package that carries it, so that no page asks the network).
"""

import html
import importlib.metadata
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from cells import further_in  # noqa: E402

from minitorch.course.syllabus import lessons, parts  # noqa: E402

TOC = ROOT / "book" / "_toc.yml"
MADE = ROOT / "book" / "made"  # pages made here; git ignores them
SERVED = ROOT / ".cache" / "book"  # copied as it is into the built book
MATHJAX = "sphinx-mathjax-offline"
NUMERALS = ("", "I", "II", "III", "IV", "V", "VI", "VII")


def main():
    fetch_mathjax()
    make_pages()
    if not up_to_date():
        print("book/_toc.yml does not list the syllabus's lessons; python tools/book.py --toc writes it anew.")
        return 1
    builder = Path(sys.executable).with_name("jupyter-book")
    command = [builder, "build", ".", "--config", "_config.yml", "--toc", "book/_toc.yml"]
    status = subprocess.run([*command, "-W", "-n", "--keep-going", "--quiet"], cwd=ROOT).returncode
    if status == 0:  # Sphinx leaves these as they were when no page has changed
        shutil.copytree(ROOT / "book" / "_static", ROOT / "_build" / "html" / "_static", dirs_exist_ok=True)
        print("The book is in _build/html/index.html.")
    return status


# --- the table of contents ---


def toc():
    """The text of book/_toc.yml."""
    lines = [
        "# Made from minitorch/course/syllabus.toml: python tools/book.py --toc",
        "format: jb-book",
        "root: book/intro",
        "parts:",
        "  - caption: How to use it",
        "    chapters:",
        "      - file: book/using",
        "      - file: book/teaching",
    ]
    for part in dict.fromkeys(lesson.part for lesson in lessons()):
        lines += [f"  - caption: {part_name(part)}", "    chapters:"]
        lines += [f"      - file: lessons/{lesson.stem}" for lesson in lessons() if lesson.part == part]
    further = further_in(ROOT / "lessons")
    lines += ["  - caption: Further", "    chapters:"] * bool(further)
    lines += [f"      - file: lessons/further/{path.stem}" for path in further]
    lines += ["  - caption: To look things up", "    chapters:"]
    lines += [
        "      - file: book/pytorch",
        "      - file: book/glossary",
        "      - file: book/reference",
        "        sections:",
    ]
    lines += [f"          - file: book/made/reference/{name}" for name in reference_names()]
    return "\n".join(lines) + "\n"


def reference_names():
    from reference import EXTRA, PACKAGES

    return [lesson.slug for lesson in lessons() if lesson.files] + list(PACKAGES) + list(EXTRA)


def part_name(part):
    name = parts()[str(part)]
    return f"Part {NUMERALS[part]}, {name}" if part else name


def up_to_date():
    return TOC.exists() and TOC.read_text(encoding="utf-8") == toc()


# --- pages ---


def make_pages():
    """Write the made pages; a file that would stay the same is not touched, so that the next build is quick."""
    from reference import pages

    wanted = {MADE / "map.html": lesson_map()}
    wanted |= {MADE / "reference" / f"{name}.md": text for name, text in pages().items()}
    for path in MADE.rglob("*.*"):
        if path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def lesson_map():
    """The lessons as cards: what each is about, and which ones it stands on."""
    lines = ['<nav class="mt-map" aria-label="The lessons">']
    for part in dict.fromkeys(lesson.part for lesson in lessons()):
        lines += ["<section>", f"<h4>{html.escape(part_name(part))}</h4>"]
        for lesson in lessons():
            if lesson.part == part:
                needs = ", ".join(f"{number:02d}" for number in lesson.needs)
                can = re.sub(r"`(.+?)`", r"<code>\1</code>", html.escape(lesson.can[0].upper() + lesson.can[1:]))
                facts = f"{lesson.minutes} minutes" + (f", builds on {needs}" if needs else "")
                lines += [
                    f'<a href="../lessons/{lesson.stem}.html">',
                    f"<b><i>{lesson.number:02d}</i>{html.escape(lesson.title)}</b>",
                    f"<span>{can}.</span><small>{facts}</small></a>",
                ]
        lines.append("</section>")
    return "\n".join([*lines, "</nav>"]) + "\n"


# --- MathJax ---


def fetch_mathjax():
    """Put the two parts of MathJax that a page loads, its program and its fonts, where the book serves them."""
    target = SERVED / "_static" / "mathjax"
    try:
        carrier = importlib.metadata.distribution(MATHJAX)
    except importlib.metadata.PackageNotFoundError:
        raise SystemExit(
            f"The book needs the package {MATHJAX}, which carries MathJax: ./course book installs it."
        ) from None
    stamp = target / "version.txt"
    if stamp.exists() and stamp.read_text() == carrier.version:
        return
    shutil.rmtree(target, ignore_errors=True)
    for file in carrier.files:
        _, found, inside = file.as_posix().partition("/static/mathjax/")
        if found and (inside == "tex-mml-chtml.js" or inside.endswith(".woff")):
            (target / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file.locate(), target / inside)
    stamp.write_text(carrier.version)


if __name__ == "__main__":
    if "--toc" in sys.argv:
        TOC.write_text(toc(), encoding="utf-8")
    else:
        sys.exit(main())
