"""Words and patterns that no text of the project uses, and what to write instead: `python tools/words.py [FILE ...]`.

Looked at are comments, docstrings and other texts of several lines in Python files, names that they define, and the prose of
Markdown files and notebooks.
"""

import ast
import io
import json
import re
import sys
import tokenize
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("minitorch", "lessons", "book", "tools", "benchmarks", "tests")

WORDS = {
    r"wish(es|ed|ing)?": "requires_grad",
    r"strangers?": "unsupported operand",
    r"turn(s|ed|ing)? away": "raise TypeError",
    r"rungs?|ladders?": "mixin, class",
    r"kept account of": "registered",
    r"divisible dtypes?": "floating point or complex",
    r"(called|run) behind": "called after",
    r"the numbers of now": "the current values",
    r"has no say": "does not count, is ignored",
    r"in few bits": "in 16 bits",
    r"onion|my look": "say it plainly",
    r"(?<!there )is no (operand|iterable|tensor|number|leaf|module|list|string|int|integer|function)": "is not a ...",
    r"(?-i:what is none|of none)": "anything that is not one",
    r"whoever|whose owner": "say who: the caller, the optimizer",
    r"(?-i:Who) [a-z]+s\b": "If you ...",
    r"nobody else's": "its own copy",
    r"fused": "joint (one formula for all inputs)",
    r"by place": "positional",
    r"gone through": "visited",
    r"wears out": "say what happens to the data",
    r"wants? a gradient": "requires a gradient",
    r"\w*(neighbour|recognis|initialis|favour)\w*|(optim|normal|quant)is(e|es|ed|ing|ation)|analysed|learnt|grey": "American spelling",
}
NAMES = {
    "wishing", "check_wish", "refuse_wish", "wants_gradient", "turn_away", "strangers", "stranger", "parted", "renew", "_renew",
    "settle", "gathered", "told", "journey", "lying_as", "standing", "bent_in_place", "stand_in", "twins",
}  # fmt: skip
PATTERN = re.compile(r"\b(" + "|".join(f"(?:{words})" for words in WORDS) + r")\b", re.IGNORECASE)
ALLOWED = (
    "_fused",
    "fused=",
    "`fused`",
    "fused Adam",
    '"fused"',
    "fused, capturable",
    "foreach, fused",
    "differentiable, fused",
)  # PyTorch's own word


def instead_of(found):
    return next(better for words, better in WORDS.items() if re.fullmatch(words, found, re.IGNORECASE))


def complaints(path):
    """(line, word, what to write instead) for a file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        pieces, names = of_python(text)
        for line, name in names:
            yield line, name, "a name in PyTorch's terms"
    elif path.suffix == ".ipynb":
        pieces = of_notebook(text)
    else:
        pieces = [(1, text)]
    for start, piece in pieces:
        for found in PATTERN.finditer(piece):
            around = piece[max(found.start() - 24, 0) : found.end() + 8]
            if not any(words in around for words in ALLOWED):
                yield start + piece[: found.start()].count("\n"), found[0], instead_of(found[0])


def of_python(text):
    """([(line, comment or text of several lines)], [(line, a name that should not be defined)])."""
    pieces = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT or (
            token.type == tokenize.STRING and ('"""' in token.string or "'''" in token.string)
        ):
            pieces.append((token.start[0], token.string))
    names = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in NAMES:
            names.append((node.lineno, node.name))
    return pieces, names


def of_notebook(text):
    """[(number of the cell, its prose or its comments)]."""
    for number, cell in enumerate(json.loads(text)["cells"]):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield number, source
        elif not source.startswith("%%"):
            yield number, "\n".join(re.findall(r"#.*", source))


def files():
    found = [ROOT / "README.md"]
    for folder in FOLDERS:
        found += [path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in (".py", ".md", ".ipynb")]
    left = ("made", ".ipynb_checkpoints", ".progress", "__pycache__")
    return [path for path in found if not any(part in left for part in path.parts) and path != Path(__file__).resolve()]


def main(words):
    count = 0
    for path in [Path(word).resolve() for word in words] or files():
        for line, word, better in complaints(path):
            print(f"{path.relative_to(ROOT)}:{line}: {word!r}: {better}")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
