"""Tensors among other things: Python's protocols, NumPy, buffers, copies, pickles, and code written for PyTorch.

Every program runs here and in PyTorch and must say the same. Where PyTorch raises, so do we: the same type, and a message
that begins alike unless ours is marked with a leading !.
"""

import ast
import copy
import math
import pickle
import re
import warnings

import numpy as np
import pytest

import minitorch as mt

from ..interop_programs import PROGRAMS


def said(program, library):
    """What the last expression of a program is, in words; or the error it ends with: (type, message)."""
    names = {"torch": library, "np": np, "copy": copy, "pickle": pickle, "math": math, "__name__": "program"}
    library.manual_seed(0)
    *body, last = ast.parse(program).body
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(ast.Module(body, []), "<program>", "exec"), names)
            found = repr(eval(compile(ast.Expression(last.value), "<program>", "eval"), names))
    except Exception as error:
        return type(error).__name__, str(error).replace("minitorch", "torch")
    finally:
        library.set_default_dtype(library.float32)
    found = re.sub("0x[0-9a-f]+", "0x", found.replace("minitorch", "torch"))
    return found.replace("torch._tensor.Tensor", "torch.Tensor"), None


@pytest.mark.parametrize("program", PROGRAMS)
def test_code_for_pytorch_says_the_same(program, torch):
    ours, theirs = said(program.lstrip("!"), mt), said(program.lstrip("!"), torch)
    assert ours[0] == theirs[0], f"ours: {ours}\nPyTorch: {theirs}"
    if theirs[1] is not None and not program.startswith("!"):
        assert ours[1][:20] == theirs[1][:20]


# --- what a program cannot say -----------------------------------------------------------------------------------------


def test_from_numpy_and_numpy_share_memory_and_not_a_shape():
    array = np.arange(4.0)
    shared = mt.from_numpy(array)
    assert np.shares_memory(shared.numpy(), array) and np.shares_memory(np.asarray(shared), array)
    array.resize((2, 2), refcheck=False)
    assert shared.shape == (4,)


def test_objects_with_an_array_are_data():
    class Holder:
        def __array__(self, dtype=None, copy=None):
            return np.arange(3)

    assert mt.tensor(Holder()).tolist() == mt.as_tensor(Holder()).tolist() == [0, 1, 2]


def test_tensors_beside_arrays_compare_by_element():
    assert (mt.tensor([1.0, 2.0]) != np.array([1, 5])).tolist() == [False, True]
    assert (np.array([1, 5]) != mt.tensor([1.0, 2.0])).tolist() == [False, True]


def test_random_fillers_draw_what_pytorch_draws(torch):
    for shape in ((3,), (5, 7)):
        made = []
        for library in (mt, torch):
            generator = library.Generator().manual_seed(4)
            made.append(library.empty(shape, dtype=library.float64).exponential_(0.5, generator=generator))
        np.testing.assert_allclose(made[0].numpy(), made[1].numpy(), rtol=1e-12)
