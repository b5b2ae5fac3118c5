"""vmap's rules for all slices at once give what the calls for each slice give, gradients and views too."""

import pytest

import minitorch as mt
from minitorch import vmap  # noqa: F401  the programs below name these
from minitorch.func import grad, hessian, jacfwd, jacrev, jvp, vjp  # noqa: F401
from minitorch.func.rules.rule import RULES

F = mt.nn.functional
mt.manual_seed(0)
X, Y, V = mt.randn(3, 4), mt.randn(3, 4), mt.randn(3)
M, N, W, T3 = mt.randn(3, 4, 5), mt.randn(3, 5, 2), mt.randn(6, 4), mt.randn(3, 2, 4, 5)
B, I = mt.randn(6), mt.tensor([[1, 0], [2, 2], [3, 1]])
IMAGES, KERNELS = mt.randn(3, 2, 2, 5, 5), mt.randn(3, 4, 2, 3, 3)
K1, K1B = mt.randn(4, 2, 3, 3), mt.randn(4)
TABLE = mt.randn(5, 4)

# what a function of x (of [4]), and of y (of [4]) or a vector w that is the same for each slice, computes
VECTORS = """
x.sin() * 2 + 1
x - 1 / (x * x + 1)
(x * y).sum() + x.mean()
x + V3.sum()
3 ** x
(x > 0).float() * y
mt.where(x > y, x, 0.5 * y)
x.clamp(-0.5, 0.5).prod(0)
x.cumsum(0).flip(0)
x.softmax(-1) * F.log_softmax(y, 0)
x.var() + x.std(0, unbiased=False)
x.amax() + x.max(0).values + x.min(0)[0]
x.logsumexp(0) + x.norm()
mt.dot(x, y) + x @ w
x[1:3] * y[-1] + x[None, :, None].sum()
x[mt.tensor([0, 2, 2])]
x.view(2, 2).t() @ y.reshape(2, 2)
x.unsqueeze(0).expand(3, 4).transpose(0, 1).flatten().sum() * x
mt.cat([x, y, w]).view(3, 4).sum(0)
mt.stack([x, w], 1).permute(1, 0)[0]
mt.stack([a * b for a, b in zip(x.unbind(), y.split(1))])
x.gather(0, (y > 0).long())
F.linear(x, A, b6).tanh()
mt.mv(A, x).relu()
mt.outer(x, w).sum(0)
F.gelu(x) + F.silu(y) * F.leaky_relu(x, 0.2)
F.layer_norm(x, (4,), w, y)
F.mse_loss(x, y) + F.l1_loss(x, w) + F.smooth_l1_loss(x, y, reduction='sum')
F.cross_entropy(x, (y > 0).long().sum() * 0 + 1)
F.nll_loss(x.unsqueeze(0), (y[:1] > 0).long(), reduction='sum')
F.pad(x, (1, 2)).sum() * x.detach()
F.embedding((y > 0).long(), x.view(2, 2)).sum() + (x + y).clone().mul_(y).add_(1).sum()
mt.atleast_2d(x).squeeze().double().float()
x.roll(1) * y.diff().sum()
mt.linalg.vector_norm(x) * x.tril() if x.dim() > 1 else x.cos()
"""
OTHERS = """
vmap(lambda m, n: m @ n)(M, N)
vmap(lambda m: m @ N[0])(M)
vmap(lambda n: M[0] @ n)(N)
vmap(lambda t, n: t @ n)(T3, N)
vmap(lambda t: T3[0] @ t[0].t())(T3)
vmap(lambda m, v: m.t() @ v)(M, X)
vmap(lambda m: F.linear(m, mt.ones(2, 5)), in_dims=1, out_dims=1)(M)
vmap(lambda m, w: F.linear(m.t(), w, w[:, 0]), in_dims=(0, None))(M, W)
vmap(vmap(lambda a, b: a * b + a.sin()))(M, M)
vmap(vmap(mt.dot, (None, 0)), (0, None))(X, Y)
vmap(lambda x: vmap(lambda y: x @ y)(Y))(X)
vmap(lambda i: F.conv2d(i, K1, K1B, padding=1).relu())(IMAGES)
vmap(lambda i, k: F.conv2d(i, k, K1B))(IMAGES, KERNELS)
vmap(lambda k: F.conv2d(IMAGES[0], k, k[:, 0, 0, 0], stride=2))(KERNELS)
vmap(lambda i, k: F.max_pool2d(F.conv2d(i[0], k), 2))(IMAGES, KERNELS)
vmap(lambda i: F.adaptive_avg_pool2d(F.group_norm(i, 2), 1).flatten(1))(IMAGES)
vmap(lambda i, t: F.embedding(i, t), in_dims=(0, None))(I, TABLE)
vmap(grad(lambda t, i: (F.embedding(i, t) ** 2).sum()), in_dims=(None, 0))(TABLE, I)
vmap(grad(lambda k, i: F.conv2d(i, k).tanh().sum()), in_dims=(None, 0))(K1, IMAGES)
vmap(grad(lambda w, x: (x @ w.t()).tanh().sum() + (w * w).sum()), in_dims=(None, 0))(W, X)
vmap(grad(lambda w, x: (F.normalize(w) @ x).tanh().sum()), in_dims=(None, 0))(W, X)
vmap(grad(lambda w, x: grad(lambda u: (u @ x).tanh().sum())(w).sum()), in_dims=(None, 0))(W, X)
vmap(jacrev(lambda w: (w * V[0]).sin()), in_dims=0)(X)
vmap(jacfwd(lambda x: (x @ W.t()).sin()))(X)
vmap(hessian(lambda x: (x @ W.t()).sin().sum()))(X)
vmap(jacrev(lambda w, x: (w @ x).sin()), in_dims=(None, 0))(W, X)
jacrev(lambda w: vmap(lambda x: (w @ x).sin().sum())(X))(W)
hessian(lambda w: vmap(lambda x: (w * x).sin().sum())(X).sum())(X[0])
grad(lambda w: vmap(grad(lambda x: (w @ x).sin().sum()))(X).pow(2).sum())(W)
vmap(lambda g: vjp(lambda x: x.sin() * 2, X[0])[1](g)[0])(Y)
vmap(lambda x, t: jvp(lambda x: (W @ x).exp(), (x,), (t,)))(X, Y)
vmap(lambda x, t: jvp(lambda w: (w @ x).exp(), (W,), (t * W,)))(X, V)
vmap(lambda t: jvp(lambda w: w.exp(), (X,), (t,))[1])(mt.stack([X, Y]))
vmap(vmap(grad(lambda w, x, y: (w @ (x * y)).sin().sum()), (None, None, 0)), (None, 0, None))(W, X, Y)
vmap(lambda x: x.clone().index_fill_(0, mt.tensor([1]), 7.0).add_(x))(X)
vmap(lambda x: x.clone()[1:].mul_(2).sum() + x)(X)
vmap(lambda x, y: mt.cat([x, y]).sort().values, in_dims=(1, 0))(X.t(), Y)
vmap(lambda x: x.float() + mt.tensor(1.5).double())(V)
vmap(lambda i: i.sum() + i.bool().any() + mt.ones(()))(I)
"""


def plainly(make):
    """What is computed without any rules."""
    rules = dict(RULES)
    RULES.clear()
    try:
        return make()
    finally:
        RULES.update(rules)


def flat(found):
    """The tensors of a result."""
    return [found] if isinstance(found, mt.Tensor) else [x for one in found for x in flat(one)]


def check(make):
    """Values, shapes and dtypes are those that single slices give."""
    for one, other in zip(flat(make()), flat(plainly(make)), strict=True):
        assert one.dtype is other.dtype and one.shape == other.shape
        mt.testing.assert_close(one, other, rtol=1e-4, atol=1e-5, equal_nan=True)


@pytest.mark.parametrize("line", [line for line in VECTORS.splitlines() if line])
def test_functions_of_vectors(line):
    names = globals() | {"w": Y[1], "A": W, "b6": B, "V3": V}
    scope = lambda: names | {"x": X, "y": Y, "mt": mt}  # noqa: E731
    f = eval(f"lambda x, y, w, A=A, b6=b6: {line}", scope())
    total = lambda *given: f(*given).sum()  # noqa: E731
    check(lambda: vmap(f, (0, 0, None))(X, Y, Y[1]))
    check(lambda: vmap(f, (1, 0, None), out_dims=-1)(X.t(), Y, Y[1]))
    check(lambda: vmap(f, (None, 0, None))(X[0], Y, Y[1]))
    check(lambda: vmap(grad(total, (0, 2)), (0, 0, None))(X, Y, Y[1]))
    check(lambda: vmap(grad(total, (0, 2)), (None, 0, None))(X[0], Y, Y[1]))
    check(lambda: grad(lambda *given: vmap(f, (0, 0, None))(*given).sum(), (0, 1, 2))(X, Y, Y[1]))
    check(lambda: vmap(vmap(f, (None, 0, None)), (0, None, None))(X, Y, Y[1]))


@pytest.mark.parametrize("line", [line for line in OTHERS.splitlines() if line])
def test_programs(line):
    check(eval(f"lambda: {line}"))


def test_functions_with_rules_are_called_once():
    calls = []

    class Counting(mt.utils._python_dispatch.TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            calls.append(str(func))
            return func(*args, **(kwargs or {}))

    with Counting():
        vmap(lambda x: (x.sin() @ W.t()).sum())(X)
    assert calls.count("aten.sin.default") == 1 and calls.count("aten.mm.default") == 1
