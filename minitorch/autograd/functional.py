"""functional: whole derivatives of functions, from vector-Jacobian products (shelf).

backward() gives v @ J for one vector v. Everything else here is built from that: a Jacobian is a product per unit vector,
a Jacobian-vector product is the derivative of v @ J with respect to v (the double-backward trick), a Hessian is the
Jacobian of the gradient.

In strict mode a derivative that is missing, because nothing depends on an input, is an error rather than zeros; and so is
one that is constant where it ought to be differentiated again.
"""

from .._tensor import Tensor
from .._tower import load
from ..creation.linspace import eye
from ..creation.zeros import ones_like, zeros_like
from ..graph import grad_mode
from ..ops.join.stack import stack
from .grad import grad

# --- what comes in and goes out -------------------------------------------------------------------------------------------


def _tensors(name, argument, given):
    """What was given to the function `name` as a tuple of tensors, and whether it was a bare tensor."""
    single = not isinstance(given, tuple)
    for i, x in enumerate((given,) if single else given):
        if not isinstance(x, Tensor):
            which = f"given {argument}" if single else f"value at index {i}"
            raise TypeError(
                f"The {argument} given to {name} must be either a Tensor or a tuple of Tensors but the {which} has type "
                f"{type(x)}."
            )
    return (given,) if single else given, single


def _prepare(name, inputs, create_graph):
    """The inputs as a tuple of tensors that want gradients, apart from the caller's."""
    inputs, single = _tensors(name, "inputs", inputs)
    if create_graph:
        return tuple([x.view_as(x) if x.requires_grad else x.detach().requires_grad_() for x in inputs]), single
    return tuple([x.detach().requires_grad_() for x in inputs]), single


def _call(name, func, inputs, strict):
    """The results of a function as a tuple, and whether it returned a bare tensor."""
    outs, bare = _tensors(name, "outputs of the user-provided function", func(*inputs))
    for i, x in enumerate(outs):
        if strict and not x.requires_grad:
            raise RuntimeError(
                f"Output {i} of the user-provided function does not require gradients. The outputs must be computed in a "
                "differentiable manner from the input when running in strict mode."
            )
    return outs, bare


def _scalar(name, func, inputs, strict):
    """The result of a function that gives one number."""
    (out, *_), bare = _call(name, func, inputs, strict)
    if not bare:
        raise RuntimeError(f"The function given to {name} should return a single Tensor")
    if out.numel() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {name} should contain a single element")
    return out


def _vectors(name, v, like, bare, create_graph, source="the input to the user-provided function is"):
    """The vector argument of a product, checked against what it is multiplied with."""
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            raise RuntimeError(f"The vector v can only be None if {source} a single Tensor with a single element.")
        return (ones_like(like[0]),)
    v, _ = _tensors(name, "v", v)
    if len(v) != len(like):
        wrong = f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}."
        raise RuntimeError("The given v should contain a single Tensor." if bare else wrong)
    for i, (x, y) in enumerate(zip(v, like, strict=True)):
        if x.shape != y.shape:
            entry = "" if bare else f"Entry {i} in "
            raise RuntimeError(f"{entry}v has invalid size: should be {y.shape} but got {x.shape}.")
    return v if create_graph else tuple([x.detach() for x in v])


def _finish(tensors, single, create_graph):
    tensors = tuple([x if create_graph else x.detach() for x in tensors])
    return tensors[0] if single else tensors


# --- one product ----------------------------------------------------------------------------------------------------------

STRICT = " This is not allowed in strict mode"
CONSTANT = f"The {{}} of the user-provided function is independent of input {{{{}}}}.{STRICT} when create_graph=True."
JACOBIAN_CONSTANT, HESSIAN_CONSTANT = CONSTANT.format("jacobian"), CONSTANT.format("hessian")

# what strict mode says of a derivative that is missing, and of one that is constant; {} is its number
ERRORS = {
    "vjp": (f"The output of the user-provided function is independent of input {{}}.{STRICT}.", JACOBIAN_CONSTANT),
    "jvp": (
        "The gradient with respect to the input is independent of entry {} in the grad_outputs when using the double "
        f"backward trick to compute forward mode gradients.{STRICT}.",
        JACOBIAN_CONSTANT,
    ),
    "vhp": (f"The jacobian of the user-provided function is independent of input {{}}.{STRICT}.", HESSIAN_CONSTANT),
    "hvp": (
        f"The hessian of the user-provided function is independent of entry {{}} in the grad_jacobian.{STRICT} as it "
        "prevents from using the double backward trick to replace forward mode AD.",
        HESSIAN_CONSTANT,
    ),
}
ERRORS["slope that moves with v"] = (
    ERRORS["vjp"][0],
    f"The gradient with respect to input {{}} is independent of the inputs of the user-provided function.{STRICT}.",
)
MOVES = (
    "While computing the hessian, found that the jacobian of the user-provided function with respect to input {} is "
    f"independent of the input.{STRICT}. You should ensure that your function is twice differentiable and that the "
    "jacobian depends on the inputs (this would be violated by a linear function for example)."
)
ERRORS["slope that moves"], ERRORS["hessian"] = (ERRORS["vjp"][0], MOVES), (MOVES, MOVES)


def _slopes(outs, inputs, starts, create_graph, errors=False, together=False):
    """v @ J, with zeros where a result does not depend on an input.

    errors    in strict mode, (what to say of a derivative that is missing, and of one that is constant), or their name
    together  the starts are stacks of v's, and so is what is found
    """
    pairs = [(x, v) for x, v in zip(outs, starts, strict=True) if x.requires_grad]
    found = (None,) * len(inputs)
    if pairs:
        outs, starts = [x for x, _ in pairs], [v for _, v in pairs]
        found = grad(outs, inputs, starts, True, create_graph, allow_unused=True, is_grads_batched=together)
    if errors:
        missing, constant = ERRORS.get(errors, errors)
        for i, g in enumerate(found):
            if g is None or (create_graph and not g.requires_grad):
                raise RuntimeError((missing if g is None else constant).format(i))
    size = starts[0].shape[:1] if together else ()
    return tuple([x.new_zeros((*size, *x.shape)) if g is None else g for g, x in zip(found, inputs, strict=True)])


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """func(*inputs), and v @ J: the product of a vector, shaped as the result, with the Jacobian.

    Source: PyTorch, torch.autograd.functional.vjp.
    """
    with grad_mode.enable_grad():
        inputs, single = _prepare("vjp", inputs, create_graph)
        outs, bare = _call("vjp", func, inputs, strict)
        v = _vectors("vjp", v, outs, bare, create_graph, "the user-provided function returns")
        found = _slopes(outs, inputs, v, create_graph, strict and "vjp")
    return _finish(outs, bare, create_graph), _finish(found, single, create_graph)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """func(*inputs), and J @ v: how the result changes when the inputs move along v.

    Source: PyTorch, torch.autograd.functional.jvp.
    """
    with grad_mode.enable_grad():
        inputs, single = _prepare("jvp", inputs, create_graph)
        v = _vectors("jvp", v, inputs, single, create_graph)
        outs, bare = _call("jvp", func, inputs, strict)
        starts = tuple([zeros_like(x).requires_grad_() for x in outs])
        slopes = _slopes(outs, inputs, starts, True, strict and "slope that moves with v")
        found = _slopes(slopes, starts, v, create_graph, strict and "jvp")
    return _finish(outs, bare, create_graph), _finish(found, bare, create_graph)


# --- whole tables ---------------------------------------------------------------------------------------------------------


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """All derivatives of all results: shape (*result, *input); tuples for several results, then for several inputs.

    vectorize  one backward pass for all elements of a result, instead of one for each of them
    strategy   with vectorize, "forward-mode": by columns instead, in one pass for all elements of an input

    >>> import minitorch as mt
    >>> mt.autograd.functional.jacobian(lambda x: x * x, mt.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])

    Source: PyTorch, torch.autograd.functional.jacobian.
    """
    _allow(create_graph, strict, vectorize, strategy)
    with grad_mode.enable_grad():
        inputs, single = _prepare("jacobian", inputs, create_graph)
        outs, bare = _call("jacobian", func, inputs, strict)
        if strategy == "forward-mode":
            tables = load("minitorch.func.transforms").columns(outs, inputs, False)
        else:
            tables = [_table(i, out, inputs, create_graph, strict, vectorize) for i, out in enumerate(outs)]
        rows = [_finish(blocks, single, create_graph) for blocks in tables]
    return rows[0] if bare else tuple(rows)


def _table(number, out, inputs, create_graph, strict, vectorize):
    """The Jacobian of one result by each input."""
    if not out.numel():
        return [x.new_zeros((*out.shape, *x.shape)) for x in inputs]
    units = eye(out.numel(), dtype=out.dtype, device=out.device).reshape(-1, *out.shape)
    if vectorize:
        found = _slopes((out,), inputs, (units,), create_graph, together=True)
    else:
        missing = f"Output {number} of the user-provided function is independent of input {{}}.{STRICT}."
        errors = strict and (missing, JACOBIAN_CONSTANT)
        slopes = [_slopes((out,), inputs, (unit,), create_graph, errors) for unit in units.unbind()]
        found = [stack(some) for some in zip(*slopes, strict=True)]
    return [g.reshape((*out.shape, *x.shape)) for g, x in zip(found, inputs, strict=True)]


def _allow(create_graph, strict, vectorize, strategy):
    """Raise PyTorch's errors for ways of computing a Jacobian that do not go together."""
    name = "torch.autograd.functional.jacobian: "
    together = " are not supported together (yet). Please either set "
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')
    if strategy == "forward-mode" and (create_graph or strict):
        flag = "create_graph" if create_graph else "strict"
        raise (NotImplementedError if create_graph else RuntimeError)(
            f'{name}`{flag}=True` and `strategy="forward-mode"`{together}`{flag}=False` or `strategy="reverse-mode"`.'
        )
    if strategy == "forward-mode" and not vectorize:
        raise NotImplementedError(
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian is only implemented for `vectorize=True`."
        )
    if vectorize and strict:
        raise RuntimeError(
            f"{name}`strict=True` and `vectorized=True` are not supported together. Please either set `strict=False` or "
            "`vectorize=False`."
        )


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """The second derivatives of a function with one result: shape (*input, *input), nested for several inputs.

    Source: PyTorch, torch.autograd.functional.hessian.
    """
    _, single = _tensors("hessian", "inputs", inputs)

    def slope(*inputs):
        out = _scalar("hessian", func, inputs, strict)
        return _slopes((out,), inputs, (ones_like(out),), True, strict and "hessian")

    found = jacobian(slope, inputs, create_graph, strict, vectorize, outer_jacobian_strategy)
    return found[0] if single else found


# --- the Hessian times a vector -------------------------------------------------------------------------------------------


def _curvature(name, func, inputs, v, create_graph, strict):
    """func(*inputs), and v @ H, without ever making the Hessian H."""
    with grad_mode.enable_grad():
        inputs, single = _prepare(name, inputs, create_graph)
        v = _vectors(name, v, inputs, single, create_graph)
        out = _scalar(name, func, inputs, strict)
        slopes = _slopes((out,), inputs, (ones_like(out),), True, strict and "slope that moves")
        found = _slopes(slopes, inputs, v, create_graph, strict and name)
    return _finish((out,), True, create_graph), _finish(found, single, create_graph)


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """func(*inputs), and v @ H. Source: PyTorch, torch.autograd.functional.vhp."""
    return _curvature("vhp", func, inputs, v, create_graph, strict)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """func(*inputs), and H @ v. H is symmetric, so this is v @ H. Source: PyTorch, torch.autograd.functional.hvp."""
    return _curvature("hvp", func, inputs, v, create_graph, strict)
