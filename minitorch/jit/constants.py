"""constants: the numbers, texts and tensors in a graph as it prints them (shelf)."""

import math
import re

from .._tensor import Tensor
from ..backend import device
from .kinds import TensorType

MANY = 10  # a constant tensor with more numbers is printed as <Tensor>


def letter(value):
    """PyTorch's letter for the kind of an attribute."""
    if isinstance(value, Tensor):
        return "t"
    kinds = {bool: "i", int: "i", float: "f", str: "s", device: "s"}
    return kinds.get(type(value), "ival")


def written(value):
    """A constant as graphs print it."""
    if isinstance(value, Tensor):
        return written_tensor(value)
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (str, device)):
        text = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{text}"'
    return number_text(value) if isinstance(value, float) else str(value)


def written_tensor(x):
    """A tensor: {2}, a table of few numbers, or <Tensor>."""
    if x.dim() == 0:
        return f"{{{short(x.item())}}}"
    if x.numel() > MANY or x.dim() > 2 or not x.numel():
        return "<Tensor>"
    table = x.tolist() if x.dim() == 2 else [[n] for n in x.tolist()]
    words = [[short(n) for n in row] for row in table]
    wide = max([len(word) for row in words for word in row])
    text = " ".join([" " + "  ".join([word.rjust(wide) for word in row]) for row in words])
    name = TensorType.of(x).scalarType()
    return f"{text} [ CPU{name}Type{{{','.join([str(n) for n in x.shape])}}} ]"


def short(n):
    return f"{n:.6g}" if isinstance(n, float) else str(int(n)) if isinstance(n, bool) else str(n)


def number_text(x):
    """A float with all its digits: 0.10000000000000001, 1., 1.0000000000000001e-05."""
    if not math.isfinite(x):
        return str(x)
    text = f"{x:.17g}"
    return text if re.search(r"[.e]", text) else f"{text}."
