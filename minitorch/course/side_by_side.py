"""PyTorch beside ours: the same statements, our answers next to the ones that PyTorch gave.

    %%beside promotion
    torch.tensor([1, 2]) / 2
    torch.tensor(2.0).dtype           # differs: ours names its own package

The cell runs with `torch` standing for minitorch. PyTorch's answers were stored by `python -m
minitorch.course.record`, so nobody needs PyTorch to read a lesson; a test runs PyTorch again and compares.
"""

import ast
import contextlib
import io
import json
import re
import shlex
import traceback
import warnings
from pathlib import Path

import minitorch

from .cards import Answers, Card, Columns, Text
from .facts import library_state
from .values import in_pairs, without_addresses

FOLDER = Path(__file__).with_name("pytorch")


def beside(name, code, differs=""):
    """Run the statements with `torch` standing for minitorch and show our answers beside PyTorch's stored
    ones.

    `differs` says in a sentence why answers are meant to differ; a comment `# differs: ...` says it for one
    statement.
    """
    with library_state():
        ours = answers(code, minitorch)
    theirs, version = stored(name)
    if theirs is None:
        rows = [(text, answer, "(not recorded yet)", "") for text, answer in ours]
        note = "PyTorch's answers are not stored yet: `python -m minitorch.course.record` stores them."
    elif [text for text, _ in theirs] != [text for text, _ in ours]:
        rows = [(text, answer, "(recorded for other statements)", "") for text, answer in ours]
        note = "The statements were changed since; `python -m minitorch.course.record` asks PyTorch again."
    else:
        rows = [_row(text, answer, right, differs) for (text, answer), (_, right) in zip(ours, theirs, strict=True)]
        note = ""
    label = f"PyTorch {version}" if version else "PyTorch"
    Card(f"{name}: minitorch beside PyTorch", Columns(("minitorch", label), rows), Text(note) if note else None).show()


def beside_magic(line, cell):
    """The cell magic `%%beside name`, also `%%beside name differs="why"`."""
    name, differs = parse_line(line)
    beside(name, cell, differs)


def probe_magic(line, cell):
    """The cell magic `%%pytorch name`: statements for PyTorch alone, with the answers that it gave. Nothing runs here."""
    name, texts = line.strip(), [text for text, _ in statements(cell)]
    kept, version = stored(name)
    if kept is None or [text for text, _ in kept] != texts:
        kept = [(text, "(not recorded yet: `python -m minitorch.course.record`)") for text in texts]
    Card(f"{name}: what PyTorch {version} answers", Answers(kept)).show()


def parse_line(line):
    """(name, differs) of a magic's first line.

    >>> parse_line('printing differs="ours names its own package"')
    ('printing', 'ours names its own package')
    """
    words = shlex.split(line)
    if not words or any(not word.startswith("differs=") for word in words[1:]):
        raise ValueError(f'write %%beside name, or %%beside name differs="why"; this is: {line!r}')
    return words[0], words[1].removeprefix("differs=") if len(words) > 1 else ""


def _row(text, ours, theirs, differs):
    reason = reason_for(text) or differs
    if same(ours, theirs):
        return text, ours, theirs, ""
    return text, ours, theirs, f"meant to differ: {reason}" if reason else "**this differs from PyTorch**"


def reason_for(text):
    """The sentence after `# differs:` in a statement, or an empty string."""
    found = re.search(r"#\s*differs:\s*(.+)", text)
    return found.group(1).strip() if found else ""


def same(ours, theirs):
    """Do the two answers say the same, once our package's name is read as PyTorch's?"""
    return re.sub(r"\bminitorch\b", "torch", ours).strip() == theirs.strip()


def answers(code, torch):
    """[(statement, what it prints and what it is worth)] with `torch` standing for the given module."""
    scope = {"torch": torch, "__name__": "beside"}
    found = []
    for text, node in statements(code):
        paper = io.StringIO()
        with contextlib.redirect_stdout(paper), warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minitorch\.")  # as everywhere
            try:
                if isinstance(node, ast.Expr):
                    value = eval(compile(ast.Expression(node.value), "<beside>", "eval"), scope)
                    if value is not None:
                        print(repr(value))
                else:
                    exec(compile(ast.Module([node], []), "<beside>", "exec"), scope)
            except Exception as error:
                print(traceback.format_exception_only(error)[0].strip())  # without notes, which are ours alone
        said = [f"{one.category.__name__}: {_plain_warning(str(one.message))}" for one in warned]
        answer = "\n".join(said + [paper.getvalue().rstrip("\n")]).strip("\n")
        found.append((text, in_pairs(without_addresses(answer))))
    return found


def _plain_warning(message):
    return re.sub(r"\s*\(Triggered internally at .*\)", "", message).strip()


def statements(code):
    """[(text with the comments before it, syntax tree)] of each top-level statement."""
    lines, found, end = code.splitlines(), [], 0
    for node in ast.parse(code).body:
        if node.lineno <= end:
            raise ValueError(f"one statement a line, please: {lines[node.lineno - 1]!r}")
        text = "\n".join(line.rstrip() for line in lines[end : node.end_lineno] if line.strip())
        found.append((text, node))
        end = node.end_lineno
    return found


def stored(name):
    """([(statement, PyTorch's answer)], PyTorch's version) kept for this name, or (None, "")."""
    for path in sorted(FOLDER.glob("*.json")):
        kept = json.loads(path.read_text(encoding="utf-8"))
        if name in kept["cells"]:
            return [tuple(pair) for pair in kept["cells"][name]], kept["torch"]
    return None, ""
