"""einsum (shelf)."""

import math

from ..reduction.sum import sum
from ..view.diagonal import diagonal
from ..view.movedim import permute
from ..view.reshape import reshape
from .products import stacks


def contract(a, names_a, b, names_b, kept):
    """The product of two tensors summed over the names not kept: (result, its names)."""
    a, names_a, b, names_b = drop_ones(a, names_a, names_b, b)
    a, names_a = sum_out(a, names_a, [*names_b, *kept])
    b, names_b = sum_out(b, names_b, [*names_a, *kept])
    lengths = dict(zip(names_a, a.shape, strict=True)) | dict(zip(names_b, b.shape, strict=True))
    both = [n for n in names_a if n in names_b and n in kept]
    summed = [n for n in names_a if n in names_b and n not in kept]
    only_a = [n for n in names_a if n not in names_b]
    only_b = [n for n in names_b if n not in names_a]
    b_, n_, k_, m_ = (math.prod([lengths[n] for n in group]) for group in (both, only_a, summed, only_b))
    a = reshape(ordered(a, names_a, both + only_a + summed), (b_, n_, k_))
    b = reshape(ordered(b, names_b, both + summed + only_b), (b_, k_, m_))
    names = both + only_a + only_b
    made = a * b if not summed else stacks(a, b)  # [b, n, 1] * [b, 1, m], or [b, n, k] @ [b, k, m]
    return reshape(made, tuple([lengths[n] for n in names])), names


def drop_ones(a, names_a, names_b, b):
    """Where a name has length 1 in one tensor and another length in the other, it broadcasts: the one can go."""
    for n in [n for n in names_a if n in names_b]:
        i, j = a.shape[names_a.index(n)], b.shape[names_b.index(n)]
        if i == 1 != j:
            a, names_a = a.squeeze(names_a.index(n)), [x for x in names_a if x != n]
        elif j == 1 != i:
            b, names_b = b.squeeze(names_b.index(n)), [x for x in names_b if x != n]
    return a, names_a, b, names_b


def sum_out(x, names, needed):
    """x summed over the names that nobody needs."""
    gone = tuple([i for i, n in enumerate(names) if n not in needed])
    return (sum(x, gone), [n for n in names if n in needed]) if gone else (x, names)


def ordered(x, names, wanted):
    """x with its dimensions in the order of `wanted`."""
    return x if names == wanted else permute(x, tuple([names.index(n) for n in wanted]))


def einsum(*args):
    """Sums of products in Einstein's notation: dimensions with one name run together, those not in the output are summed.

    >>> import minitorch as mt
    >>> mt.einsum("ij,jk->ik", mt.ones(2, 3), mt.ones(3, 4)).shape
    minitorch.Size([2, 4])

    Errors: RuntimeError that names the subscript or operand at fault. Source: PyTorch, torch.einsum.
    """
    operands, subscripts, output = parse(args)
    if len(operands) != len(subscripts):
        raise RuntimeError(f"einsum(): got {len(operands)} operands for {len(subscripts)} lists of subscripts")
    hidden = max(len(x.shape) - len(s) + 1 if ... in s else 0 for x, s in zip(operands, subscripts, strict=True))
    dots = [("...", i) for i in range(hidden)]  # the names of what an ellipsis stands for, aligned at the right
    parts, lengths = [], {}
    for number, (x, names) in enumerate(zip(operands, subscripts, strict=True)):
        extra = x.ndim - len(names) + (... in names)
        if extra < 0 or (extra and ... not in names):
            raise RuntimeError(f"einsum(): the subscripts {names} do not fit operand {number} of {x.ndim} dimensions")
        if ... in names:
            place = names.index(...)
            names = names[:place] + dots[hidden - extra :] + names[place + 1 :]
        x, names = take_diagonals(x, names, number)
        for name, length in zip(names, x.shape, strict=True):
            seen = lengths.setdefault(name, length)
            if seen == 1:
                lengths[name] = length
            elif length not in (1, seen):
                raise RuntimeError(f"einsum(): subscript {name} has size {length} in operand {number}, {seen} before")
        parts.append((x, names))
    if output is None:  # alphabetical, those that occur once
        every = [n for s in subscripts for n in s if n is not ...]
        output = [...] + sorted([n for n in dict.fromkeys(every) if every.count(n) == 1])
    output = [n for name in output for n in (dots if name is ... else [name])]
    check_output(output, lengths)
    x, names = parts[0]
    for i, (y, names_y) in enumerate(parts[1:], 2):
        later = [n for _, rest in parts[i:] for n in rest]
        x, names = contract(x, names, y, names_y, output + later)
    x, names = sum_out(x, names, output)
    return ordered(x, names, output)


def check_output(output, lengths):
    for name in output:
        if output.count(name) > 1 or name not in lengths:
            raise RuntimeError(f"einsum(): output subscript {name} must appear once, and for an operand")


def take_diagonals(x, names, number):
    """x with every repeated name reduced to one: the diagonal."""
    for name in dict.fromkeys(names):
        while names.count(name) > 1:
            first = names.index(name)
            second = names.index(name, first + 1)
            if x.shape[first] != x.shape[second]:
                raise RuntimeError(f"einsum(): sizes of the repeated {name} of operand {number} don't match")
            x = diagonal(x, 0, first, second)
            names = [n for i, n in enumerate(names) if i not in (first, second)] + [name]
    return x, names


def parse(args):
    """Operands, the list of names of each, and that of the output (None if it is not given)."""
    equation, operands = args[0], args[1:]
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    if not operands or not isinstance(equation, str):
        raise ValueError("einsum(): must specify the equation string and at least one operand")
    left, arrow, right = equation.partition("->")
    subscripts = [names_of(part, equation) for part in left.split(",")]
    return list(operands), subscripts, names_of(right, equation) if arrow else None


def names_of(text, equation):
    """'ij...' as ['i', 'j', ...]."""
    names = [... if name == "." else name for name in text.replace(" ", "").replace("...", ".")]
    if names.count(...) > 1 or not all([name is ... or (name.isascii() and name.isalpha()) for name in names]):
        raise RuntimeError(f"einsum(): subscripts must be letters, with one ellipsis at most, not {equation}")
    return names
