"""Cards: what the course says in a notebook, as HTML and, the same in words, as plain text.

Only inline styles, because a notebook that is not trusted yet loses everything else; text colour is inherited
and backgrounds are thin veils, so that a card reads in light and dark themes. What a colour says, a word says
too.
"""

import html
import re
import sys

VEIL, LINE = "rgba(127,127,127,0.10)", "rgba(127,127,127,0.35)"
TONES = {"plain": "#5b8bd0", "good": "#2e9e6b", "bad": "#d0762b", "quiet": "#8a8a8a"}
BARE = "background:transparent;border:0;color:inherit"  # a theme may have its own idea of <pre>
MONO = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:0.92em"
WRAP = "white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere"  # JupyterLab breaks a <pre> inside words
PRE = f"{MONO};margin:0;padding:0;{WRAP};line-height:1.4;text-align:left;{BARE}"


def shell():
    """The IPython shell of the notebook that runs; None where there is none."""
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None


class Card:
    """A heading and parts (Text, Code, Facts, Bar, Answers). Shows itself in Jupyter, prints elsewhere."""

    def __init__(self, heading, *parts, tone="plain", label=""):
        self.heading, self.tone, self.label = heading, tone, label
        self.parts = [Text(part) if isinstance(part, str) else part for part in parts if part]

    def text(self):
        label = f"[{self.label}] " if self.label else ""
        lines = [label + self.heading]
        for part in self.parts:
            lines += ["  " + line if line else "" for line in part.text().splitlines()]
        return "\n".join(lines)

    def html(self):
        color = TONES[self.tone]
        label = (
            f'<span style="border:1px solid {color};border-radius:4px;padding:0 6px;margin-right:8px;'
            f'font-size:0.85em;font-weight:600;white-space:nowrap">{html.escape(self.label)}</span>'
            if self.label
            else ""
        )
        heading = f'<div style="font-weight:600">{label}{inline(self.heading)}</div>'
        body = "".join(f'<div style="margin-top:6px">{part.html()}</div>' for part in self.parts)
        return (
            f'<div style="border-left:4px solid {color};background:{VEIL};padding:8px 12px;margin:4px 0;'
            f'border-radius:4px;line-height:1.5;max-width:60em;text-align:left">{heading}{body}</div>'
        )

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": self.text(), "text/html": self.html()}

    def __repr__(self):
        return self.text()

    def show(self, to_be_changed=False):
        """Display the card in a notebook, or print its text where there is none.

        With `to_be_changed=True` a notebook's card comes with a handle: `handle.update(bundle, raw=True)` shows another.
        """
        if shell() is None:
            print(self.text())
            return None
        from IPython.display import display

        return display(self._repr_mimebundle_(), raw=True, display_id=to_be_changed or None)


class Text:
    """Sentences; `this` is set as code."""

    def __init__(self, text):
        self.words = text

    def text(self):
        return MARKS.sub(lambda found: found.group(2) or found.group(0), self.words)

    def html(self):
        return "<br>".join(inline(line) for line in self.words.splitlines())


class Code:
    """A piece of Python; `mark` numbers the line to point at, `first` the first line."""

    def __init__(self, source, first=None, mark=None):
        self.source, self.first, self.mark = source.rstrip("\n"), first, mark

    def _lines(self):
        for number, line in enumerate(self.source.splitlines(), self.first or 1):
            yield number, ("> " if number == self.mark else "  ") if self.mark else "", line

    def text(self):
        number_of = (lambda number: f"{number:>3}  ") if self.first else (lambda number: "")
        return "\n".join(f"    {arrow}{number_of(number)}{line}".rstrip() for number, arrow, line in self._lines())

    def html(self):
        body = highlighted(self.source).splitlines()
        rows = []
        for (number, arrow, _), line in zip(self._lines(), body, strict=True):
            lead = f'<span style="opacity:0.6">{html.escape(arrow)}{number:>3}  </span>' if self.first else ""
            rows.append(f"{lead}<b>{line}</b>" if number == self.mark else lead + line)
        return f'<pre style="{PRE};padding:6px 10px;border-left:2px solid {LINE}">' + "\n".join(rows) + "</pre>"


class Facts:
    """Label and value pairs in two columns; a value that is a Text is set as prose, any other as code."""

    def __init__(self, *pairs):
        self.pairs = [(label, value) for label, value in pairs if value not in (None, "")]

    def text(self):
        width = max((len(label) for label, _ in self.pairs), default=0) + 2
        lines = []
        for label, value in self.pairs:
            first, *rest = (value.text() if isinstance(value, Text) else value).splitlines() or [""]
            lines += [f"{label:<{width}}{first}".rstrip()] + [" " * width + line for line in rest]
        return "\n".join(lines)

    def html(self):
        cell = "border:0;padding:2px 10px 2px 0;vertical-align:top;text-align:left"
        rows = ""
        for label, value in self.pairs:
            shown = value.html() if isinstance(value, Text) else f'<pre style="{PRE}">{html.escape(value)}</pre>'
            rows += (
                f'<tr style="background:transparent"><td style="{cell};opacity:0.75;white-space:nowrap">'
                f'{html.escape(label)}</td><td style="{cell}">{shown}</td></tr>'
            )
        return f'<table style="border:0;border-collapse:collapse;margin:0">{rows}</table>'


class Bar:
    """How much of something is done: "2 of 5 exercises"."""

    def __init__(self, done, total, what):
        self.done, self.total, self.what = done, total, what

    def text(self):
        return f"[{'#' * self.done}{'.' * (self.total - self.done)}] {self.done} of {self.total} {self.what}"

    def html(self):
        share = round(100 * self.done / max(self.total, 1))
        return (
            f'<div style="border:1px solid {LINE};border-radius:4px;height:8px;max-width:20em">'
            f'<div style="background:{TONES["good"]};height:8px;width:{share}%"></div></div>'
            f"<div>{self.done} of {self.total} {html.escape(self.what)}</div>"
        )


class Answers:
    """Statements, and what each of them gives: `rows` of (code, answer), as an interpreter shows them."""

    def __init__(self, rows):
        self.rows = rows

    def text(self):
        lines = []
        for code, answer in self.rows:
            lines += [f">>> {code}".replace("\n", "\n... "), *answer.splitlines()]
        return "\n".join(lines)

    def html(self):
        shown = "".join(
            f'<pre style="{PRE};border-top:1px solid {LINE};padding-top:4px">{highlighted(code).rstrip()}</pre>'
            + (f'<pre style="{PRE};padding:0 0 4px 1.5em">{html.escape(answer)}</pre>' if answer else "")
            for code, answer in self.rows
        )
        return f"<div>{shown}</div>"


MARKS = re.compile(r"`([^`]+)`|(?<!\w)\*\*(?=\S)([^*`]+)(?<=\S)\*\*(?!\w)")  # `code`, or **bold**; 2**3 is a power


def inline(text):
    """Escaped text with `code` and **bold** set as such."""

    def mark(found):
        if found.group(1):
            return f'<code style="{MONO};background:{VEIL};color:inherit;padding:0 3px">{found.group(1)}</code>'
        return f"<b>{found.group(2)}</b>"

    return MARKS.sub(mark, html.escape(text, quote=False))


def highlighted(source):
    """Python as HTML in colours of middle lightness, line for line; just escaped without Pygments."""
    try:
        from pygments import highlight
        from pygments.formatters import HtmlFormatter
        from pygments.lexers import PythonLexer
        from pygments.style import Style
        from pygments.token import Comment, Keyword, Number, Operator, String
    except ImportError:
        return html.escape(source)

    class Middle(Style):
        background_color = ""
        styles = {
            Comment: "italic #808890",
            Keyword: "bold #3f7fc4",
            Operator.Word: "bold #3f7fc4",
            String: "#a8702a",
            Number: "#2e8f68",
        }

    formatter = HtmlFormatter(style=Middle, noclasses=True, nowrap=True)
    return highlight(source, PythonLexer(stripnl=False), formatter).rstrip("\n")
