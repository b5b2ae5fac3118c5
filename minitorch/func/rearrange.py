"""rearrange: dimensions split, merged and moved as a pattern of their names says (shelf)."""

import re

from .._tensor import Tensor
from ..ops.join.stack import stack

__all__ = ["rearrange"]


class DimensionBindError(Exception):
    """The named lengths do not fit the tensor."""


def rearrange(tensor, pattern, **axes_lengths):
    """The tensor with its dimensions as the right side of a pattern lists them; the left side names what they are now.

    tensor        or tensors of one shape in a list, which are stacked first
    pattern       "b (h w) c -> b c h w": names, (names) for several in one, 1 for a dimension of one, ... for any others
    axes_lengths  lengths that the pattern needs to know: of those in brackets all but one

    >>> import minitorch as mt
    >>> mt.func.rearrange(mt.arange(6), "(rows columns) -> columns rows", rows=2)
    tensor([[0, 3],
            [1, 4],
            [2, 5]])

    Errors: ValueError for a pattern that does not say it, DimensionBindError for lengths that do not fit.
    Source: PyTorch, torch.func.rearrange; Rogozhnikov, Einops, ICLR 2022.
    """
    x = tensor if isinstance(tensor, Tensor) else stack(list(tensor))
    sides = pattern.split("->")
    if len(sides) != 2:
        raise ValueError("Pattern must contain a single '->' separator")
    left, right = map(groups, sides)
    for names in left:
        if names != "..." and "..." in names:
            raise ValueError(f"Ellipsis is parenthesis in the left side is not allowed: {pattern}")
    if any(["..." in names for names in right]) and "..." not in left:
        raise ValueError(f"Ellipsis found in right side, but not left side of a pattern {pattern}")
    check_names(left, right, axes_lengths)
    rest = x.ndim - (len(left) - 1) if "..." in left else 0
    if rest < 0 or ("..." not in left and len(left) != x.ndim):
        raise ValueError(
            f"Number of dimensions in pattern ({len(left)}) must be equal to the number of dimensions in the tensor ({x.ndim})"
        )
    left, right = (with_rest(side, rest) for side in (left, right))
    lengths = dict(axes_lengths)
    for names, length in zip(left, x.shape, strict=True):
        bind(names, length, lengths)
    now = [name for names in left for name in names]
    order = [now.index(name) for names in right for name in names]
    x = x.reshape([lengths[name] for name in now]).permute(order)
    return x.reshape([product([lengths[name] for name in names]) for names in right])


def groups(side):
    """The names of each dimension on one side: "b (h w) ..." gives [["b"], ["h", "w"], "..."]."""
    found, inside = [], None
    for part in re.findall(r"\.\.\.|…|[()]|[^\s()]+", side):
        if part in "()":
            if part == "(" and inside is not None:
                raise ValueError("Axis composition is one-level (brackets inside brackets not allowed)")
            if part == ")" and inside is None:
                raise ValueError("Brackets are not balanced")
            inside = [] if inside is None else found.append(inside)
        else:
            name = checked(part)
            if inside is None:
                found.append(name if name == "..." else [name])
            else:
                inside.append(name)
    if inside is not None:
        raise ValueError(f"Imbalanced parentheses in expression: '{side}'")
    return [names if names == "..." else [name for name in names if name != "1"] for names in found]


def checked(name):
    """A name of a dimension, or an error that says why it is none."""
    if name in ("...", "…"):
        return "..."
    if name.isdecimal() and name != "1":
        raise ValueError("rearrange only supports unnamed axes of size 1")
    if name != "1" and (not name.isidentifier() or name.startswith("_") or name.endswith("_")):
        why = (
            "axis name should should not start or end with underscore"
            if name.isidentifier()
            else "not a valid python identifier"
        )
        raise ValueError(f"Invalid axis identifier: {name}\n{why}")
    return name


def check_names(left, right, lengths):
    """Both sides must have the same names, each once."""
    sides = [[name for names in side for name in ([names] if names == "..." else names)] for side in (left, right)]
    for names in sides:
        for name in names:
            if names.count("...") > 1:
                raise ValueError(
                    "Expression may contain dots only inside ellipsis (...); only one ellipsis for tensor "
                )
            if names.count(name) > 1:
                raise ValueError(f"Indexing expression contains duplicate dimension '{name}'")
    apart = set(sides[0]) ^ set(sides[1])
    if apart:
        raise ValueError(f"Identifiers only on one side of rearrange expression (should be on both): {apart}")
    unknown = set(lengths) - set(sides[0])
    if unknown:
        raise ValueError(f"Identifiers not found in rearrange expression: {unknown}")


def with_rest(side, count):
    """A side with a name of its own for each dimension that ... stands for."""
    rest = [f"...{i}" for i in range(count)]
    made = []
    for names in side:
        if names == "...":
            made += [[name] for name in rest]
        else:
            made.append([one for name in names for one in (rest if name == "..." else [name])])
    return made


def bind(names, length, lengths):
    """Work out the one length that is not known of the names that share a dimension."""
    known = product([lengths[name] for name in names if name in lengths])
    unknown = [name for name in names if name not in lengths]
    shown = tuple([lengths.get(name, "?") for name in names])
    pack = f"({', '.join(names)}{',' * (len(names) == 1)})"
    if len(unknown) > 1:
        raise DimensionBindError(f"cannot infer the sizes of two dimensions at once {unknown[0]} and {unknown[1]}")
    if unknown and (known == 0 or length % known):
        raise DimensionBindError(f"inferred dimension does not evenly fit into larger dimension: {length} vs {shown}")
    if not unknown and known != length:
        raise DimensionBindError(
            f"Dimension sizes to do not match ({length} != {known}) when matching dimension pack {pack}"
        )
    lengths.update(dict.fromkeys(unknown, length // known))


def product(lengths):
    """How many elements dimensions of these lengths have."""
    made = 1
    for length in lengths:
        made *= length
    return made
