"""transforms: grad, vjp, jvp, jacrev, hessian, vmap: functions made of functions (shelf).

Each calls the function on tensors apart from the caller's, records what it does, and asks autograd. They can be nested.
vmap calls the function once for each slice: the same values as PyTorch's, without its speed.
"""

import threading
from contextlib import contextmanager
from functools import wraps

from .._holes import fill
from .._tensor import Tensor
from ..autograd.grad import grad as gradients
from ..creation.zeros import zeros_like
from ..graph.grad_mode import enable_grad, is_grad_enabled
from ..ops.join.stack import stack
from ..utils._pytree import tree_flatten, tree_unflatten
from .dims import check_out_dims, input_dims, output_dims
from .randomness import drawing

__all__ = ["grad", "grad_and_value", "vjp", "jvp", "jacrev", "jacfwd", "hessian", "vmap"]


# --- tensors in tuples, lists and dictionaries ---------------------------------------------------------------------------


def leaves(tree):
    """The tensors in a tensor, or in tuples, lists and dictionaries of them, in order."""
    if isinstance(tree, dict):
        return [x for value in tree.values() for x in leaves(value)]
    if isinstance(tree, (tuple, list)):
        return [x for value in tree for x in leaves(value)]
    return [tree]


def rebuilt(tree, values):
    """The same shape of tree with other values, taken from an iterator."""
    if isinstance(tree, dict):
        return type(tree)({key: rebuilt(value, values) for key, value in tree.items()})
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)([rebuilt(value, values) for value in tree])
    if isinstance(tree, (tuple, list)):
        return type(tree)([rebuilt(value, values) for value in tree])
    return next(values)


def like(tree, values):
    return rebuilt(tree, iter(values))


def watched(x):
    """A tensor apart that wants a gradient, and whose history, where it has one, goes on."""
    return x.view_as(x) if x.requires_grad else x.detach().requires_grad_()


def apart(values, nested):
    """Results without the history that only this call needed."""
    return values if nested else [x.detach() if isinstance(x, Tensor) else x for x in values]


def is_nested(*trees):
    """Whether the caller records steps, and hands over tensors whose history the results are to go on."""
    return is_grad_enabled() and any(
        [isinstance(x, Tensor) and x.requires_grad for tree in trees for x in leaves(tree)]
    )


def holds_more(outs, inputs):
    """Whether results come from other leaves than these inputs, as from a network's parameters that the function holds."""
    if not is_grad_enabled():
        return False
    own, seen = {id(x) for x in inputs}, set()
    waiting = [x.grad_fn for x in outs if isinstance(x, Tensor)]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if id(getattr(node, "variable", inputs[0])) not in own:
            return True
        waiting.extend([step for step, _ in node.next_functions])
    return False


def chosen(args, argnums):
    """The arguments of these numbers: one, or a tuple of them."""
    one = isinstance(argnums, int)
    return args[argnums] if one else tuple([args[i] for i in argnums])


def with_chosen(args, argnums, values):
    """The arguments with others in the places of these numbers."""
    args = list(args)
    for i, value in (
        zip((argnums,), (values,), strict=True) if isinstance(argnums, int) else zip(argnums, values, strict=True)
    ):
        args[i] = value
    return args


def derivatives(outs, inputs, cotangents, nested):
    """The gradients of several results, zeros where nothing depends on an input."""
    pairs = [(out, g) for out, g in zip(outs, cotangents, strict=True) if isinstance(out, Tensor) and out.requires_grad]
    if not pairs:
        return [zeros_like(x) for x in inputs]
    kept, given = zip(*pairs, strict=True)
    found = gradients(kept, inputs, given, retain_graph=True, create_graph=nested, allow_unused=True)
    return [zeros_like(x) if g is None else g for x, g in zip(inputs, found, strict=True)]


# --- gradients -----------------------------------------------------------------------------------------------------------


def on_watched(func, args, kwargs, argnums, has_aux):
    """func with its chosen arguments watched: (whether it is nested, those arguments, what is watched, result, the rest)."""
    nested = is_nested(args, kwargs)
    given = chosen(args, argnums)
    with enable_grad():
        inputs = [watched(x) for x in leaves(given)]
        made = func(*with_chosen(args, argnums, like(given, inputs)), **kwargs)
    out, rest = made if has_aux else (made, None)
    return nested, given, inputs, out, rest


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives (gradient, result), or with has_aux (gradient, (result, the rest)).

    Source: PyTorch, torch.func.grad_and_value.
    """

    @wraps(func)
    def wrapper(*args, **kwargs):
        nested, given, inputs, out, rest = on_watched(func, args, kwargs, argnums, has_aux)
        check_scalar(out)
        nested = nested or holds_more([out], inputs)
        with enable_grad():
            found = derivatives([out], inputs, [None], nested)
        (value,) = apart([out], nested)
        result = like(given, apart(found, nested))
        return (result, (value, like(rest, apart(leaves(rest), nested)))) if has_aux else (result, value)

    return wrapper


def check_scalar(out):
    """PyTorch's errors for a function whose result has no gradient."""
    name = "grad_and_value(f)(*args): Expected f(*args) to return "
    if not isinstance(out, Tensor):
        raise RuntimeError(f"{name}a tensor, got {type(out)}")
    if out.ndim:
        raise RuntimeError(
            f"{name}a scalar Tensor, got tensor with {out.ndim} dims. Maybe you wanted to use the vjp or jacrev APIs instead?"
        )


def grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient of `func`, which returns one number, by the arguments of these numbers.

    >>> import minitorch as mt
    >>> mt.func.grad(mt.sin)(mt.tensor(0.0)), mt.func.grad(mt.func.grad(mt.sin))(mt.tensor(0.0))
    (tensor(1.), tensor(-0.))

    Errors: RuntimeError for a result that is no single number. Source: PyTorch, torch.func.grad.
    """

    @wraps(func)
    def wrapper(*args, **kwargs):
        found, value = grad_and_value(func, argnums, has_aux)(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return wrapper


def vjp(func, *primals, has_aux=False):
    """(result, a function that gives v @ J for a v of the result's shape). Source: PyTorch, torch.func.vjp."""
    nested = is_nested(primals)
    with enable_grad():
        inputs = [watched(x) for x in leaves(primals)]
        made = func(*like(primals, inputs))
    out, rest = made if has_aux else (made, None)
    nested = nested or holds_more(leaves(out), inputs)

    def product(*cotangents, **options):
        given = leaves(cotangents)
        again = nested or is_nested(given)
        found = like(primals, apart(derivatives(leaves(out), inputs, given, again), again))
        return found

    value = like(out, apart(leaves(out), nested))
    return (value, product, rest) if has_aux else (value, product)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """(result, J @ tangents): the derivative of v @ J by v. Source: PyTorch, torch.func.jvp."""
    nested = is_nested(primals, tangents)
    with enable_grad():
        inputs = [watched(x) for x in leaves(primals)]
        made = func(*like(primals, inputs))
        out, rest = made if has_aux else (made, None)
        outs = leaves(out)
    nested = nested or holds_more(outs, inputs)
    with enable_grad():
        dummies = [zeros_like(x).requires_grad_() for x in outs]
        products = derivatives(outs, inputs, dummies, True)
        found = derivatives(products, dummies, leaves(tangents), nested)
    result = like(out, apart(outs, nested)), like(out, apart(found, nested))
    return (*result, rest) if has_aux else result


# --- whole derivatives -----------------------------------------------------------------------------------------------------


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None):
    """A function that gives the Jacobian: the result's shape, then the argument's. Source: PyTorch, torch.func.jacrev.

    >>> import minitorch as mt
    >>> mt.func.jacrev(mt.sin)(mt.zeros(2))
    tensor([[1., 0.],
            [0., 1.]])
    """

    @wraps(func)
    def wrapper(*args, **kwargs):
        nested, given, inputs, out, rest = on_watched(func, args, kwargs, argnums, has_aux)
        nested = nested or holds_more(leaves(out), inputs)
        with enable_grad():
            found = [like(given, apart(rows(one, inputs, nested), nested)) for one in leaves(out)]
        result = like(out, found)
        return (result, rest) if has_aux else result

    return wrapper


def rows(out, inputs, nested):
    """The Jacobian of one result by each input: a gradient for each of its elements."""
    flat = out.reshape(-1)
    found = [derivatives([one], inputs, [None], nested) for one in flat.unbind()]
    if not found:
        return [x.new_zeros((*out.shape, *x.shape)) for x in inputs]
    return [stack([row[i] for row in found]).reshape(*out.shape, *x.shape) for i, x in enumerate(inputs)]


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    """The same as jacrev, which PyTorch computes column by column. Source: PyTorch, torch.func.jacfwd."""
    return jacrev(func, argnums, has_aux=has_aux)


def hessian(func, argnums=0):
    """A function that gives the second derivatives: the Jacobian of the Jacobian. Source: PyTorch, torch.func.hessian."""
    return jacfwd(jacrev(func, argnums), argnums)


# --- one call for each slice -------------------------------------------------------------------------------------------------


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """A function that takes a stack of inputs along in_dims, and gives the stack of results: `func` is called for each.

    >>> import minitorch as mt
    >>> mt.vmap(mt.dot)(mt.ones(3, 2), mt.ones(3, 2))
    tensor([2., 2., 2.])

    Errors: ValueError for stacks of different lengths, RuntimeError for random numbers, unless `randomness` says whether
    each slice gets the "same" or "different" ones. Source: PyTorch, torch.vmap.
    """
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @wraps(func)
    def wrapper(*args, **kwargs):
        check_out_dims(func, out_dims)
        flat, dims, spec, size = input_dims(func, in_dims, args)
        made = []
        with drawing(randomness) as before_each:
            for i in range(size):
                one = [x if d is None else x.select(d, i) for x, d in zip(flat, dims, strict=True)]
                before_each()
                with one_of(i + 1 < size):
                    made.append(func(*tree_unflatten(one, spec), **kwargs))
        if not made:
            raise RuntimeError("vmap: a stack of no slices does not say what the results look like")
        places, form = output_dims(func, out_dims, made[0])
        parts = zip(*[tree_flatten(one)[0] for one in made], strict=True)
        return tree_unflatten([p[0] if d is None else stack(p, d) for p, d in zip(parts, places, strict=True)], form)

    return wrapper


class _Again(threading.local):
    more = False  # whether vmap calls its function again after this slice, in this thread


again = _Again()


@contextmanager
def one_of(more):
    """A block of one slice: the graphs that it walks are kept if more slices come, which walk them again."""
    before, again.more = again.more, again.more or more
    try:
        yield
    finally:
        again.more = before


fill("minitorch.autograd.engine.renewed", walked_again=lambda: again.more)
