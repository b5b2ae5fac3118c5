"""printing: how a tensor looks in print.

The form is PyTorch's: the numbers in columns of one width and one notation, a large tensor cut down to its edges, and
behind the numbers what they do not show: an unusual dtype, the device, whether autograd follows the tensor.
"""

import math

import numpy as np

from .dtypes import bool as bool_
from .dtypes import get_default_dtype, int64

# --- the options ------------------------------------------------------------------------------------------------------

PROFILES = {
    "default": {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80},
    "short": {"precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 80},
    "full": {"precision": 4, "threshold": math.inf, "edgeitems": 3, "linewidth": 80},
}
INDENT = len("tensor(")  # how far the lines after the first are moved in
options = {**PROFILES["default"], "sci_mode": None}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """Choose how tensors print, from now on.

    precision  digits after the point
    threshold  print no more than this many numbers in full
    edgeitems  of a larger tensor, how many to show at each end of a dimension
    linewidth  characters in a line
    profile    "default", "short" or "full": values for the four above, which come first when given
    sci_mode   True: 1.0000e+00; False: 1.0000; None, also when left out: whichever suits the numbers

    >>> import minitorch as mt
    >>> mt.set_printoptions(precision=2)
    >>> mt.tensor([1 / 3, 2000])
    tensor([3.33e-01, 2.00e+03])
    >>> mt.set_printoptions(profile="default")

    Source: PyTorch, torch.set_printoptions.
    """
    if profile is not None:
        if profile.lower() not in PROFILES:
            raise ValueError(f"profile must be one of {', '.join(PROFILES)}, but got {profile!r}")
        options.update(PROFILES[profile.lower()])
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    options.update({name: value for name, value in given.items() if value is not None})
    options["sci_mode"] = sci_mode


def get_printoptions():
    """The options as they are now, in a dict. Source: PyTorch, torch.get_printoptions."""
    return dict(options)


# --- the whole --------------------------------------------------------------------------------------------------------


def tensor_repr(array, dtype, device, requires_grad, grad_fn_name=None):
    """How the tensor with these numbers (a NumPy array) and these facts about it prints.

    >>> import minitorch as mt
    >>> mt.tensor([[1.0, -20.5], [0.25, 3]], dtype=mt.float64)
    tensor([[  1.0000, -20.5000],
            [  0.2500,   3.0000]], dtype=minitorch.float64)
    """
    facts = []
    if device.type != "cpu":
        facts.append(f"device='{device}'")
    if array.ndim != 1 if array.size == 0 else options["edgeitems"] == 0:  # where the numbers do not show the shape
        facts.append(f"size={array.shape}")
    default = get_default_dtype()
    usual = (default,) if array.size == 0 else (default, default.to_complex(), int64, bool_)
    if dtype not in usual:
        facts.append(f"dtype={dtype!r}")
    if grad_fn_name is not None:
        facts.append(f"grad_fn=<{grad_fn_name}>")
    elif requires_grad:
        facts.append("requires_grad=True")
    return with_facts("tensor(" + numbers(array, INDENT), facts) + ")"


def with_facts(text, facts):
    """The text with ", fact" behind it for every fact, each on a new line where the line would get too long."""
    used = len(text) - text.rfind("\n") + 1
    for fact in facts:
        if used + len(fact) + 2 > options["linewidth"]:
            text, used = f"{text},\n{' ' * INDENT}{fact}", INDENT + len(fact)
        else:
            text, used = f"{text}, {fact}", used + len(fact) + 2
    return text


def tensor_format(array, spec):
    """What format(tensor, spec) gives for a tensor without dimensions: the number, formatted by Python."""
    return format(readable(array).item(), spec)


# --- brackets, rows, columns ------------------------------------------------------------------------------------------


def numbers(array, indent):
    """The numbers in nested brackets; a new line begins with `indent` spaces and one for each open bracket."""
    if array.size == 0:
        return "[]"
    array = readable(array)
    cut = array.size > options["threshold"]
    write, width = notation(edges(array) if cut else array)
    return bracketed(array, indent, cut, write, width) if array.ndim else write(array.item())


def bracketed(array, indent, cut, write, width):
    """One bracket: numbers with commas between them, or smaller brackets with as many line breaks as dimensions."""
    edge = options["edgeitems"]
    cut_here = cut and len(array) > 2 * edge
    shown = edge_places(len(array), edge) if cut_here else range(len(array))
    if array.ndim > 1:
        items = [bracketed(array[place], indent + 1, cut, write, width) for place in shown]
        lines = items[:edge] + ["..."] + items[edge:] if cut_here else items
        gap = "\n" * (array.ndim - 1)
    else:
        items = [write(value) for value in array[shown].tolist()] if shown else []
        if cut_here:
            items.insert(edge, " ..." if edge else "...")
        fit = max(1, (options["linewidth"] - indent) // (width + 2))  # 2 for the comma and the space
        lines = [", ".join(items[start : start + fit]) for start in range(0, len(items), fit)]
        gap = "\n"
    return "[" + f",{gap}{' ' * (indent + 1)}".join(lines) + "]"


def edges(array):
    """The numbers that remain when every long dimension is cut down to its two ends."""
    for axis, length in enumerate(array.shape):
        if length > 2 * options["edgeitems"]:
            array = array.take(edge_places(length, options["edgeitems"]), axis)
    return array


def edge_places(length, edge):
    """The first `edge` places and the last: 0, 1, 2, 97, 98, 99 of a hundred."""
    return [*range(edge), *range(length - edge, length)]


# --- one number -------------------------------------------------------------------------------------------------------


def notation(array):
    """How to write the numbers of this array in one notation: (number -> text, width that the columns need)."""
    if array.dtype.kind == "c":
        real, real_width = notation(array.real)
        imaginary, imaginary_width = notation(array.imag)

        def write(value):
            text = imaginary(value.imag).lstrip()
            return real(value.real) + ("" if text[0] in "+-" else "+") + text + "j"

        return write, real_width + imaginary_width + 1
    style, width = (fraction_style if array.dtype.kind == "f" else whole_style)(array)
    return lambda value: style(value).rjust(width), width


def whole_style(array):
    """Integers and truth values: as Python writes them."""
    return str, max((len(str(value)) for value in array.reshape(-1).tolist()), default=1)


def fraction_style(array):
    """Fractions: as integers with a point if all are whole; scientific if they are very large, small or unequal.

    Zeros, infinities and nan have no say in this, nor in the width of the column.
    """
    precision, sci_mode = options["precision"], options["sci_mode"]

    def whole(x):
        return f"{x:.0f}." if math.isfinite(x) else f"{x:.0f}"

    def fixed(x):
        return f"{x:.{precision}f}"

    def scientific(x):
        return f"{x:.{precision}e}"

    values = array[np.isfinite(array) & (array != 0)].astype(np.float64)
    if not values.size:
        return whole, 1
    smallest, largest = np.abs(values).min(), np.abs(values).max()
    style = whole if (values == np.ceil(values)).all() else fixed
    unequal = largest / smallest > 1000 or largest > 1e8 or (style is fixed and smallest < 1e-4)
    if unequal if sci_mode is None else sci_mode:
        style = scientific
    return style, max(len(style(x)) for x in values.tolist())


def readable(array):
    """The array itself; of bfloat16, which NumPy knows only as a guest, the same numbers in float32."""
    return array.astype(np.float32) if array.dtype.kind == "V" else array
