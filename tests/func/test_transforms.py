"""func: gradients, products, whole derivatives and vmap, against formulas; profiler: what a profile counts."""

import subprocess
import sys

import pytest

import minitorch as mt
from minitorch import func

X = mt.tensor([1.0, 2.0, 3.0])


def test_gradients():
    assert func.grad(lambda x: (x**3).sum())(X).tolist() == [3.0, 12.0, 27.0]
    assert func.grad(func.grad(lambda x: x**4))(mt.tensor(2.0)).item() == 48.0
    found, (value, rest) = func.grad_and_value(lambda p, x: ((p["w"] * x).sum(), x), has_aux=True)({"w": X}, X)
    assert found["w"].tolist() == X.tolist() and value.item() == 14.0 and rest.tolist() == X.tolist()
    assert not found["w"].requires_grad
    assert [g.item() for g in func.grad(lambda a, b: a * b, argnums=(0, 1))(mt.tensor(2.0), mt.tensor(5.0))] == [
        5.0,
        2.0,
    ]
    with pytest.raises(RuntimeError, match="scalar Tensor, got tensor with 1 dims"):
        func.grad(lambda x: x)(X)


def test_products_and_whole_derivatives():
    out, product = func.vjp(lambda x: x**2, X)
    assert out.tolist() == [1.0, 4.0, 9.0] and product(mt.ones(3))[0].tolist() == [2.0, 4.0, 6.0]
    out, slope = func.jvp(lambda x: x**2, (X,), (mt.tensor([1.0, 0.0, 1.0]),))
    assert slope.tolist() == [2.0, 0.0, 6.0]
    assert func.jacrev(lambda x: x**2)(X).tolist() == func.jacfwd(lambda x: x**2)(X).tolist() == (2 * X).diag().tolist()
    assert func.hessian(lambda x: (x**3).sum())(X).tolist() == (6 * X).diag().tolist()


def test_vmap_calls_for_each_slice():
    x = mt.arange(6.0).reshape(2, 3)
    assert mt.vmap(mt.dot)(x, x).tolist() == [5.0, 50.0]
    assert mt.vmap(lambda a, b: a * b, in_dims=(1, None), out_dims=1)(x, mt.tensor(2.0)).tolist() == (x * 2).tolist()
    assert mt.vmap(func.grad(lambda w, a: (w * a).sum()), in_dims=(None, 0))(X, x).tolist() == x.tolist()
    with pytest.raises(ValueError, match="same size in the mapped dimension"):
        mt.vmap(mt.dot)(x, mt.ones(3, 3))


def test_vmap_and_random_numbers():
    x = mt.zeros(3)
    mt.manual_seed(0)
    with pytest.raises(RuntimeError, match="vmap: called random operation while in randomness error mode"):
        mt.vmap(lambda x: x + mt.rand(()))(x)
    assert mt.rand(1).item() == pytest.approx(0.4962566)  # nothing was drawn
    mt.manual_seed(0)
    same = mt.vmap(lambda x: x + mt.rand(()), randomness="same")(x)
    assert len(same.unique()) == 1 and mt.rand(1).item() == pytest.approx(0.7682218)
    mt.manual_seed(0)
    assert mt.equal(mt.vmap(lambda x: x + mt.rand(()), randomness="different")(x), mt.manual_seed(0) and mt.rand(3))


WRONG_MAPS = """vmap(f, in_dims=(0, 0))(x)|vmap(f, in_dims=2)(x)|vmap(f, in_dims=[0])(x)|vmap(f, out_dims=(0, 1))(x)
vmap(f, in_dims=None)(x)|vmap(f)(x, 2.0)|vmap(f)()|vmap(lambda x: 3.0)(x)|vmap(f)(torch.ones(()))|vmap(f, (0.5,))(x)
vmap(f, out_dims=0.5)(x)|vmap(f, chunk_size=0)(x)|vmap(f)(x, torch.ones(2))|vmap(f, randomness="no")(x)|vmap(f, in_dims=(None,))(x)"""


def test_errors_of_vmap(torch):
    def words(lib):
        found, names = [], {"torch": lib, "vmap": lib.vmap, "x": lib.ones(3), "f": lambda x, *rest: x * 1}
        for line in WRONG_MAPS.replace("\n", "|").split("|"):
            with pytest.raises((ValueError, RuntimeError)) as error:
                eval(line, names)
            found.append(f"{line}: {error.type.__name__}: {error.value}")
        return found

    assert words(mt) == words(torch)


WRONG_TRANSFORMS = """grad(torch.mul, argnums=-3)(one, one)|grad(torch.mul, argnums=[0])(one, one)
grad(torch.mul, argnums=())(one, one)|grad(torch.mul, argnums=(0, -2))(one, one)
grad(torch.mul, argnums=("0",))(one, one)|grad(lambda x: [x, x], has_aux=True)(one)
grad(lambda x: (x, [1.0]), has_aux=True)(one)|grad(lambda x: 3.0)(one)|grad(torch.sin)(3.0)
vjp(lambda x: None, one)|vjp(lambda x: (), one)|vjp(lambda x: (x, "a"), one)
vjp(lambda x: x, one, has_aux=True)|vjp(lambda x: x > 0, one)|vjp(torch.sin, 3.0)|jacrev(lambda x: None)(one)
jacfwd(lambda x: 1)(one)|jacrev(torch.sin, argnums=2)(one)|jacfwd(torch.sin, argnums=(0, 0))(one)
jacrev(torch.sin, argnums=0.0)(one)|jacrev(torch.sin, chunk_size=0)
jacfwd(lambda x: (x, 1), has_aux=True)(one)|jacrev(torch.sin)(one * 1j)|jacfwd(lambda x: x * 1j)(one)
jvp(torch.sin, one, one)|jvp(torch.sin, (one, one), (one,))|jvp(torch.sin, (1,), (one,))
jvp(torch.sin, (one,), (1,))|jvp(torch.sin, ((),), ((),))|jvp(torch.sin, (one,), (torch.ones(2),))
jvp(lambda x: 1, (one,), (one,))|jvp(lambda x: x, (one,), (one,), has_aux=True)
jvp(lambda x: one, (one,), (one,), strict=True)"""


def test_errors_of_transforms(torch):
    def words(lib):
        found, names = [], {"torch": lib, "one": lib.tensor(1.0)}
        names |= {name: getattr(lib.func, name) for name in ("grad", "vjp", "jvp", "jacrev", "jacfwd")}
        for line in WRONG_TRANSFORMS.replace("\n", "|").split("|"):
            with pytest.raises((ValueError, RuntimeError)) as error:
                eval(line, names)
            found.append(f"{line}: {error.type.__name__}: {error.value}".replace("minitorch.", "torch."))
        return found

    assert words(mt) == words(torch)
    _, product = func.vjp(lambda x: [x], X)
    with pytest.raises(RuntimeError, match="Expected pytree structure of cotangents to be the same"):
        product(X)


def test_numbers_without_dimensions_and_what_nothing_depends_on():
    one = mt.tensor(2.0)
    assert func.jacrev(lambda x: x * x)(one).shape == () and func.jacfwd(lambda x: (x, {"a": x * 3}))(one)[1]["a"] == 3
    assert func.jvp(lambda x: (x > 0, x * 2), (one,), (one,))[1][0].item() is False
    out, rest = func.jacfwd(lambda x: (x**2, {"a": x}), has_aux=True)(X)
    assert out.tolist() == (2 * X).diag().tolist() and not rest["a"].requires_grad


def test_transforms_record_whatever_the_mode():
    with mt.inference_mode():
        x = mt.tensor([1.0, 2.0])
        assert func.grad(func.grad(lambda x: x**3))(x[1]).item() == 12.0
        assert func.jacrev(func.grad(lambda x: (x**3).sum()))(x).tolist() == [[6.0, 0.0], [0.0, 12.0]]
        assert func.jvp(lambda x: x**2, (x,), (x,))[1].tolist() == [2.0, 8.0] and mt.is_inference_mode_enabled()
    x = mt.tensor(2.0, requires_grad=True)
    with mt.no_grad():
        out, product = func.vjp(lambda x: x**2, x)
        assert not product(mt.tensor(1.0))[0].requires_grad and not out.requires_grad
    (slope,) = product(mt.tensor(1.0))
    assert mt.autograd.grad(slope, x)[0].item() == 2.0


def test_vmap_without_slices_and_without_a_place():
    empty = mt.ones(0, 3)
    assert mt.vmap(lambda x: (x, x.sum()), out_dims=(1, 0))(empty)[0].shape == (3, 0)
    assert mt.vmap(mt.mm, in_dims=(-1, None))(mt.ones(2, 3, 0), mt.ones(3, 4)).shape == (0, 2, 4)
    assert mt.vmap(lambda x: mt.arange(2), out_dims=None)(X).tolist() == [0, 1]
    with pytest.raises(ValueError, match="can not return a BatchedTensor when out_dim is None"):
        mt.vmap(lambda x: x, out_dims=None)(X)


def test_vmap_changes_no_tensor_that_all_slices_share():
    shared, stacked = mt.zeros(3), mt.ones(2, 3)
    with pytest.raises(RuntimeError, match="`other` being vmapped over but `self` not being vmapped over"):
        mt.vmap(mt.Tensor.copy_, in_dims=(None, 0))(shared, stacked)
    mt.vmap(mt.Tensor.copy_, in_dims=(0, None))(stacked, mt.arange(3.0))
    assert stacked.tolist() == [[0.0, 1.0, 2.0]] * 2


class Sine(mt.autograd.Function):
    """The sine, with a rule for each direction; forward_only says that there is no other."""

    @staticmethod
    def forward(x, scale):
        return x.sin() * scale

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_forward(inputs[0])
        ctx.scale = inputs[1]

    @staticmethod
    def jvp(ctx, x, _):
        assert _ is None
        return x * ctx.saved_tensors[0].cos() * ctx.scale


def test_a_function_with_a_rule_for_directions():
    assert mt.allclose(func.jvp(lambda x: Sine.apply(x * 2, 3.0), (X,), (X,))[1], 6 * X * (2 * X).cos())
    fw = mt.autograd.forward_ad
    with fw.dual_level():
        out = Sine.apply(fw.make_dual(X, X), 1.0)
        assert mt.allclose(fw.unpack_dual(out).tangent, X * X.cos())
    with pytest.raises(NotImplementedError, match="You must implement either the backward or vjp method"):
        Sine.apply(X.clone().requires_grad_(), 1.0).sum().backward()
    with pytest.raises(TypeError, match="can only save variables"):
        mt.autograd.function.FunctionCtx().save_for_forward(1)


def test_a_line_at_a_point():
    calls = []

    def f(d, y):
        calls.append(1)
        return {"a": d["x"] ** 2 * y, "b": (d["x"].sum(), 7)}

    out, slope = func.linearize(f, {"x": X}, mt.ones(3))
    assert out["a"].tolist() == [1.0, 4.0, 9.0] and out["b"][0].item() == 6.0 and not out["a"].requires_grad
    found = slope({"x": mt.ones(3)}, mt.ones(3))
    assert found["a"].tolist() == [3.0, 8.0, 15.0] and found["b"][0].item() == 3.0
    assert slope({"x": mt.zeros(3)}, X)["a"].tolist() == [1.0, 8.0, 27.0] and calls == [1]
    for tangents, words in [
        (
            ({"x": mt.ones(2)}, X),
            r"tangent:0 with shape minitorch.Size\(\[2\]\) in flattened pytree doesn't match the shape",
        ),
        (({"x": X.double()}, X), "tangent:0 with dtype minitorch.float64 in flattened pytree doesn't match the dtype"),
        (({"y": X}, X), "(?s)Expected the tangents TreeSpec.* to have the same argspec as the primals TreeSpec"),
    ]:
        with pytest.raises(RuntimeError, match=words):
            slope(*tangents)


def test_batch_norm_without_statistics():
    net = func.replace_all_batch_norm_modules_(mt.nn.Sequential(mt.nn.Linear(3, 2), mt.nn.BatchNorm1d(2)))
    assert net[1].running_mean is None and not net[1].track_running_stats
    assert list(net.state_dict()) == ["0.weight", "0.bias", "1.weight", "1.bias"]


def test_a_profile_counts_calls(tmp_path):
    before = mt.add
    with mt.profiler.profile(record_shapes=True) as prof:
        for _ in range(3):
            with mt.profiler.record_function("mine"):
                X + X
        mt.exp(X)
    assert mt.add is before
    counts = {event.key: event.count for event in prof.key_averages()}
    assert counts == {"mine": 3, "aten::add": 3, "aten::exp": 1}
    mine = next(event for event in prof.key_averages() if event.key == "mine")
    assert mine.cpu_time_total > mine.self_cpu_time_total > 0
    assert "aten::exp" in prof.key_averages().table(sort_by="self_cpu_time_total", row_limit=5)
    prof.export_chrome_trace(tmp_path / "trace.json")
    assert "aten::add" in (tmp_path / "trace.json").read_text()


def test_a_profile_names_operations_as_pytorch_does():
    with mt.profiler.profile() as prof:
        x = mt.nn.Conv2d(1, 2, 3)(mt.ones(1, 1, 4, 4))
        mt.nn.functional.max_pool2d(x, 2).log_softmax(1).prod()
    assert {"aten::convolution", "aten::log_softmax", "aten::prod"} <= {event.key for event in prof.key_averages()}


def test_a_profile_counts_bytes_and_shows_sizes():
    with mt.profiler.profile(profile_memory=True, record_shapes=True) as prof, mt.profiler.record_function("mine"):
        mt.ones(4, 3).add(mt.ones(3)).view(-1)
    memory = {event.key: (event.cpu_memory_usage, event.self_cpu_memory_usage) for event in prof.key_averages()}
    assert memory["aten::add"] == (48, 48) and memory["aten::view"] == (0, 0) and memory["mine"][1] == 0
    table = prof.key_averages(group_by_input_shape=True).table(sort_by="self_cpu_memory_usage")
    assert "Self CPU Mem" in table and "48 B" in table and "[[4, 3], [3]]" in table
    assert "CPU Mem" not in mt.profiler.profile().key_averages().table(sort_by="cuda_time_total")


def test_events_have_their_older_names(torch):
    found = []
    for library in (torch, mt):
        with library.autograd.profiler.profile() as prof:
            library.ones(3).exp()
        one, whole = prof.function_events[-1], next(e for e in prof.key_averages() if e.key == "aten::exp")
        assert one.cpu_time_total_str.endswith("us") and whole.cpu_time_str.endswith("us")
        found.append([one.device_time_str, whole.self_device_time_total_str])
        for event, name in [
            (one, "cuda_time"), (one, "cuda_time_total"), (one, "self_cuda_time_total"), (one, "self_cuda_memory_usage"),
            (whole, "cuda_time"),
        ]:  # fmt: skip
            with pytest.warns(FutureWarning) as warned:
                found[-1] += [getattr(event, name), *[str(w.message) for w in warned]]
    assert found[0] == found[1]


def test_a_schedule_watches_some_steps():
    ready = []
    with mt.profiler.profile(
        schedule=mt.profiler.schedule(wait=1, warmup=1, active=2, repeat=1),
        on_trace_ready=lambda p: ready.append((p, p.step_num)),
    ) as prof:
        for _ in range(6):
            X + X
            prof.step()
    assert ready == [(prof, 4)] and [event.count for event in prof.key_averages()] == [2]


def test_what_a_function_holds_is_differentiated_too():
    net = mt.nn.Linear(2, 1)
    x = mt.tensor([1.0, 2.0])
    slope, value = mt.func.grad_and_value(lambda x: net(x).pow(2).sum())(x)
    (slope.sum() + value).backward()
    assert net.weight.grad is not None and slope.requires_grad and value.requires_grad
    made = [mt.func.jacrev(net)(x), mt.func.vjp(net, x)[0], mt.func.jvp(net, (x,), (x,))[1], mt.vmap(net)(x[None])]
    assert all(one.requires_grad for one in made)
    with mt.no_grad():
        assert not mt.func.grad(lambda x: net(x).sum())(x).requires_grad
    assert not mt.func.grad(lambda x: x.sum())(x).requires_grad


def test_vmap_over_autograd_grad_walks_one_graph_for_each_slice():
    x = X.clone().requires_grad_()
    y = x**2
    (rows,) = func.vmap(lambda v: mt.autograd.grad(y, x, v))(mt.eye(3))
    assert rows.tolist() == (2 * X).diag().tolist()
    with pytest.raises(RuntimeError, match="a second time"):  # after the last slice, as after one call
        mt.autograd.grad(y.sum(), x)


PATTERNS = """a (b c) -> c a b | a b -> a | a b -> a b c | a b c -> a b c | a a -> a | ... b -> b ... | a b -> a 1 b | a b - a 1 b
a (b c -> a b | a b -> a () b | a 1b -> a b | a 2 -> a b | (a ...) -> a ... | a b) -> a b | a ((b)) -> a b | a b -> (a ...)
a ... -> (a ...) | a ... b ... -> a | ... -> (...) | a b -> a _b"""


@pytest.mark.parametrize("pattern", [one.strip() for line in PATTERNS.split("\n") for one in line.split("|")])
def test_rearrange_as_pytorch(torch, pattern):
    def answer(lib):
        lengths = {"b": 2} if "(b c)" in pattern else {}
        try:
            return lib.func.rearrange(lib.arange(12).reshape(2, 6), pattern, **lengths).tolist()
        except ValueError as error:
            return str(error)

    assert answer(mt) == answer(torch)


def test_rearrange_stacks_a_list_and_refuses_lengths_that_do_not_fit():
    assert func.rearrange([X, X], "n a -> a n").shape == (3, 2)
    with pytest.raises(func.rearrange.__globals__["DimensionBindError"], match="does not evenly fit"):
        func.rearrange(X, "(a b) -> a b", a=2)


def test_structures_of_cotangents_are_shown(torch):
    def words(lib):
        _, product = lib.func.vjp(lambda x: {"a": x, "b": [x, (x,)]}, lib.ones(2))
        with pytest.raises(RuntimeError) as error:
            product((lib.ones(2), [lib.ones(2)]))
        return str(error.value)

    assert words(mt) == words(torch)


def test_operators_may_be_asked_for_first_inside_of_a_transform():
    """They are loaded there, in the middle of which nothing looks at them."""
    program = "import minitorch as mt; f = lambda x: mt.ops.aten.sin.default(x); print(mt.vmap(mt.func.jacrev(f))(mt.zeros(1, 1)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "tensor([[[1.]]])\n", done.stderr
