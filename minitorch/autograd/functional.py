"""functional: whole derivatives of functions, from vector-Jacobian products.

backward() gives v @ J for one vector v. Everything else here is built from that: a Jacobian is a product per unit vector,
a Jacobian-vector product is the derivative of v @ J with respect to v (the double-backward trick), a Hessian is the
Jacobian of the gradient.
"""

from ..creation import ones_like, zeros_like
from ..graph import mode
from ..ops.joining import stack
from ..tensor import Tensor
from .gradients import grad


def _prepare(inputs, create_graph):
    """The inputs as a tuple of tensors that want gradients, apart from the caller's."""
    single = isinstance(inputs, Tensor)
    inputs = (inputs,) if single else tuple(inputs)
    for i, x in enumerate(inputs):
        if not isinstance(x, Tensor):
            raise TypeError(f"The inputs given to the function must be Tensors, but input {i} is a {type(x).__name__}")
    if create_graph:
        return tuple([x.view_as(x) if x.requires_grad else x.detach().requires_grad_() for x in inputs]), single
    return tuple([x.detach().requires_grad_() for x in inputs]), single


def _call(func, inputs):
    """The results of a function as a tuple, and whether it returned a bare tensor."""
    out = func(*inputs)
    single = isinstance(out, Tensor)
    outs = (out,) if single else tuple(out)
    if not all(isinstance(x, Tensor) for x in outs):
        raise TypeError(f"The function must return a Tensor or a tuple of Tensors, but returned {type(out).__name__}")
    return outs, single


def _finish(tensors, single, create_graph):
    tensors = tuple([x if create_graph else x.detach() for x in tensors])
    return tensors[0] if single else tensors


def _slopes(outs, inputs, starts, create_graph, strict=False):
    """v @ J, with zeros where a result does not depend on an input."""
    if not any(x.requires_grad for x in outs):
        found = (None,) * len(inputs)
    else:
        pairs = [(x, v) for x, v in zip(outs, starts, strict=True) if x.requires_grad]
        outs, starts = [x for x, _ in pairs], [v for _, v in pairs]
        found = grad(outs, inputs, starts, retain_graph=True, create_graph=create_graph, allow_unused=True)
    if strict and any(g is None for g in found):
        raise RuntimeError(
            "The output of the user-provided function is independent of an input. This is not allowed in strict mode."
        )
    return tuple([zeros_like(x) if g is None else g for g, x in zip(found, inputs, strict=True)])


def _vectors(v, like, name):
    """The vector argument of a product, checked against what it is multiplied with."""
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            raise RuntimeError(f"The vector v can only be None if the {name} is a Tensor with one element")
        return (ones_like(like[0]),)
    v = (v,) if isinstance(v, Tensor) else tuple(v)
    if len(v) != len(like) or any(a.shape != b.shape for a, b in zip(v, like, strict=True)):
        raise RuntimeError(
            f"v has sizes {[list(a.shape) for a in v]}, expected those of the {name}: {[list(b.shape) for b in like]}"
        )
    return v


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """func(*inputs), and v @ J: the product of a vector, shaped as the result, with the Jacobian.

    Source: PyTorch, torch.autograd.functional.vjp.
    """
    with mode.enable_grad():
        inputs, single = _prepare(inputs, create_graph)
        outs, bare = _call(func, inputs)
        found = _slopes(outs, inputs, _vectors(v, outs, "output"), create_graph, strict)
    return _finish(outs, bare, create_graph), _finish(found, single, create_graph)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """func(*inputs), and J @ v: how the result changes when the inputs move along v.

    Source: PyTorch, torch.autograd.functional.jvp.
    """
    with mode.enable_grad():
        inputs, _ = _prepare(inputs, create_graph)
        v = _vectors(v, inputs, "input")
        outs, bare = _call(func, inputs)
        starts = tuple([zeros_like(x).requires_grad_() for x in outs])
        slopes = _slopes(outs, inputs, starts, True, strict)
        found = _slopes(slopes, starts, v, create_graph)
    return _finish(outs, bare, create_graph), _finish(found, bare, create_graph)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """All derivatives of all results: shape (*result, *input); tuples for several results, then for several inputs.

    `vectorize` and `strategy` say how PyTorch computes it; here it is one backward pass per element of the results.

    >>> import minitorch as mt
    >>> mt.autograd.functional.jacobian(lambda x: x * x, mt.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])

    Source: PyTorch, torch.autograd.functional.jacobian.
    """
    with mode.enable_grad():
        inputs, single = _prepare(inputs, create_graph)
        outs, bare = _call(func, inputs)
        rows = []
        for out in outs:
            units = [_unit(out, i) for i in range(out.numel())]
            slopes = [_slopes((out,), inputs, (unit,), create_graph, strict) for unit in units]
            blocks = []
            for k, x in enumerate(inputs):
                shape = (*out.shape, *x.shape)
                blocks.append(stack([s[k] for s in slopes]).reshape(shape) if slopes else x.new_zeros(shape))
            rows.append(_finish(blocks, single, create_graph))
    return rows[0] if bare else tuple(rows)


def _unit(out, i):
    unit = zeros_like(out)
    unit._array.reshape(-1)[i] = 1
    return unit


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """The second derivatives of a function with one result: shape (*input, *input), nested for several inputs.

    Source: PyTorch, torch.autograd.functional.hessian.
    """

    def slope(*inputs):
        out = _scalar(func, inputs)
        return _slopes((out,), inputs, (ones_like(out),), True, strict)

    found = jacobian(slope, inputs, create_graph, strict)
    return found[0] if isinstance(inputs, Tensor) else found


def _scalar(func, inputs):
    (out,), _ = _call(func, inputs)
    if out.numel() != 1:
        raise RuntimeError(
            f"The output of the function must be a single element, but it has the shape {list(out.shape)}"
        )
    return out


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """func(*inputs), and v @ H, without ever making the Hessian H. Source: PyTorch, torch.autograd.functional.vhp."""
    with mode.enable_grad():
        inputs, single = _prepare(inputs, create_graph)
        v = _vectors(v, inputs, "input")
        out = _scalar(func, inputs)
        slopes = _slopes((out,), inputs, (ones_like(out),), True, strict)
        found = _slopes(slopes, inputs, v, create_graph, strict)
    return _finish((out,), True, create_graph), _finish(found, single, create_graph)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """func(*inputs), and H @ v. H is symmetric, so this is vhp. Source: PyTorch, torch.autograd.functional.hvp."""
    return vhp(func, inputs, v, create_graph, strict)
