"""func: each function against torch.func, with the same tensors; and the errors."""

import pytest

import minitorch as mt

from ..both import compare, programs, result


def given(torch):
    """Two vectors, a matrix, a number, and a vector with a gradient of its own."""
    torch.manual_seed(1)
    x, y, A, s = torch.randn(3), torch.randn(3), torch.randn(2, 3), torch.randn(())
    return x, y, A, s, torch.randn(3).requires_grad_()


def flags(found):
    """The results, and which of them require a gradient."""
    parts = found if isinstance(found, (tuple, list)) else (found,)
    return found, [part.requires_grad for part in parts if hasattr(part, "requires_grad")]


# --- gradients ------------------------------------------------------------------------------------------------------------


def gradients(torch):
    x, y, A, s, w = given(torch)
    grad = torch.func.grad
    return [
        flags(grad(lambda x: (x.sin() * y).sum())(x)),
        flags(grad(lambda x, y: (x * x * y).sum(), argnums=(0, -1))(x, y)),
        flags(grad(lambda x, y: (x * x * y).sum(), argnums=1)(x, y)),
        flags(grad(lambda x, y: x.sum(), argnums=(0, 1))(x, y)),
        grad(lambda x: ((x * x).sum(), {"twice": x * 2}), has_aux=True)(x),
        grad(lambda p, z: (p["w"] * z + p["b"][0]).sum())({"w": x, "b": [y]}, y),
        torch.func.grad_and_value(lambda x: (x * x).sum())(x),
        torch.func.grad_and_value(lambda x: ((x * x).sum(), x * 3), has_aux=True)(x),
    ]


def gradients_of_gradients(torch):
    x, y, A, s, w = given(torch)
    grad = torch.func.grad
    outer = grad(lambda x: (x**3).sum())(w)
    return [
        flags(grad(grad(lambda s: s.sin() * s**2))(s)),
        flags(grad(grad(grad(lambda s: (2 * s).exp())))(s)),
        flags(grad(lambda x: (w * x * x).sum())(x)),
        flags(outer),
        torch.autograd.grad(outer.sum(), w)[0],
        flags(grad(lambda x: torch.func.vjp(lambda z: z**3, x)[1](x)[0].sum())(x)),
    ]


def without_grad(torch):
    x, *_ = given(torch)
    with torch.no_grad():
        return flags(torch.func.grad(lambda x: (x * x).sum())(x))


# --- products -------------------------------------------------------------------------------------------------------------


def products(torch):
    x, y, A, s, w = given(torch)
    out, back = torch.func.vjp(lambda x: A @ x.sin(), x)
    both, back_both = torch.func.vjp(lambda x, y: (x * y, y.sin()), x, y)
    with_aux = torch.func.vjp(lambda x: (x * x, x + 1), x, has_aux=True)
    return [
        out, back(A @ y), both, back_both((x, y)), with_aux[0], with_aux[1](x), with_aux[2], flags(with_aux[1](w)),
    ]  # fmt: skip


# --- Jacobians ------------------------------------------------------------------------------------------------------------


def jacobians(torch):
    x, y, A, s, w = given(torch)
    found = []
    for jac in (torch.func.jacrev, torch.func.jacfwd):
        found += [
            flags(jac(lambda x: A @ x.sin())(x)), jac(lambda A: A.sum())(A),
            jac(lambda x, y: (x * y, {"sin": y.sin()}), argnums=(0, 1))(x, y),
            jac(lambda x: (x * x, x), has_aux=True)(x),
            jac(lambda p: p["a"] * p["b"])({"a": x, "b": y}),
        ]  # fmt: skip
    return [*found, torch.func.jacrev(torch.func.jacrev(lambda x: x**3))(x)]


def hessians(torch):
    x, y, A, s, w = given(torch)
    torch.manual_seed(2)
    net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
    parameters = {name: p.detach() for name, p in net.named_parameters()}
    loss = lambda p: torch.func.functional_call(net, p, x).sum()  # noqa: E731
    return [
        torch.func.hessian(lambda x: (x.sin() * x.prod()).sum())(x),
        torch.func.hessian(lambda x, y: (x * x * y).sum(), argnums=(0, 1))(x, y),
        torch.func.grad(loss)(parameters),
        torch.func.hessian(loss)(parameters),
    ]


@programs(globals())
def test_as_in_pytorch(program, torch):
    ours, theirs = [result(program, library)[0] for library in (mt, torch)]  # PyTorch warns of its own insides
    compare(ours, theirs, program.__name__, 1e-4, 1e-5)


# --- errors --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda x: mt.func.grad(lambda x: x * 2)(x), RuntimeError, "return a scalar tensor"),
        (lambda x: mt.func.grad(lambda x: 2)(x), RuntimeError, "must return tensors"),
        (lambda x: mt.func.grad(lambda x: x.sum(), argnums=1)(x), RuntimeError, "there are 1 positional"),
        (lambda x: mt.func.vjp(lambda x: x * 2, x)[1](mt.ones(2)), RuntimeError, "[Mm]ismatch in shape"),
        (lambda x: mt.func.jvp, AttributeError, "autograd.functional has jvp"),
        (lambda x: mt.vmap, AttributeError, "a loop over the batch"),
    ],
)
def test_errors(call, error, words):
    with pytest.raises(error, match=words):
        call(mt.ones(3))
