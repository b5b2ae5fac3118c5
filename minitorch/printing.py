"""printing: the repr of a tensor (shelf).

The numbers in columns of one width and one notation, a large tensor cut down to its edges, and behind the numbers what
they do not show: an unusual dtype, the device, whether autograd follows the tensor.
"""

import math

import numpy as np

from ._lazy import load
from .creation.meta import MetaArray
from .dtypes import bool as bool_
from .dtypes import get_default_dtype, int64

# --- the options ------------------------------------------------------------------------------------------------------

INDENT = len("tensor(")  # how far the lines after the first are moved in
options = {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80, "sci_mode": None}


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
    if hides_its_shape(array):
        facts.append(f"size={array.shape}")
    if not goes_without_saying(dtype, array):
        facts.append(f"dtype={dtype!r}")
    if grad_fn_name is not None:
        facts.append(f"grad_fn=<{grad_fn_name}>")
    elif requires_grad:
        facts.append("requires_grad=True")
    return with_facts("tensor(" + numbers(array, INDENT), facts) + ")"


def hides_its_shape(array):
    """Whether the printed numbers do not show the shape: of an empty array, unless it has one dimension."""
    if isinstance(array, MetaArray):
        return True
    return options["edgeitems"] == 0 if array.size else array.ndim != 1


def goes_without_saying(dtype, array):
    """Whether the printed numbers show the dtype: the default one, its complex one, int64 and bool."""
    default = get_default_dtype()
    if isinstance(array, MetaArray) or not array.size:
        return dtype is default
    return dtype in (default, default.to_complex(), int64, bool_)


def with_facts(text, facts):
    """The text with ", fact" behind it for every fact, each on a new line where the line would get too long."""
    used = len(text) - text.rfind("\n") + 1
    for fact in facts:
        if used + len(fact) + 2 > options["linewidth"]:
            text, used = f"{text},\n{' ' * INDENT}{fact}", INDENT + len(fact)
        else:
            text, used = f"{text}, {fact}", used + len(fact) + 2
    return text


# --- brackets, rows, columns ------------------------------------------------------------------------------------------


def numbers(array, indent):
    """The numbers in nested brackets; a new line begins with `indent` spaces and one for each open bracket."""
    if isinstance(array, MetaArray):
        return "..."
    if array.size == 0:
        return "[]"
    array = readable(array)
    cut = array.size > options["threshold"]
    write, width = notation(edges(array) if cut else array)
    return bracketed(array, indent, cut, write, width) if array.ndim else write(array.item())


def bracketed(array, indent, cut, write, width):
    """One bracket: numbers with commas between them, or smaller brackets with as many line breaks as dimensions."""
    places = shown(len(array), cut)
    if array.ndim == 1:
        items = [" ..." if place is None else write(array[place].item()) for place in places]
        return "[" + filled(items, indent + 1, width) + "]"
    items = ["..." if place is None else bracketed(array[place], indent + 1, cut, write, width) for place in places]
    gap = "," + "\n" * (array.ndim - 1) + " " * (indent + 1)
    return "[" + gap.join(items) + "]"


def shown(length, cut):
    """The places to print along a dimension. Of a long one that is cut only the ends: 0, 1, 2, None, 97, 98, 99."""
    edge = options["edgeitems"]
    if not cut or length <= 2 * edge:
        return list(range(length))
    return [*range(edge), None, *range(length - edge, length)]


def filled(items, indent, width):
    """Numbers with commas between them, as many in a line as fit; a new line begins with `indent` spaces."""
    if items == [" ..."]:  # the options ask for no numbers at all
        return "..."
    fit = max(1, (options["linewidth"] - indent + 1) // (width + 2))  # 2 for the comma and the space
    lines = [", ".join(items[start : start + fit]) for start in range(0, len(items), fit)]
    return (",\n" + " " * indent).join(lines)


def edges(array):
    """The numbers that remain when every long dimension is cut down to its two ends."""
    for axis, length in enumerate(array.shape):
        array = array.take([place for place in shown(length, True) if place is not None], axis)
    return array


# --- one number -------------------------------------------------------------------------------------------------------


def notation(array):
    """How to write the numbers of this array in one notation: (number -> text, width that the columns need)."""
    if array.dtype.kind == "c":
        return load("minitorch.utils.printing_options").complex_notation(array)
    style, width = (float_style if array.dtype.kind == "f" else integer_style)(array)
    return lambda value: style(value).rjust(width), width


def integer_style(array):
    """Integers and truth values: as Python writes them."""
    return str, max((len(str(value)) for value in array.reshape(-1).tolist()), default=1)


def float_style(array):
    """Floats: as integers with a point if all are whole; scientific if they are very large, small or unequal.

    Zeros, infinities and nan have no say in this, nor in the width of the column.
    """
    values = array[np.isfinite(array) & (array != 0)].astype(np.float64)
    if not values.size:
        return whole, 1
    smallest, largest = np.abs(values).min(), np.abs(values).max()
    style = whole if (values == np.ceil(values)).all() else fixed
    unequal = largest / smallest > 1000 or largest > 1e8 or (style is fixed and smallest < 1e-4)
    if options["sci_mode"] or (options["sci_mode"] is None and unequal):
        style = scientific
    return style, max(len(style(x)) for x in values.tolist())


def whole(x):
    """2 as "2."; nan and inf without the point."""
    return f"{x:.0f}." if math.isfinite(x) else f"{x:.0f}"


def fixed(x):
    """0.25 as "0.2500", with as many decimals as the options say."""
    return f"{x:.{options['precision']}f}"


def scientific(x):
    """2000.5 as "2.0005e+03"."""
    return f"{x:.{options['precision']}e}"


def readable(array):
    """The array itself; of bfloat16, which NumPy knows only as a guest, the same numbers in float32."""
    return array.astype(np.float32) if array.dtype.kind == "V" else array
