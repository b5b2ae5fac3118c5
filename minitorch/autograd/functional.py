"""functional: whole derivatives of functions, from vector-Jacobian products (shelf).

backward() gives v @ J for one vector v. Everything else here is built from that: a Jacobian is a product per unit vector,
a Jacobian-vector product is the derivative of v @ J with respect to v (the double-backward trick), a Hessian is the
Jacobian of the gradient. Where nothing depends on an input, its derivative is zeros.
"""

from .._tensor import Tensor
from ..creation.linspace import eye
from ..creation.zeros import ones_like, zeros_like
from ..graph import grad_mode
from ..ops.join.stack import stack
from .grad import grad

# --- what comes in and goes out -------------------------------------------------------------------------------------------


def _tensors(name, argument, given):
    """What was given to the function `name` as a tuple of tensors, and whether it was a bare tensor."""
    single = not isinstance(given, tuple)
    for x in (given,) if single else given:
        if not isinstance(x, Tensor):
            raise TypeError(f"The {argument} given to {name} must be one or a tuple of Tensors, but got {type(x)}.")
    return (given,) if single else given, single


def _prepare(name, inputs, create_graph):
    """The inputs as a tuple of tensors that require gradients, apart from the caller's."""
    inputs, single = _tensors(name, "inputs", inputs)
    if create_graph:
        return tuple([x.view_as(x) if x.requires_grad else x.detach().requires_grad_() for x in inputs]), single
    return tuple([x.detach().requires_grad_() for x in inputs]), single


def _call(name, func, inputs):
    """The results of a function as a tuple, and whether it returned a bare tensor."""
    return _tensors(name, "outputs of the user-provided function", func(*inputs))


def _scalar(name, func, inputs):
    """The result of a function that gives one number."""
    (out, *_), bare = _call(name, func, inputs)
    if not bare or out.numel() != 1:
        raise RuntimeError(f"The function given to {name} should return a single Tensor with a single element")
    return out


def _vectors(name, v, like, create_graph):
    """The vector argument of a product, checked against what it is multiplied with."""
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            raise RuntimeError(f"The vector v given to {name} can only be None for a Tensor with a single element.")
        return (ones_like(like[0]),)
    v, _ = _tensors(name, "v", v)
    shapes, expected = [x.shape for x in v], [x.shape for x in like]
    if shapes != expected:
        raise RuntimeError(f"v has invalid size: should be {expected} but got {shapes}.")
    return v if create_graph else tuple([x.detach() for x in v])


def _finish(tensors, single, create_graph):
    tensors = tuple([x if create_graph else x.detach() for x in tensors])
    return tensors[0] if single else tensors


def _slopes(outs, inputs, starts, create_graph):
    """v @ J, with zeros where a result does not depend on an input."""
    pairs = [(x, v) for x, v in zip(outs, starts, strict=True) if x.requires_grad]
    if not pairs:
        return tuple([zeros_like(x) for x in inputs])
    outs, starts = zip(*pairs, strict=True)
    found = grad(outs, inputs, starts, True, create_graph, allow_unused=True)
    return tuple([zeros_like(x) if g is None else g for g, x in zip(found, inputs, strict=True)])


# --- one product ----------------------------------------------------------------------------------------------------------


def vjp(func, inputs, v=None, create_graph=False):
    """func(*inputs), and v @ J, for a v shaped as the result. Source: PyTorch, torch.autograd.functional.vjp."""
    with grad_mode.enable_grad():
        inputs, single = _prepare("vjp", inputs, create_graph)
        outs, bare = _call("vjp", func, inputs)
        found = _slopes(outs, inputs, _vectors("vjp", v, outs, create_graph), create_graph)
    return _finish(outs, bare, create_graph), _finish(found, single, create_graph)


def jvp(func, inputs, v=None, create_graph=False):
    """func(*inputs), and J @ v: what a move of the inputs along v does. Source: PyTorch, torch.autograd.functional.jvp."""
    with grad_mode.enable_grad():
        inputs, _ = _prepare("jvp", inputs, create_graph)
        v = _vectors("jvp", v, inputs, create_graph)
        outs, bare = _call("jvp", func, inputs)
        starts = tuple([zeros_like(x).requires_grad_() for x in outs])
        slopes = _slopes(outs, inputs, starts, True)
        found = _slopes(slopes, starts, v, create_graph)
    return _finish(outs, bare, create_graph), _finish(found, bare, create_graph)


# --- whole tables ---------------------------------------------------------------------------------------------------------


def jacobian(func, inputs, create_graph=False, *, vectorize=False):
    """All derivatives of all results: shape (*result, *input); tuples for several results, then for several inputs.

    vectorize  accepted and ignored: there is one backward pass for each element of a result

    >>> import minitorch as mt
    >>> mt.autograd.functional.jacobian(lambda x: x * x, mt.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])

    Source: PyTorch, torch.autograd.functional.jacobian.
    """
    with grad_mode.enable_grad():
        inputs, single = _prepare("jacobian", inputs, create_graph)
        outs, bare = _call("jacobian", func, inputs)
        rows = [_finish(_table(out, inputs, create_graph), single, create_graph) for out in outs]
    return rows[0] if bare else tuple(rows)


def _table(out, inputs, create_graph):
    """The Jacobian of one result by each input."""
    if not out.numel():
        return [x.new_zeros((*out.shape, *x.shape)) for x in inputs]
    units = eye(out.numel(), dtype=out.dtype, device=out.device).reshape(-1, *out.shape)
    slopes = [_slopes((out,), inputs, (unit,), create_graph) for unit in units.unbind()]
    found = [stack(some) for some in zip(*slopes, strict=True)]
    return [g.reshape((*out.shape, *x.shape)) for g, x in zip(found, inputs, strict=True)]


def hessian(func, inputs, create_graph=False, *, vectorize=False):
    """The second derivatives of a function with one result: shape (*input, *input), nested for several inputs.

    Source: PyTorch, torch.autograd.functional.hessian.
    """
    _, single = _tensors("hessian", "inputs", inputs)

    def slope(*inputs):
        out = _scalar("hessian", func, inputs)
        return _slopes((out,), inputs, (ones_like(out),), True)

    found = jacobian(slope, inputs, create_graph)
    return found[0] if single else found


def hvp(func, inputs, v=None, create_graph=False):
    """func(*inputs), and H @ v, without ever making the Hessian H. Source: PyTorch, torch.autograd.functional.hvp."""
    with grad_mode.enable_grad():
        inputs, single = _prepare("hvp", inputs, create_graph)
        v = _vectors("hvp", v, inputs, create_graph)
        out = _scalar("hvp", func, inputs)
        slopes = _slopes((out,), inputs, (ones_like(out),), True)
        found = _slopes(slopes, inputs, v, create_graph)
    return _finish((out,), True, create_graph), _finish(found, single, create_graph)


vhp = hvp  # H is symmetric
