"""Whole derivatives take one backward pass: they are what single passes give, and everything is called once."""

import pytest

import minitorch as mt
from minitorch import vmap
from minitorch.func import grad, hessian, jacfwd, jacrev, jvp, vjp

from .test_rules import VECTORS, B, V, W, X, Y

functional = mt.autograd.functional


def same(found, expected):
    mt.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5, equal_nan=True)


def function_of(line):
    scope = {"mt": mt, "F": mt.nn.functional, "A": W, "b6": B, "V3": V, "y": Y[0], "w": Y[1], "x": None}
    return lambda x: eval(line, scope | {"x": x})


class Twice(mt.autograd.Function):
    """2 * x, which counts the calls of its methods."""

    generate_vmap_rule = True
    calls: list = []

    @staticmethod
    def forward(x):
        Twice.calls.append("forward")
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.shape = inputs[0].shape

    @staticmethod
    def backward(ctx, g):
        Twice.calls.append("backward")
        assert g.shape == ctx.shape
        return g * 2


@pytest.mark.parametrize("line", [line for line in VECTORS.splitlines() if line])
def test_one_pass_is_many(line):
    f = function_of(line)
    expected = jacrev(f, chunk_size=1)(X[0])
    same(jacrev(f)(X[0]), expected)
    same(jacrev(f, chunk_size=3)(X[0]), expected)
    same(jacfwd(f)(X[0]), expected)
    same(functional.jacobian(f, X[0]), expected)
    same(functional.jacobian(f, X[0], vectorize=True), expected)
    same(functional.jacobian(f, X[0], vectorize=True, strategy="forward-mode"), expected)
    same(vmap(jacrev(f))(X), mt.stack([jacrev(f, chunk_size=1)(x) for x in X]))
    same(vmap(jacfwd(f))(X), mt.stack([jacrev(f, chunk_size=1)(x) for x in X]))
    total = lambda x: f(x).sum()  # noqa: E731
    expected = jacrev(jacrev(total, chunk_size=1), chunk_size=1)(X[0])
    same(hessian(total)(X[0]), expected)
    same(functional.hessian(total, X[0], vectorize=True), expected)
    same(vmap(hessian(total))(X)[0], expected)


def test_a_backward_is_called_once_for_all_rows():
    for way, count in (
        (jacrev(Twice.apply), 1),
        (jacrev(Twice.apply, chunk_size=3), 2),
        (jacrev(Twice.apply, chunk_size=1), 4),
        (lambda x: functional.jacobian(Twice.apply, x, vectorize=True), 1),
        (lambda x: functional.jacobian(Twice.apply, x), 4),
    ):
        Twice.calls.clear()
        same(way(X[0]), 2 * mt.eye(4))
        assert Twice.calls == ["forward"] + ["backward"] * count
    x = mt.ones(3, requires_grad=True)
    seen = []
    x.register_hook(lambda g: seen.append(g.shape))
    (found,) = mt.autograd.grad(x * 3, x, mt.eye(3), is_grads_batched=True)
    assert found.tolist() == (3 * mt.eye(3)).tolist() and seen == [(3,)]
    with pytest.raises(IndexError, match="index 0 is out of bounds for dimension 0 with size 0"):
        mt.autograd.grad(x * 3, x, mt.ones(0, 3), is_grads_batched=True)


def test_a_function_with_a_generated_rule_is_called_once_for_all_slices():
    for way in (vmap(Twice.apply), vmap(vmap(Twice.apply))):
        Twice.calls.clear()
        same(way(X), 2 * X)
        assert Twice.calls == ["forward"]
    for way in (
        vmap(grad(lambda x: Twice.apply(x).sum())),
        grad(lambda x: vmap(Twice.apply)(x).sum()),
        vmap(lambda x: vjp(Twice.apply, x)[1](mt.ones(4))[0]),
    ):
        Twice.calls.clear()
        same(way(X), mt.full_like(X, 2))
        assert Twice.calls == ["forward", "backward"]
    Twice.calls.clear()
    same(vmap(jacrev(Twice.apply))(X), 2 * mt.eye(4).expand(3, 4, 4))
    assert Twice.calls == ["forward", "backward"]


class Product(mt.autograd.Function):
    """sin(x) * y and n * x, with both derivatives written out."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x, y, n):
        return x.sin() * y, n * x

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, y, ctx.n = inputs
        ctx.save_for_backward(x, y)
        ctx.save_for_forward(y, x)

    @staticmethod
    def backward(ctx, g, h):
        x, y = ctx.saved_tensors
        return g * y * x.cos() + ctx.n * h, g * x.sin(), None

    @staticmethod
    def jvp(ctx, u, v, _):
        y, x = ctx.saved_tensors
        return u * y * x.cos() + v * x.sin(), ctx.n * u


def test_what_a_generated_rule_keeps_and_shares_among_slices():
    y = Y[0]
    plain = lambda x, y: (x.sin() * y, 3 * x)  # noqa: E731
    own = lambda x, y: Product.apply(x, y, 3)  # noqa: E731
    for transform in (
        lambda f: vmap(f, (0, None))(X, y),
        lambda f: vmap(f, (1, None), out_dims=(1, -1))(X.t(), y),
        lambda f: vmap(jacrev(f, (0, 1)), (0, None))(X, y),
        lambda f: vmap(jacfwd(f, (0, 1)), (0, None))(X, y),
        lambda f: vmap(jacfwd(f), (0, None))(X, y),
        lambda f: grad(lambda x, y: sum(one.sum() for one in vmap(f, (0, None))(x, y)), (0, 1))(X, y),
        lambda f: jvp(lambda x: vmap(f, (0, None))(x, y), (X,), (Y,)),
        lambda f: vmap(vmap(f, (0, 0)), (0, None))(X, y),
        lambda f: vmap(hessian(lambda x: f(x, x)[0].sum()))(X),
    ):
        for found, expected in zip(
            mt.utils._pytree.tree_leaves(transform(own)), mt.utils._pytree.tree_leaves(transform(plain)), strict=True
        ):
            same(found, expected)


def test_an_argument_that_does_not_move_has_zeros_for_its_direction():
    seen = []

    class Sine(mt.autograd.Function):
        @staticmethod
        def forward(x, y, n, k):
            return x.sin()

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_forward(inputs[0])

        @staticmethod
        def jvp(ctx, u, *others):
            seen.append(others)
            return u * ctx.saved_tensors[0].cos()

    _, found = jvp(lambda x: Sine.apply(x, mt.ones(2), 3, mt.ones(2, dtype=mt.int64)), (X[0],), (X[0],))
    same(found, X[0] * X[0].cos())
    still, number, integers = seen[0]
    assert still.tolist() == [0, 0] and number is None and integers is None


def test_products_for_many_vectors_under_vmap():
    vectors = mt.randn(5, 3, 4)
    same(vmap(vjp(mt.sin, X)[1])(vectors)[0], vectors * X.cos())
    same(vmap(lambda t: jvp(mt.sin, (X,), (t,))[1])(vectors), vectors * X.cos())
    twice = vmap(vmap(lambda t: vjp(mt.exp, X)[1](t)[0]))
    same(twice(mt.stack([vectors, vectors])), mt.stack([vectors, vectors]) * X.exp())
    rows = vmap(lambda x, v: vjp(lambda x: x.softmax(-1), x)[1](v)[0], (0, None))(X, Y[0])
    same(rows, mt.stack([jacrev(lambda x: x.softmax(-1))(x).t() @ Y[0] for x in X]))


def test_whole_derivatives_have_a_history():
    x = X[0].clone().requires_grad_()
    for way in (jacrev, jacfwd):
        assert mt.autograd.grad(way(lambda x: x**3)(x).sum(), x)[0].tolist() == (6 * x).tolist()
        with mt.no_grad():
            assert not way(lambda x: x**3)(x).requires_grad
    same(mt.autograd.grad(hessian(lambda x: (x**4).sum())(x).sum(), x)[0], 24 * x.detach())
    found = functional.jacobian(lambda x: x**3, x, create_graph=True, vectorize=True)
    same(mt.autograd.grad(found.sum(), x)[0], 6 * x.detach())
    w = mt.ones(4, requires_grad=True)
    assert mt.autograd.grad(jacrev(lambda x: x * w)(X[0]).sum(), w)[0].tolist() == [1, 1, 1, 1]


def test_a_backward_may_ask_what_vmap_refuses_in_chunks_of_one():
    class Asking(Twice):
        @staticmethod
        def backward(ctx, g):
            g.nonzero()
            return g * 2

    assert jacrev(Asking.apply, chunk_size=1)(X[0]).tolist() == (2 * mt.eye(4)).tolist()
    for size in (None, 2):
        with pytest.raises(RuntimeError, match="We do not support batching operators that can output dynamic shape"):
            jacrev(Asking.apply, chunk_size=size)(X[0])


def test_what_a_function_is_given_may_be_changed_in_place():
    def f(x, y):
        y[:2] = x
        return (y**3).sum()

    y = mt.ones(3)
    assert grad(f)(mt.tensor([2.0, 3.0]), y).tolist() == [12, 27] and y.tolist() == [2, 3, 1]
    assert jacrev(lambda x, y: y.copy_(x))(X[0], Y[0].clone()).tolist() == mt.eye(4).tolist()
    with pytest.raises(RuntimeError, match="mutate a captured Tensor"):
        grad(lambda x: f(x, y))(mt.ones(2))
    stats, x = (mt.zeros(2), mt.ones(2)), mt.randn(3, 2, 4)
    assert jacrev(lambda x: mt.nn.functional.instance_norm(x, *stats))(x).shape == (3, 2, 4, 3, 2, 4)
    assert stats[0].tolist() != [0, 0]


def test_permuted_results_have_their_jacobian():
    x = mt.arange(6.0).reshape(1, 2, 3)
    expected = mt.eye(6).reshape(1, 2, 3, 1, 2, 3).permute(2, 0, 1, 3, 4, 5)
    for vectorize in (False, True):
        assert functional.jacobian(lambda x: x.permute(2, 0, 1), x, vectorize=vectorize).equal(expected)


def test_empty_jacobians():
    x = mt.ones(3)
    assert jacrev(lambda x: x[:0])(x).shape == jacfwd(lambda x: x[:0])(x).shape == (0, 3)
    assert jacfwd(lambda x: x)(x[:0]).shape == (0, 0) and jacrev(lambda x: x.sum())(x[:0]).shape == (0,)
