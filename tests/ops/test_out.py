"""out=: what it takes, what it refuses, and that every function that has it in PyTorch has it here."""

import pytest

import minitorch as mt

X = mt.tensor([[3.0, 1.0], [2.0, 4.0]])
# functions of one matrix, with what else they need
CALLS = {
    "abs": (), "exp": (), "add": (X,), "mm": (X,), "sum": (0,), "mean": (0,), "cumsum": (0,), "softmax": (0,),
    "sort": (0,), "topk": (1,), "kthvalue": (1,), "max": (0,), "gather": (0, mt.tensor([[0, 1]])),
    "scatter": (0, mt.tensor([[0, 1]]), 5.0), "index_select": (0, mt.tensor([1])), "nonzero": (), "tril": (),
    "take_along_dim": (mt.tensor([[0, 1]]), 0), "searchsorted": (X,), "any": (0,), "linalg.svd": (), "linalg.inv": (),
    "diag": (), "cat": None, "argmax": (0,),
}  # fmt: skip


def run(name, **options):
    function = mt
    for part in name.split("."):
        function = getattr(function, part)
    return function((X, X), **options) if CALLS[name] is None else function(X, *CALLS[name], **options)


@pytest.mark.parametrize("name", CALLS)
def test_results_are_written_into_out(name):
    wanted = run(name)
    several = isinstance(wanted, tuple)
    empty = [mt.empty(0, dtype=one.dtype) for one in (wanted if several else [wanted])]
    got = run(name, out=tuple(empty) if several else empty[0])
    for one, expected, given in zip(got if several else [got], wanted if several else [wanted], empty, strict=True):
        assert one is given
        assert mt.equal(one, expected)
    with pytest.raises(TypeError, match="argument 'out' must be"):
        run(name, out=1.5)


def test_a_tensor_of_another_size_is_resized_with_a_warning():
    out = mt.zeros(3)
    with pytest.warns(UserWarning, match=r"resized since it had shape \[3\], .*required output shape \[2, 2\]"):
        assert mt.exp(X, out=out) is out
    assert out.shape == (2, 2)
    assert mt.zeros(5, out=out).shape == (5,)  # who makes numbers from nothing does not warn


def test_out_converts_where_pytorch_does():
    out = mt.empty(2, dtype=mt.float64)
    assert mt.sum(X, 0, out=out).tolist() == [5.0, 5.0]
    assert mt.any(X, 0, out=mt.empty(2, dtype=mt.uint8)).tolist() == [1, 1]
    assert mt.cumsum(X, 0, out=mt.empty(2, 2, dtype=mt.int64)).tolist() == [[3, 1], [5, 5]]
    with mt.no_grad():
        assert mt.exp(mt.zeros(1, requires_grad=True), out=mt.empty(1, requires_grad=True)).tolist() == [1.0]


KINDS = ("float32", "float16", "int64", "int8", "uint8", "bool")


@pytest.mark.parametrize("name", ["sum", "prod", "mean"])
def test_reductions_compute_in_the_dtype_asked_for_or_in_that_of_out(name, torch):
    def outcome(lib, kind, dtype, written):
        x = lib.tensor([[100, -20, 3], [7, 5, 17]]).to(getattr(lib, kind))
        options = {"dtype": getattr(lib, dtype)} if dtype else {}
        options |= {"out": lib.empty(0, dtype=getattr(lib, written))} if written else {}
        try:
            found = getattr(lib, name)(x, 1, **options)
        except (RuntimeError, TypeError) as error:
            return type(error).__name__
        return str(found.dtype).split(".")[1], found.double().tolist()

    for kind in KINDS:
        for dtype in (None, *KINDS):
            for written in (None, *KINDS):
                case = kind, dtype, written
                assert outcome(mt, *case) == outcome(torch, *case), case


def test_means_in_half_precision_are_rounded_once(torch):
    x = torch.randn(40, 9, generator=torch.Generator().manual_seed(0)).half()
    assert mt.tensor(x.tolist(), dtype=mt.float16).mean(1).tolist() == x.mean(1).tolist()


EXPANDED = {
    "fill_": lambda lib, x: x.fill_(3.0),
    "zero_": lambda lib, x: x.zero_(),
    "masked_fill_": lambda lib, x: x.masked_fill_(lib.tensor([True, False, True, False]), 2.0),
    "index_put_": lambda lib, x: x.index_put_((lib.tensor([0, 1]),), lib.tensor([1.0, 2.0, 3.0, 4.0])),
    "x[index] = value": lambda lib, x: x.__setitem__(lib.tensor([0, 1]), 3.0),
    "x[mask] = values": lambda lib, x: x.__setitem__(lib.tensor([[True, False] * 2] * 3), lib.arange(6.0)),
    "add_": lambda lib, x: x.add_(1),
    "of a view": lambda lib, x: x.t().fill_(1.0),
    "tril_": lambda lib, x: x.tril_(),
    "triu_": lambda lib, x: x.triu_(diagonal=1),
    "tril_ of stacked rows": lambda lib, x: x[:, 0].expand(2, 3, 3).tril_(),
    "triu_ of a row": lambda lib, x: x[0].triu_(),
    "x[1, 2] = value": lambda lib, x: x.__setitem__((1, 2), 5.0),
    "a column": lambda lib, x: x[:, 0].add_(1),
    "the diagonal": lambda lib, x: x.diagonal().fill_(2.0),
}


WRITES = {  # x = [[0, 1, 2], [3, 4, 5]]
    "a number of the row itself": "x[0] = x[0, 1]",
    "a column of the row itself": "x[0] = x[0][1:2]",
    "all from one": "x[:] = x[1, 1]",
    "behind a mask": "x.masked_fill_(x > 1, x[0, 2])",
    "a broadcast copy": "x[0].copy_(x[0][:1])",
    "a row into all": "x.copy_(x[0])",
    "a sum over itself": "x.mul_(x[0])",
}


@pytest.mark.parametrize("program", WRITES.values(), ids=WRITES)
def test_what_is_written_over_itself_is_read_first_or_refused(torch, program):
    found = []
    for library in (torch, mt):
        x = library.arange(6.0).view(2, 3)
        try:
            exec(program, {"x": x, "torch": library})
            found.append(x.tolist())
        except RuntimeError as error:
            found.append(str(error))
    assert found[0] == found[1]


PICKED = [
    lambda lib, x: lib.gather(x, 0, lib.tensor([2, 0]), out=x),
    lambda lib, x: lib.gather(x[:3], 0, lib.tensor([1, 0]), out=x[:2]),
    lambda lib, x: lib.take(x, lib.tensor([0, 1]), out=x),
    lambda lib, x: lib.masked_select(x, x > 1, out=x),
    lambda lib, x: lib.index_select(x, 0, lib.tensor([1]), out=x),
    lambda lib, x: lib.cat((x[:2], lib.ones(2)), out=x),
    lambda lib, x: lib.cat((x, lib.ones(2)), out=x),
]


@pytest.mark.parametrize("name, numbers", [("arange", (6,)), ("linspace", (0, 1, 6)), ("logspace", (0, 1, 6))])
def test_a_sequence_fills_a_tensor_of_any_shape_with_as_many_elements(name, numbers, torch):
    def filled(library):
        base = library.zeros(3, 2)
        out = base.t()
        getattr(library, name)(*numbers, out=out)
        return tuple(out.shape), [f"{number:.4g}" for row in base.tolist() for number in row]

    assert filled(mt) == filled(torch)
