"""NumPy's integers where Python's are taken: dimensions, sizes and counts."""

import numpy as np
import pytest

import minitorch as mt

INDICES = [
    "np.array([0.0, 2.7])", "np.array([1.5, -1.2]), 0", "[0.5]", "(0.0, 1.0),", "np.array(1.0)", "[1, 0.5]", "1, np.array([0.0])",
    "np.array([], dtype=np.float32)", "[[0.0, 1.0]]", "[np.float64(1.0), 2]", "np.array([0, 1], dtype=np.float16)", "None, [0.0]",
    "np.array([1, 0], dtype=np.int16)", "np.array([True, False, True])", "0.0", "np.array(['a'])",
    "[np.array([0.0, 1.0]), np.array([1, 2])]", "(0, 1),", "(0,),", "(True, False, True),", "[range(2), [0, 1]]", "[np.array([0, 1])]",
]  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("index", INDICES)
def test_numbers_of_lists_and_of_numpy_are_cut_to_whole_indices(index, torch):
    """Only tensors must be of whole numbers."""

    def found(library):
        x = library.arange(12.0).view(3, 4)
        try:
            return eval(f"x[{index}].tolist()", {"np": np, "x": x})
        except (IndexError, TypeError) as error:
            return type(error), str(error)[:40]

    assert found(mt) == found(torch)


def test_numbers_that_are_no_whole_ones_tell_where_to_write():
    x = mt.zeros(3, 2)
    x[np.array([0.0, 2.0]), 1] = 5
    assert x.tolist() == [[0, 5], [0, 0], [0, 5]]


CALLS = {
    "sum": lambda t, n: t.sum(n(1)), "mean": lambda t, n: mt.mean(t, n(0)), "max": lambda t, n: t.max(n(1)).values,
    "several": lambda t, n: t.sum((n(0), n(1))), "argmax": lambda t, n: t.argmax(dim=n(0)), "var": lambda t, n: t.var(n(1)),
    "norm": lambda t, n: t.norm(n(2), n(0)), "split": lambda t, n: t.split(n(1), n(1))[1], "chunk": lambda t, n: t.chunk(n(2))[1],
    "roll": lambda t, n: t.roll(n(1), n(0)), "movedim": lambda t, n: t.movedim(n(0), n(1)), "amax": lambda t, n: t.amax(n(0)),
    "repeat_interleave": lambda t, n: mt.repeat_interleave(t, n(2), n(0)), "view": lambda t, n: t.view(n(6), n(4)),
    "softmax": lambda t, n: t.softmax(n(1)), "cat": lambda t, n: mt.cat([t, t], n(1)), "topk": lambda t, n: t.topk(n(2)).values,
    "full": lambda t, n: mt.full((n(2),), n(3)), "ones": lambda t, n: mt.ones(n(2), n(3)), "select": lambda t, n: t[n(0)],
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("kind", [np.int64, np.int16, np.uint8])
def test_numpys_integers_are_taken(name, kind):
    t = mt.arange(24.0).view(2, 3, 4)
    assert CALLS[name](t, kind).tolist() == CALLS[name](t, int).tolist()


@pytest.mark.filterwarnings("ignore:Creating a tensor")
def test_numpys_arrays_without_dimensions_stand_among_numbers(torch):
    rows = [[7, np.array(5)], [np.array(9, np.float32), 5.0]]
    assert mt.tensor(rows).tolist() == torch.tensor(rows).tolist() == [[7.0, 5.0], [9.0, 5.0]]
    assert mt.tensor([2, np.array(5.0)]).dtype is mt.float64 and torch.tensor([2, np.array(5.0)]).dtype is torch.float64


@pytest.mark.filterwarnings("ignore:.*uint8")
def test_one_byte_as_an_index_is_a_mask(torch):
    def found(library):
        x, yes, no = library.arange(6.0).view(2, 3), *library.tensor([1, 0], dtype=library.uint8)
        x[yes] = x * 2
        return x[yes].tolist(), list(x[no].shape), library.tensor(3)[yes].tolist()

    assert found(mt) == found(torch)


def test_take_along_dim_and_quantile_refuse_what_pytorch_refuses(torch):
    for library in (mt, torch):
        x = library.arange(6.0).view(2, 3)
        for strange in (x.long().int(), x > 2):
            with pytest.raises(RuntimeError, match="indices"):
                library.take_along_dim(x, strange, dim=0)
        with pytest.raises(RuntimeError, match="linear"):
            library.quantile(x, 0.5, interpolation="cubic")


@pytest.mark.parametrize(
    "row", ["b,b", "h,h", "d,2.5", "b,2", "b,2.5", "b,h", "i,2", "i,b", "h,2", "h,2.5", "i,2.5", "c,2", "c,h"]
)
def test_numbers_that_are_tensors_decide_on_the_dtype_of_a_list(row, torch):
    """As the losses of steps in bfloat16, gathered in a list."""

    def made(library):
        names = {"b": "bfloat16", "h": "half", "d": "double", "i": "int32", "c": "complex64"}
        numbers = {short: library.ones(2, dtype=getattr(library, name))[0] for short, name in names.items()}
        found = library.tensor(eval(f"[[{row}]]", numbers))
        return str(found.dtype).split(".")[1], found.tolist()

    assert made(mt) == made(torch)
