"""rounding: which numbers are the same on every processor, and how close the others are.

The words of a generator, the fractions made of them, integers and permutations are the same everywhere, bit for bit.
What passes through a logarithm, a sine or a cosine is the same to a few units in the last place; so is what is stretched
to another range, for a processor may round once or twice on the way.
"""

import math

import numpy as np


def same(array, tensor):
    """Whether they have the same shape and hold the same numbers, to the last bit."""
    wide = np.complex128 if array.dtype.kind == "c" else np.float64 if array.dtype.kind in "fV" else array.dtype
    theirs = tensor.double().numpy() if tensor.is_floating_point() else tensor.numpy()
    return array.shape == tuple(tensor.shape) and np.array_equal(array.astype(wide), theirs.astype(wide))


UNITS = 4  # each of logarithm, root, cosine, product and sum may be off by one
PLACES = {"float16": (10, -24), "bfloat16": (7, -133), "float32": (23, -149), "float64": (52, -1074)}


def close(array, tensor, around=0.0, least=0.0):
    """Whether they have the same shape and the same numbers, to a few units in the last place.

    The bits of the generator and its fractions are the same on every processor. What is made of them by a logarithm, a
    sine or a cosine is not: NumPy, PyTorch and the C library each choose among several versions of these functions by
    what the processor can do, and a version may be off by a unit in the last place. PyTorch alone gives other last
    digits under ATEN_CPU_CAPABILITY=default than under avx2.

    around  what was added at the end: a sum can be no more exact than the larger of its terms
    least   a size below which numbers are only as exact as numbers of that size
    """
    theirs = tensor.double().numpy() if tensor.is_floating_point() else tensor.numpy()
    if array.shape != theirs.shape:
        return False
    if array.dtype.kind == "c":
        return all(close_parts(getattr(array, part), getattr(theirs, part), around, least) for part in ("real", "imag"))
    return close_parts(array, theirs, around, least)


def close_parts(mine, theirs, around, least):
    places, smallest = PLACES[mine.dtype.name]
    mine, theirs = mine.astype(np.float64), theirs.astype(np.float64)
    with np.errstate(invalid="ignore"):  # inf - inf, where the two are equal
        size = np.maximum(np.maximum(np.abs(theirs), np.abs(theirs - around)), max(abs(around), least))
        unit = np.exp2(np.maximum(np.frexp(size)[1] - 1.0 - places, smallest))
        return bool(np.all((mine == theirs) | (np.abs(mine - theirs) <= UNITS * unit)))


def vector_code(torch):
    """Whether PyTorch runs the code that it has for x86 processors with AVX2 or more."""
    return torch.backends.cpu.get_cpu_capability() in ("AVX2", "AVX512")


def stretched(torch, array, tensor, low, high):
    """The same, for uniform numbers of [low, high): PyTorch's vector code rounds low + (high - low) * x once, as we do.

    Without such code it rounds twice; a number that then comes out as high begins again at low.
    """
    if vector_code(torch) or (low, high) == (0, 1):
        return same(array, tensor)
    mine, theirs = (x.astype(np.float64) for x in (array, tensor.double().numpy()))
    turned = (np.minimum(mine, theirs) == array.dtype.type(low)) & (np.maximum(mine, theirs) >= high - abs(high) * 1e-3)
    return close(np.where(turned, array.dtype.type(low), array), tensor.masked_fill(torch.from_numpy(turned), low), low)


def angles(torch, name, n, std):
    """How large the numbers are that normal numbers in rows of sixteen come from: `least` of `close`.

    Without vector code PyTorch rounds a float32 angle of up to 2 pi elsewhere, and turns by its last unit what lies up
    to 5.8 away from the middle.
    """
    rows = n >= 16 or (n >= 8 and name == "complex64")
    return 2 * math.pi * 5.8 * std if rows and name in ("float32", "complex64") and not vector_code(torch) else 0.0


def drawn_alike(torch, array, tensor):
    """Whether numbers drawn from any distribution are the same, as far as the processor lets them be.

    The float32 numbers of PyTorch's vector code are ours to the last bit; all others come from angles of up to 2 pi, or
    from fractions that are stretched.
    """
    if array.dtype.kind in "biu" or (vector_code(torch) and array.dtype == np.float32):
        return same(array, tensor)
    return close(array, tensor, least=2 * math.pi * 5.8)
