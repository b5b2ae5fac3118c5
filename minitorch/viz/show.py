"""show: numbers, shapes and names as short text, and the colours of every picture.

The colours are Okabe and Ito's, which people who see few colours tell apart too; every kind of thing also has a shape
and a word of its own.
"""

CARD, CARD_LINE, INK, SOFT = "#fcfcfa", "#d5d5d0", "#22262b", "#5d646d"

# kind: (line, fill, what the legend says)
COLOURS = {
    "leaf": ("#0072b2", "#e0effa", "leaf: made by you, gets a gradient"),
    "constant": ("#7a7f87", "#f1f1f0", "constant: no gradient flows here"),
    "step": ("#3b4048", "#ffffff", "recorded step"),
    "output": ("#00785a", "#dff3ec", "the tensor that was drawn"),
    "saved": ("#8f6f00", "#fff6cf", "saved for the backward pass"),
    "gradient": ("#c04f00", "#fde6d6", "gradient"),
    "hook": ("#a8417f", "#f8e4f0", "hook"),
    "freed": ("#8a8f96", "#f4f4f3", "freed: what it saved is gone"),
    "group": ("#3b4048", "#eceef1", "several steps folded into one"),
}

SMALL, FEW = 12, 64  # how many numbers are written out: by default, and with values=True


def number(value, digits=4):
    """One number, in at most so many significant digits, that shows whether it is a float.

    >>> number(3.0), number(1 / 3), number(7), number(True)
    ('3.0', '0.3333', '7', 'True')
    """
    kind = type(value).__name__
    if "bool" in kind or "complex" in kind:
        return str(value)
    if "int" in kind:
        return str(int(value))
    text = f"{float(value):.{digits}g}"
    return text if any(mark in text for mark in ".einf") else f"{text}.0"


def rows(array, limit=SMALL):
    """The numbers of a small array as lines of text, a line per row; None when there are too many."""
    if array.size > limit or array.ndim > 2 or (array.ndim and array.shape[-1] > 8):
        return None
    if array.ndim == 0:
        return [number(array.item())]
    if array.ndim == 1 or array.size == 0:
        return ["[" + ", ".join([number(v) for v in array.reshape(-1).tolist()]) + "]"]
    cells = [[number(v) for v in row] for row in array.tolist()]
    width = max([len(cell) for row in cells for cell in row])
    return ["[" + ", ".join([cell.rjust(width) for cell in row]) + "]" for row in cells]


def line(array, limit=SMALL):
    """The numbers of a small array in one line; None when there are too many."""
    return None if rows(array, limit) is None else nested(array.tolist())


def nested(values):
    """Numbers in nested lists as text."""
    return "[" + ", ".join([nested(v) for v in values]) + "]" if isinstance(values, list) else number(values)


def statistics(array):
    """What is worth knowing about many numbers: mean, smallest, largest."""
    if not array.size or array.dtype.kind not in "fiub":
        return f"{array.size:,} numbers"
    wide = array.astype("float64")
    return f"mean {number(float(wide.mean()))}, {number(float(wide.min()))} to {number(float(wide.max()))}"


def brief(value, limit=SMALL):
    """Any value in one line: an array's numbers or its statistics, a tuple, a plain argument."""
    value = host(value)
    if hasattr(value, "dtype") and hasattr(value, "tolist"):
        return line(value, limit) or f"{shape(value.shape)}, {statistics(value)}"
    if isinstance(value, (bool, int, float, complex)):
        return number(value)
    if isinstance(value, (tuple, list)):
        inner = ", ".join([brief(v, limit) for v in value])
        return shorten(f"({inner},)" if len(value) == 1 else f"({inner})", 60)
    if isinstance(value, slice):
        return ":".join(["" if v is None else str(v) for v in (value.start, value.stop)])
    if value is None or isinstance(value, str):
        return repr(value)
    return getattr(value, "__name__", type(value).__name__)


def host(value):
    """An array where NumPy can read it: a GPU's is copied."""
    return value.get() if hasattr(value, "get") and hasattr(value, "dtype") else value


def shape(sizes):
    """A shape as text: (2, 3)."""
    return str(tuple([int(n) for n in sizes]))


def shorten(text, width=44):
    """Text that fits: cut, with dots, when it does not."""
    return text if len(text) <= width else text[: width - 3] + "..."


def count(n, what):
    """A number with its noun: 1 leaf, 2 leaves, 2,000 steps."""
    plural = {"leaf": "leaves", "pass": "passes"}.get(what, f"{what}s")
    return f"{n:,} {what if n == 1 else plural}"
