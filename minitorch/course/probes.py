"""probes: what PyTorch answers, stored with the course.

    %%pytorch promotion
    torch.tensor([1, 2]) / 2
    torch.tensor(2.0).dtype

Nothing in such a cell runs. `python tools/record.py` stored PyTorch's answers, so nobody needs PyTorch to read a
lesson; a test runs PyTorch again and compares.
"""

import ast
import contextlib
import io
import json
import re
import traceback
import warnings
from pathlib import Path

from .cards import Answers, Card
from .values import without_addresses

FOLDER = Path(__file__).with_name("pytorch")


def probe_magic(line, cell):
    """The cell magic `%%pytorch name`: statements for PyTorch alone, with the answers that it gave. Nothing runs here."""
    name, texts = line.strip(), [text for text, _ in statements(cell)]
    kept, version = stored(name)
    if kept is None or [text for text, _ in kept] != texts:
        kept = [(text, "(not recorded yet: `python tools/record.py`)") for text in texts]
    Card(f"{name}: what PyTorch {version} answers", Answers(kept)).show()


def answers(code, torch):
    """[(statement, what it prints and what it is worth)] with `torch` standing for the given module."""
    scope = {"torch": torch, "__name__": "probe"}
    found = []
    for text, node in statements(code):
        paper = io.StringIO()
        with contextlib.redirect_stdout(paper), warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minitorch\.")  # as everywhere
            try:
                if isinstance(node, ast.Expr):
                    value = eval(compile(ast.Expression(node.value), "<probe>", "eval"), scope)
                    if value is not None:
                        print(repr(value))
                else:
                    exec(compile(ast.Module([node], []), "<probe>", "exec"), scope)
            except Exception as error:
                print(traceback.format_exception_only(error)[0].strip())  # without notes, which are ours alone
        said = [f"{one.category.__name__}: {_plain_warning(str(one.message))}" for one in warned]
        answer = "\n".join(said + [paper.getvalue().rstrip("\n")]).strip("\n")
        found.append((text, without_addresses(answer)))
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
