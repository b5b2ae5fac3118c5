"""What a trace records, what becomes of it, and what it refuses."""

import io
import threading

import pytest

import minitorch as mt
from minitorch import nn

F = nn.functional


def graph_of(function, *inputs):
    """The printed graph of a call, line by line."""
    return str(mt.jit.trace(function, inputs).graph).splitlines()


def steps_of(function, *inputs):
    """The names of the steps."""
    return [step.name for step in mt.jit.trace(function, inputs).graph.steps]


# --- recorded -------------------------------------------------------------------------------------------------------------


def test_the_graph_reads_line_by_line():
    layer = nn.Linear(3, 2)
    assert graph_of(layer, mt.ones(4, 3)) == [
        "graph(%input: float32[4, 3]):",
        "    %weight = parameter: float32[2, 3]",
        "    %bias = parameter: float32[2]",
        "    %t = t(%weight): float32[3, 2]",
        "    %addmm = addmm(%bias, %input, %t, 1, 1): float32[4, 2]",
        "    return %addmm",
    ]


def test_inputs_and_outputs_in_any_structure():
    traced = mt.jit.trace(
        lambda d, l: {"sum": d["a"] + l[0], "rest": (l[1], 5)}, ({"a": mt.ones(2)}, [mt.ones(2), mt.zeros(2)])
    )
    found = traced({"a": mt.ones(2)}, [mt.ones(2) * 2, mt.ones(2) * 3])
    assert (
        mt.equal(found["sum"], mt.full((2,), 3.0))
        and mt.equal(found["rest"][0], mt.full((2,), 3.0))
        and found["rest"][1] == 5
    )
    assert type(mt.jit.trace(lambda x: x.max(0), mt.ones(2, 2))(mt.ones(2, 2))).__name__ == "max"
    by_name = mt.jit.trace(lambda x, scale: x * scale, mt.ones(2), example_kwarg_inputs={"scale": mt.ones(2)})
    assert mt.equal(by_name(mt.ones(2), scale=mt.ones(2) * 4), mt.ones(2) * 4)


def test_views_and_changes_in_place():
    def change(x):
        row = x[0]
        row.mul_(3)
        x[:, 1] += 5
        x[x > 9] = 0
        return x, row

    x, other = mt.ones(2, 3) * 2, mt.ones(2, 3) * 2
    traced = mt.jit.trace(change, x)
    assert mt.equal(x, other)  # the example is left alone
    found, expected = traced(x), change(other)
    assert all([mt.equal(a, b) for a, b in zip(found, expected, strict=True)]) and found[0] is x and mt.equal(x, other)


def test_random_numbers_are_drawn_anew():
    traced = mt.jit.trace(
        lambda x: (x + mt.rand(3), mt.randperm(5), F.dropout(mt.ones(8)), x.bernoulli()), mt.ones(3) / 2
    )
    first, second = traced(mt.ones(3) / 2), traced(mt.ones(3) / 2)
    assert not mt.equal(first[0], second[0])
    mt.manual_seed(5)
    again = traced(mt.ones(3) / 2)
    mt.manual_seed(5)
    expected = mt.ones(3) / 2 + mt.rand(3), mt.randperm(5), F.dropout(mt.ones(8)), (mt.ones(3) / 2).bernoulli()
    assert all([mt.equal(a, b) for a, b in zip(again, expected, strict=True)])


def test_a_block_without_gradients_stays_one():
    w = mt.ones(2, requires_grad=True)

    def half(x):
        with mt.no_grad():
            fixed = x * w
        return fixed + x.detach() * w

    traced = mt.jit.trace(half, mt.ones(2))
    traced(mt.ones(2) * 3).sum().backward()
    assert mt.equal(w.grad, mt.full((2,), 3.0))


def test_a_tensor_from_outside_stays_itself():
    outside = mt.ones(2)
    traced = mt.jit.trace(lambda x: x * outside, mt.ones(2))
    outside.fill_(7)
    assert mt.equal(traced(mt.ones(2)), mt.full((2,), 7.0))


def test_other_threads_are_not_heard():
    def other():
        mean = mt.zeros(2)
        F.batch_norm(mt.ones(3, 2), mean, mt.ones(2), training=True)
        mean.exp_()

    def beside(x):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        return x.exp()

    assert steps_of(beside, mt.ones(3)) == ["exp"]


def test_afterwards_all_is_as_it_was():
    x = mt.ones(2)
    mt.jit.trace(lambda y: y + x, mt.ones(2))
    with pytest.raises(ZeroDivisionError):
        mt.jit.trace(lambda y: (y * x).item() / 0 if y.numel() == 1 else 1 / 0, mt.ones(2))
    assert type(x) is mt.Tensor and type(x * 2) is mt.Tensor
    assert steps_of(lambda y: y * 2, x) == ["mul"]


# --- made smaller ---------------------------------------------------------------------------------------------------------


def test_constants_are_folded():
    lines = graph_of(lambda x: x + (mt.arange(3.0) * 2).cos() + mt.tensor([1.0, 2.0, 3.0]), mt.ones(3))
    assert lines[1:3] == ["    %constant = constant: float32[3]", "    %cos = constant: float32[3]"] and len(lines) == 6


def test_common_parts_are_shared():
    assert steps_of(lambda x: (x + 1).exp() * (x + 1).exp() + (x + 1.0), mt.ones(2)) == [
        "add",
        "exp",
        "mul",
        "add",
        "add",
    ]


def test_random_parts_are_not_shared():
    assert steps_of(lambda x: x * mt.rand(2) * mt.rand(2), mt.ones(2)) == ["rand", "mul", "rand", "mul"]


def test_nothing_is_shared_or_folded_across_a_change():
    def change(x):
        first = x * 2
        x.add_(1)
        constant = mt.zeros(2)
        constant += x
        return first + x * 2 + constant

    traced = mt.jit.trace(change, mt.ones(2))
    assert [traced(mt.ones(2) * n).tolist() for n in (1, 1, 2)] == [change(mt.ones(2) * n).tolist() for n in (1, 1, 2)]


def test_what_is_not_used_is_dropped():
    def waste(x):
        x.sin().cos()
        mt.zeros(4)
        return x.exp()

    assert steps_of(waste, mt.ones(2)) == ["exp"]
    assert steps_of(lambda x: (x.clone().normal_(), x)[1], mt.ones(2)) == ["clone", "normal_"]  # it draws: it stays


def test_a_constant_that_is_handed_out_is_made_anew():
    traced = mt.jit.trace(lambda x: (mt.tensor([1.0, 2.0]), x), mt.ones(2))
    traced(mt.ones(2))[0].zero_()
    assert traced(mt.ones(2))[0].tolist() == [1.0, 2.0]


# --- refused --------------------------------------------------------------------------------------------------------------


def test_other_shapes_and_dtypes_are_errors():
    traced = mt.jit.trace(nn.Linear(3, 2), mt.ones(4, 3))
    with pytest.raises(RuntimeError, match=r"Linear: the input 'input' was float32\[4, 3\] .* is float32\[5, 3\] now"):
        traced(mt.ones(5, 3))
    with pytest.raises(RuntimeError, match=r"is float64\[4, 3\] now"):
        traced(mt.ones(4, 3).double())
    with pytest.raises(RuntimeError, match="traced with 1 arguments"):
        traced(mt.ones(4, 3), mt.ones(4, 3))
    with pytest.raises(RuntimeError, match="an argument was 3 when the trace was taken, but is 4 now"):
        mt.jit.trace(lambda x, n: x * n, (mt.ones(2), 3))(mt.ones(2), 4)


READS = {
    "bool": lambda x: x * 2 if x.sum() > 0 else -x,
    "item": lambda x: x * x.max().item(),
    "int": lambda x: x * int(x[0]),
    "float": lambda x: x * float(x[0]),
    "tolist": lambda x: x * sum(x.tolist()),
    "index": lambda x: x * [1, 2, 3][x[0].long()],
    "numpy": lambda x: x * mt.from_numpy(x.numpy().copy()),
    "contains": lambda x: x * (1.0 in x),
    "shape": lambda x: x * x[x > 0].shape[0],
    "equal": lambda x: x * mt.equal(x, mt.ones(3)),
}


@pytest.mark.parametrize("name", READS)
def test_a_branch_that_goes_the_other_way_is_an_error(name):
    traced = mt.jit.trace(READS[name], mt.ones(3))
    assert mt.equal(traced(mt.ones(3)), READS[name](mt.ones(3)))
    with pytest.raises(RuntimeError, match="a branch went the other way"):
        traced(mt.tensor([2.0, -9.0, 2.0]) if name != "contains" else mt.zeros(3))


class Square(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * x

    @staticmethod
    def backward(ctx, grad):
        return grad


class Assigns(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", mt.zeros(2))

    def forward(self, x):
        self.seen = self.seen + x
        return self.seen


outside = mt.zeros(2)
UNSEEN = {
    "function": (lambda x: Square.apply(x * mt.ones(2, requires_grad=True)) + 1, "autograd.Function"),
    "array": (lambda x: x + mt.Tensor([1.0, 2.0]), "was made"),
    "out": (lambda x: mt.add(x, x, out=mt.zeros(2)) * 2, "changed in place"),
    "drawn": (lambda x: x * mt.random.default_generator.words(1)[0].item(), "random numbers"),
    "buffer": (Assigns(), "assigns the buffer 'seen' anew"),
    "twice": (lambda x: mt.jit.trace(lambda y: y, x)(x), "running already"),
}


@pytest.mark.parametrize("name", UNSEEN)
def test_what_a_trace_does_not_see_is_an_error(name):
    function, words = UNSEEN[name]
    with pytest.raises(RuntimeError, match=words):
        mt.jit.trace(function, mt.ones(2))


@pytest.mark.parametrize("name", ["script", "ScriptModule", "freeze", "is_scripting"])
def test_the_rest_of_torch_jit_says_what_to_use(name):
    with pytest.raises(AttributeError, match=f"minitorch.jit.{name} is not there: a module is traced"):
        getattr(mt.jit, name)


# --- files ----------------------------------------------------------------------------------------------------------------


def file_of(function, *inputs):
    """What a file of a trace holds."""
    file = io.BytesIO()
    mt.jit.save(mt.jit.trace(function, inputs), file)
    file.seek(0)
    return mt.load(file)


def again(whole):
    """The traced module in a file that holds this."""
    file = io.BytesIO()
    mt.save(whole, file)
    file.seek(0)
    return mt.jit.load(file)


def test_all_kinds_of_arguments_are_kept():
    def call(x, n):
        y = x[..., 1:3, None].to(mt.float64).permute(1, 0, 2).clamp(-float("inf"), 2).type(mt.float32)
        return {
            "y": y,
            "top": x.topk(2, 1),
            "n": (n, None, 1.5, "text"),
            "mean": x.mean((0, 1)),
            "sizes": x.view(x.shape),
        }

    x = mt.arange(8.0).reshape(2, 4)
    loaded, expected = again(file_of(call, x, 3)), call(x, 3)
    found = loaded(x, 3)
    assert (
        mt.equal(found["y"], expected["y"])
        and found["n"] == expected["n"]
        and mt.equal(found["mean"], expected["mean"])
    )
    assert mt.equal(found["top"].values, expected["top"].values) and mt.equal(found["sizes"], x)


@pytest.mark.parametrize(
    "place",
    ["os:system", "builtins:eval", "minitorch.ops.op:op", "minitorch.nn.functional.loss:wrap", "Tensor:__init__", ""],
)
def test_a_file_names_operations_and_nothing_else(place):
    whole = file_of(lambda x: x.exp(), mt.ones(2))
    assert "minitorch.ops.pointwise.exp_log:exp" in whole["graph"]
    whole["graph"] = whole["graph"].replace("minitorch.ops.pointwise.exp_log:exp", place)
    with pytest.raises(RuntimeError, match="which minitorch does not have"):
        again(whole)


def test_other_files_are_refused():
    with pytest.raises(RuntimeError, match="the file holds no graph"):
        again({"weight": mt.ones(2)})
    whole = file_of(lambda x: x.exp(), mt.ones(2))
    with pytest.raises(RuntimeError, match="has version 7 of the format"):
        again(whole | {"graph": whole["graph"].replace('"version": 1', '"version": 7')})
    with pytest.raises(RuntimeError, match="that no trace has written"):
        again(whole | {"graph": whole["graph"].replace('"value"', '"nothing"')})
    with pytest.raises(TypeError, match="jit.save takes what jit.trace gave, not a Linear"):
        mt.jit.save(nn.Linear(2, 2), io.BytesIO())
    with pytest.raises(ValueError, match="cannot be saved"):
        file_of(lambda x: x + mt.rand(2, generator=mt.Generator()), mt.ones(2))


# --- compile --------------------------------------------------------------------------------------------------------------


def test_a_compiled_module_is_the_module():
    net = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3), nn.Dropout(0.5))
    compiled = mt.compile(net)
    for x in (mt.randn(4, 3), mt.randn(2, 3)):
        mt.manual_seed(1)
        expected = net(x)
        mt.manual_seed(1)
        assert mt.equal(compiled(x), expected)
    assert net[1].num_batches_tracked == 4
    compiled.eval()
    assert mt.equal(compiled(mt.ones(4, 3)), net(mt.ones(4, 3))) and not net.training
    assert list(compiled.state_dict())[0] == "_orig_mod.0.weight" and compiled._orig_mod is net
    compiled(mt.ones(4, 3)).sum().backward()
    assert net[0].weight.grad is not None


def test_a_compiled_function_is_the_function():
    @mt.compile(mode="reduce-overhead")
    def square(x):
        return Square.apply(x)

    x = mt.ones(2, requires_grad=True)
    square(x).sum().backward()
    assert mt.equal(x.grad, mt.ones(2)) and square.__name__ == "square"
