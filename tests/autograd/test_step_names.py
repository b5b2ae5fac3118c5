"""Steps have PyTorch's names, and show under PyTorch's names what they saved."""

import math

import numpy as np
import pytest

import minitorch as mt


def test_what_steps_saved_has_pytorchs_names():
    x, y = mt.ones(2, 3, requires_grad=True), mt.ones(3, 2, requires_grad=True)
    assert (x + x).grad_fn._saved_alpha == 1
    assert mt.add(x, x, alpha=3).grad_fn._saved_alpha == 3
    assert (x * 2.0).grad_fn._saved_other == 2.0 and (x * 2.0).grad_fn._saved_self is None
    for number in (2, 2.0, True, 1 + 2j):  # a number is a tensor there, of the dtype that it has by itself
        shown = (x * number).grad_fn._saved_other
        assert repr(shown) == repr(mt.from_numpy(np.asarray(number))), number
    assert (x.half() / 3).grad_fn._saved_other == 3 and (x**3.0).grad_fn._saved_exponent == 3.0
    assert x.exp().grad_fn._saved_result.shape == (2, 3)
    assert (x @ y).grad_fn._saved_mat2_sym_sizes == (3, 2) and (x @ y).grad_fn._saved_self_sym_strides == (3, 1)
    assert x.sum(1).grad_fn._saved_dim == (1,) and x.mean().grad_fn._saved_self_sym_numel == 6
    assert x.max(1)[0].grad_fn._saved_indices.tolist() == [0, 0]
    assert x.clamp(0, 2).grad_fn._saved_max == 2
    assert mt.nn.functional.mse_loss(x, x.detach()).grad_fn._saved_reduction == 1
    total = x.exp().sum(1).sum()
    step = total.grad_fn.next_functions[0][0].next_functions[0][0]
    total.backward()
    with pytest.raises(RuntimeError, match="after they have already been freed"):
        _ = step._saved_result


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda x: x.t_(), "TBackward1"), (lambda x: x.unsqueeze_(0), "UnsqueezeBackward1"),
        (lambda x: x.squeeze_(), "SqueezeBackward3"), (lambda x: x.transpose_(0, 1), "TransposeBackward1"),
        (lambda x: x.gt_(1), "GtBackward0"), (lambda x: x.log1p(), "Log1PBackward0"),
        (lambda x: x.diag(), "DiagonalBackward0_copy"),
        (lambda x: mt.nn.functional.pairwise_distance(x, x), "NormBackward1"), (lambda x: x.quantile(0.5), "SqueezeBackward4"),
        (lambda x: mt.dist(x, x + 1), "DistBackward0"), (lambda x: x.kthvalue(1)[0], "KthvalueBackward0"),
    ],
)  # fmt: skip
def test_steps_have_pytorchs_names(call, name):
    x = mt.ones(2, 3, requires_grad=True)
    assert call(x.clone()).grad_fn.name() == name


def test_an_in_place_comparison_has_a_gradient_of_zero():
    x = mt.tensor([1.0, 2.0], requires_grad=True)
    h = x * 2
    h.gt_(3)
    h.sum().backward()
    assert h.tolist() == [0.0, 1.0] and x.grad.tolist() == [0.0, 0.0]


def shown(t, v):
    """What a step shows, in words that both libraries share."""
    if isinstance(v, t.Tensor):
        return f"tensor {tuple(v.shape)}"
    return [shown(t, one) for one in v] if isinstance(v, (tuple, list)) else f"{v:.4g}" if isinstance(v, float) else v


def steps_of(t, call):
    """The steps that a function of a leaf recorded, from the last on: (name, what is shown), as long as there is one way back."""
    x, found = t.arange(24.0).reshape(2, 3, 4).requires_grad_(), []
    step = call(t, x).grad_fn
    while step is not None:
        names = [n for n in dir(step) if n.startswith("_saved_")]
        ends = [None if end is None else type(end).__name__ for end, _ in step.next_functions]
        found.append((type(step).__name__, [(n, shown(t, getattr(step, n))) for n in names], ends))
        step = next((end for end, _ in step.next_functions if end is not None), None)
    return found


@pytest.mark.parametrize(
    "call",
    [
        lambda t, x: t.cat([x, x * 2], 2), lambda t, x: t.stack([x]).sum(-1).std(), lambda t, x: x[1:].transpose(-2, -1),
        lambda t, x: x[1], lambda t, x: x[:, 1:3], lambda t, x: x[t.tensor([0, 1])], lambda t, x: x.split(2, 1)[0],
        lambda t, x: x.masked_fill(x > 1, 0.0).clamp(min=0), lambda t, x: x.mean((0, 1)).pow(2), lambda t, x: x.squeeze().tanh(),
        lambda t, x: t.nn.functional.max_pool2d(x, 2, 1, padding=1), lambda t, x: t.nn.functional.avg_pool2d(x.relu(), 2, 1),
        lambda t, x: t.nn.functional.adaptive_avg_pool2d(x, 2), lambda t, x: t.nn.functional.layer_norm(x, (4,)),
        lambda t, x: t.nn.Conv1d(3, 2, 2, padding=1)(x), lambda t, x: t.where(x > 1, x, 0.0),
        lambda t, x: t.nn.functional.pad(x, (1, 2)), lambda t, x: t.nn.functional.interpolate(x, size=8),
        lambda t, x: t.nn.functional.log_softmax(x, -1).gather(1, t.zeros(2, 1, 1, dtype=t.int64)),
        lambda t, x: t.nn.functional.gelu(x, approximate="tanh").lerp(x, 0.5),
        lambda t, x: t.nn.functional.linear(x[0], t.ones(2, 4), t.ones(2)), lambda t, x: x[0] @ t.ones(4, 2), lambda t, x: x.flip(2),
        lambda t, x: t.nn.functional.batch_norm(x, None, None, t.ones(3), t.zeros(3), True),
        lambda t, x: t.nn.functional.linear(x, t.ones(2, 4), t.ones(2)),
        lambda t, x: t.nn.functional.linear(x[0][0], t.ones(2, 4), t.ones(2)),
        lambda t, x: t.linalg.vector_norm(x, 2, -1), lambda t, x: x.repeat(2, 1, 1).unsqueeze(-1).permute(3, 0, 1, 2),
    ],
)  # fmt: skip
def test_steps_show_what_pytorchs_show(torch, call):
    assert steps_of(mt, call) == steps_of(torch, call)


def test_the_end_at_a_leaf_is_one_object_with_notes():
    x = mt.ones(2, requires_grad=True)
    (one, _), (two, _) = (x * x).grad_fn.next_functions
    assert one is two and one.variable is x and one is (x + 1).grad_fn.next_functions[0][0]
    one.metadata["seen"] = True
    assert two.metadata == {"seen": True} and (x + 1).grad_fn.metadata == {}
    assert [str(type(step)) for step in ((x + 1).grad_fn, one)] == [
        "<class 'AddBackward0'>",
        "<class 'AccumulateGrad'>",
    ]


def test_steps_that_saved_no_tensor_are_not_freed_under_hooks(torch):
    def gradient(t):
        x = t.ones(2, requires_grad=True)
        with t.autograd.graph.saved_tensors_hooks(lambda kept: kept * 2, lambda kept: kept):
            y = x.clone() + 5
            z = (y * y).sum()
        y.sum().backward()
        y.sum().backward()
        z.backward()
        return x.grad.tolist(), str(type(y.grad_fn)), str(type(z.grad_fn.next_functions[0][0]))

    assert gradient(mt) == gradient(torch)


def test_saved_tensors_may_change_where_that_is_allowed(torch):
    def told(t):
        x = t.ones(2, requires_grad=True)
        with t.autograd.graph.allow_mutation_on_saved_tensors():
            y = x.clone()
            z, late = (y * y).sum(), (y * y).sum()
            y.mul_(5)
            z.backward()
        with pytest.raises(AssertionError) as error:
            late.backward()
        return x.grad.tolist(), str(error.value)

    assert told(mt) == told(torch)


def test_fake_quantization(torch):
    def told(t):
        x = (t.arange(24.0).reshape(4, 6) / 7 - 1.3).requires_grad_()
        scale, zero = t.tensor([0.1, 0.2, 0.25, 0.5]), t.tensor([0, 1, -1, 2], dtype=t.int32)
        made = [
            t.fake_quantize_per_tensor_affine(x, 0.1, 3, -8, 7), t.fake_quantize_per_channel_affine(x, scale, zero, 0, -8, 7),
            t.fake_quantize_per_tensor_affine(x, scale[1:2], zero[:1], 0, 255),
        ]  # fmt: skip
        sum([one.sum() * (i + 1) for i, one in enumerate(made)]).backward()
        return [one.tolist() for one in made], x.grad.tolist()

    ours, theirs = told(mt), told(torch)
    assert all([mt.allclose(mt.tensor(a), mt.tensor(b)) for a, b in zip(ours[0], theirs[0], strict=True)])
    assert ours[1] == theirs[1]


def test_steps_without_a_derivative_say_so(torch):
    def told(t):
        x, found = t.ones(3, requires_grad=True), []
        for y in (
            x // 2,
            2 // x,
            2 % x,
            x // x,
            t.heaviside(x, t.ones(())),
            t.heaviside(x, x),
            x.scatter(0, t.tensor([1]), 2.0, reduce="add"),
        ):
            with pytest.raises(RuntimeError) as error:
                y.sum().backward()
            ends = [type(end).__name__ for end, _ in y.grad_fn.next_functions]
            found.append((str(error.value), type(y.grad_fn).__name__, ends, repr(y)))
        return found

    assert told(mt) == told(torch)


def test_the_names_that_wait_are_those_of_the_table():
    from minitorch._waiting import SAVED
    from minitorch.autograd.saved_names import NAMES

    assert SAVED.split() == sorted({name for names in NAMES.values() for name in names})
    node = (mt.ones(2, requires_grad=True) * 2).grad_fn
    assert not hasattr(node, "_saved_vec") and [name for name in dir(node) if name.startswith("_saved_")] == [
        "_saved_other",
        "_saved_self",
    ]
    with pytest.raises(AttributeError, match="'MulBackward0' object has no attribute '_saved_vec'"):
        print(node._saved_vec)


def test_steps_find_their_attributes_as_python_does_it_quickest():
    """A __getattr__ in Node makes every attribute of every step slower to find."""
    assert not any(hasattr(kind, "__getattr__") for kind in type((mt.ones(2, requires_grad=True) * 2).grad_fn).__mro__)


def chain(x, depth=4):
    """The names of a tensor's steps, each with those before it."""

    def named(step, depth):
        before = (
            ",".join([named(end, depth - 1) for end, _ in step.next_functions]) if step is not None and depth else ""
        )
        return f"{type(step).__name__}({before})"

    return [chain(one, depth) for one in x] if isinstance(x, tuple) else named(x.grad_fn, depth)


@pytest.mark.parametrize(
    "call",
    [
        lambda t, x, v: t.outer(v, v), lambda t, x, v: t.ger(v, v), lambda t, x, v: t.trapezoid(v, dx=2.0),
        lambda t, x, v: t.trapz(v, v.sin()), lambda t, x, v: t.cumulative_trapezoid(v),
        lambda t, x, v: t.cumulative_trapezoid(v, v.sin()), lambda t, x, v: tuple(t.aminmax(x, dim=0)),
        lambda t, x, v: t.repeat_interleave(x, 2), lambda t, x, v: x.repeat_interleave(2, 1), lambda t, x, v: t.dstack([v, v]),
        lambda t, x, v: t.repeat_interleave(x, t.tensor([1, 2, 0, 3]), 0), lambda t, x, v: t.linalg.vander(v),
        lambda t, x, v: 2**x, *[lambda t, x, v, n=n: t.linalg.matrix_norm(x, n) for n in (2, -2, 1, float("inf"), "nuc")],
        lambda t, x, v: t.ldexp(x, v.detach()), *[lambda t, x, v, n=n: t.linalg.matrix_power(x, n) for n in (2, 3, -1)],
        lambda t, x, v: t.linalg.multi_dot([x, x, x]), lambda t, x, v: t.chain_matmul(x, x, x), lambda t, x, v: t.alias_copy(x),
        lambda t, x, v: t.narrow_copy(x, 0, 1, 2), lambda t, x, v: t.as_strided_copy(x, (2, 2), (1, 2)),
        lambda t, x, v: t.diagonal_copy(x), lambda t, x, v: t.expand_copy(x, (2, 4, 4)),
        lambda t, x, v: t.permute_copy(x, (1, 0)), lambda t, x, v: t.select_copy(x, 0, 1), lambda t, x, v: t.slice_copy(x, 0, 1),
        lambda t, x, v: tuple(t.split_copy(x, 2)), lambda t, x, v: tuple(t.unbind_copy(x)), lambda t, x, v: t.squeeze_copy(x),
        lambda t, x, v: t.t_copy(x), lambda t, x, v: t.transpose_copy(x, 0, 1), lambda t, x, v: t.unfold_copy(x, 0, 2, 1),
        lambda t, x, v: t.unsqueeze_copy(x, 0), lambda t, x, v: t.view_copy(x, (16,)),
        lambda t, x, v: tuple(t.split_with_sizes_copy(x, [1, 3])),
    ],
)  # fmt: skip
def test_steps_follow_each_other_as_pytorchs_do(torch, call):
    def told(t):
        x = (t.arange(16.0).sin() + t.arange(16.0) % 5).reshape(4, 4).requires_grad_()
        v = t.arange(4.0).requires_grad_()
        found = call(t, x, v)
        sum([one.sum() * (k + 1) for k, one in enumerate(found if isinstance(found, tuple) else (found,))]).backward()
        return chain(found), [None if one.grad is None else one.grad for one in (x, v)]

    (names, slopes), (their_names, theirs) = told(mt), told(torch)
    assert names == their_names
    for a, b in zip(slopes, theirs, strict=True):
        assert (a is None) == (b is None)
        if a is not None:
            assert mt.allclose(a, mt.tensor(b.tolist()), rtol=1e-3, atol=1e-5), (a, b)


def graph(t, root):
    """All steps from a tensor on, breadth first: (name, where it leads: (number of the step, which result) or None)."""
    steps, numbers, found = [root.grad_fn], {root.grad_fn: 0}, []
    for step in steps:
        ends = []
        for end, result in step.next_functions:
            if end is not None and end not in numbers:
                numbers[end] = len(steps)
                steps.append(end)
            ends.append(None if end is None else (numbers[end], result))
        found.append((type(step).__name__, ends))
    return found


GRAPHS = """
b @ b.mT | q @ q.mT | q @ x | x[0, 1] | x[1:, ::2] | x[None, 1, ..., :2] | x % 2 | t.fmod(x, 2) | t.kron(x, y)
t.cdist(x, y) | t.cdist(x, y, p=1) | F.pdist(x) | t.renorm(x, 2, 0, 1.0) | F.bilinear(x, y, sq) | t.atleast_3d(x[0]) | t.cov(x)
t.linalg.lu(m)[1] | t.lu_unpack(*t.linalg.lu_factor(m))[2] | t.linalg.lstsq(m, x)[0] | t.linalg.householder_product(m, x[0])
x.quantile(0.3) | x.quantile(0.3, 0) | x.quantile(t.tensor([0.3, 0.5])) | x.quantile(0.3, dim=0, keepdim=True)
x.nanquantile(t.tensor([0.3, 0.5]), 0, keepdim=True) | t.special.ndtr(x) | t.special.zeta(2.0, x.abs() + 1)
x.mul(2).fill_(1) | put(x * 2, 0, 1.0) | put(x * 2, 0, y[0]) | put(x * 2, (slice(None), 1), y[0]) | put(x * 2, 0, y[0].detach())
F.rms_norm(x, (4,)) | nn.RMSNorm(4)(x) | F.cross_entropy(x, classes) | nn.CrossEntropyLoss()(x * 2, classes)
F.hinge_embedding_loss(x, t.ones(4, 4)) | F.margin_ranking_loss(x, y, t.ones(4, 4)) | F.cosine_embedding_loss(x, y, t.ones(4))
F.triplet_margin_loss(x, y, x + 1) | F.triplet_margin_with_distance_loss(x, y, x + 1) | F.multi_margin_loss(x, classes)
F.multilabel_margin_loss(x, t.zeros(4, 4, dtype=t.int64)) | F.pairwise_distance(x, y) | F.scaled_dot_product_attention(q, q * 2, q)
F.scaled_dot_product_attention(q, q, q, is_causal=True) | F.scaled_dot_product_attention(b, b, b) | nn.RNNCell(4, 3)(x)
F.scaled_dot_product_attention(q.detach(), q, q) | F.scaled_dot_product_attention(q, q.detach(), q.detach())
nn.LSTMCell(4, 3)(x)[0] | nn.GRUCell(4, 3)(x) | nn.LSTM(4, 3)(b)[0] | nn.LSTM(4, 3, batch_first=True)(b)[0]
nn.LSTM(4, 3, num_layers=2, bidirectional=True)(b)[0] | nn.MultiheadAttention(4, 2)(b, b, b)[0] | nn.Bilinear(4, 4, 3)(x, y)
nn.MultiheadAttention(4, 2)(b, b, b, need_weights=False)[0] | nn.MultiheadAttention(4, 2)(b, b + 1, b + 2)[1]
nn.MultiheadAttention(4, 2, add_bias_kv=True)(b, b, b)[0] | nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0)(b)
nn.TransformerEncoderLayer(4, 2, 8, norm_first=True, batch_first=True)(b) | nn.TransformerDecoderLayer(4, 2, 8)(b, b)
nn.Sequential(nn.Conv2d(2, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(16, 2))(image)
t.unsafe_chunk(x, 2)[0] | t.unsafe_split_with_sizes(x, [1, 3])[1] | t.triangular_solve(x, m)[0] | t.cholesky(m @ m.T)
""".replace("\n", "|").split("|")


@pytest.mark.parametrize("expression", [one.strip() for one in GRAPHS if one.strip()])
@pytest.mark.filterwarnings("ignore")
def test_whole_graphs_have_pytorchs_names_and_shape(torch, expression):
    def put(x, index, value):
        x[index] = value
        return x

    def told(t):
        t.manual_seed(0)
        sizes = {"x": (4, 4), "y": (4, 4), "b": (2, 3, 4), "q": (1, 2, 3, 4), "sq": (4, 4, 4)}
        names = {
            name: (t.arange(float(math.prod(size))) * 1.7 + k).sin().reshape(size).requires_grad_()
            for k, (name, size) in enumerate(sizes.items())
        }
        names["m"] = (t.eye(4) * 3 + names["x"].detach()).requires_grad_()
        scope = {"t": t, "nn": t.nn, "F": t.nn.functional, "put": put, "classes": t.arange(4)}
        scope["image"] = names["q"].reshape(1, 1, 6, 4).expand(1, 2, 6, 4)[:, :, :4]
        return graph(t, eval(expression, scope | names))

    assert told(mt) == told(torch)


def test_a_part_of_a_step_is_one_object_without_hooks():
    loss = mt.nn.functional.cross_entropy(mt.ones(2, 3, requires_grad=True), mt.tensor([0, 1]))
    ((part, _),) = loss.grad_fn.next_functions
    assert part is loss.grad_fn.next_functions[0][0] and part.name() == "LogSoftmaxBackward0"
    with pytest.raises(RuntimeError, match="a part of NllLossBackward0"):
        part.register_hook(print)
