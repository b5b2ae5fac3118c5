"""transforms: grad, vjp, jvp, jacrev, hessian: functions made of functions (shelf).

Each calls the function on tensors apart from the caller's, records what it does, and asks autograd. They can be nested.
"""

from contextlib import contextmanager
from functools import wraps

from .._tensor import Tensor
from ..autograd.forward_rules import by_forward_rules
from ..autograd.grad import grad as gradients
from ..creation.arange import eye
from ..graph.grad_mode import enable_grad, inference_mode, is_grad_enabled
from ..nn.parameter import Parameter
from ..ops.join.cat import cat
from ..utils._pytree import tree_map_only
from .checks import (
    JVP,
    VALUE,
    VJP,
    check_cotangents,
    check_outputs,
    check_real,
    check_tangents,
    numbers,
    parted,
)  # fmt: skip
from .install import looking
from .levels import Level, batched, every_part, made_in, moves, state, wanting, zeros_of
from .rows import Rows, risen

__all__ = ["grad", "grad_and_value", "vjp", "jvp", "jacrev", "jacfwd", "hessian"]


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
    if isinstance(tree, tuple) and hasattr(tree, "_make"):
        return type(tree)._make([rebuilt(value, values) for value in tree])
    if isinstance(tree, (tuple, list)):
        return type(tree)([rebuilt(value, values) for value in tree])
    return next(values)


def like(tree, values):
    return rebuilt(tree, iter(values))


def watched(x):
    """A tensor apart that wants a gradient, and whose history, where it has one, goes on."""
    if not isinstance(x, Tensor):
        raise ValueError(f"Thing passed to transform API must be Tensor, got {type(x)}")
    if moves(x):
        made = x.view_as(x)
    else:
        made = wanting(x.clone() if x.is_inference() else x.detach())
    made._made_in = [*made_in(x), state.levels[-1]]
    return made


def handed_over(x):
    """A tensor that a function is given and not differentiated by: the same numbers, which it may change in place."""
    if type(x) not in (Tensor, Parameter):
        return x
    made = x.view_as(x) if moves(x) else x.detach()
    made._made_in = [*made_in(x), state.levels[-1]]
    return made


@contextmanager
def recording():
    """A block whose steps are recorded whatever the caller's mode."""
    with inference_mode(False), enable_grad():
        yield


@contextmanager
def tracking():
    """A block in which a function is called to be differentiated."""
    with looking("few"), Level("grad"), recording():
        yield


def apart(values, nested):
    """Results without the history that only this call needed."""
    return values if nested else [x.detach() if isinstance(x, Tensor) else x for x in values]


def is_nested(*trees):
    """Whether the caller records steps, and hands over tensors whose history the results are to go on."""
    return is_grad_enabled() and any([isinstance(x, Tensor) and moves(x) for tree in trees for x in leaves(tree)])


def holds_more(outs, inputs):
    """Whether results come from other leaves than these inputs, as from a network's parameters that the function holds."""
    if not is_grad_enabled():
        return False
    inputs = every_part(inputs)
    own, seen = {id(x) for x in inputs}, set()
    waiting = [x.grad_fn for x in every_part(outs) if isinstance(x, Tensor)]
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
    pairs = [(out, g) for out, g in zip(outs, cotangents, strict=True) if isinstance(out, Tensor) and moves(out)]
    if not pairs:
        return [zeros_of(x) for x in inputs]
    kept, given = zip(*pairs, strict=True)
    found = gradients(kept, inputs, given, retain_graph=True, create_graph=nested, allow_unused=True)
    return [zeros_of(x) if g is None else g for x, g in zip(inputs, found, strict=True)]


# --- gradients -----------------------------------------------------------------------------------------------------------


def on_watched(func, args, kwargs, argnums, has_aux, name):
    """func with its chosen arguments watched: (whether it is nested, those arguments, what is watched, result, the rest)."""
    nested = is_nested(args, kwargs)
    argnums = numbers(argnums, len(args))
    given = chosen(args, argnums)
    with tracking():
        inputs = [watched(x) for x in leaves(given)]
        args, kwargs = tree_map_only((Tensor, Parameter), handed_over, (args, kwargs))
        made = func(*with_chosen(args, argnums, like(given, inputs)), **kwargs)
    out, rest = parted(made, has_aux, name)
    return nested, given, inputs, out, rest


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives (gradient, result), or with has_aux (gradient, (result, the rest)).

    Source: PyTorch, torch.func.grad_and_value.
    """

    @wraps(func)
    def wrapper(*args, **kwargs):
        nested, given, inputs, out, rest = on_watched(func, args, kwargs, argnums, has_aux, VALUE)
        check_scalar(out)
        nested = nested or holds_more([out], inputs)
        with recording():
            found = derivatives([out], inputs, [None], nested)
        (value,) = apart([out], nested)
        result = like(given, apart(found, nested))
        return (result, (value, like(rest, apart(leaves(rest), nested)))) if has_aux else (result, value)

    return wrapper


def check_scalar(out):
    """PyTorch's errors for a function whose result has no gradient."""
    name = f"{VALUE}: Expected f(*args) to return "
    if not isinstance(out, Tensor):
        raise RuntimeError(f"{name}a Tensor, got {type(out)}")
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
    with tracking():
        inputs = [watched(x) for x in leaves(primals)]
        made = func(*like(primals, inputs))
    out, rest = parted(made, has_aux, VJP)
    check_outputs(leaves(out), VJP)
    nested = nested or holds_more(leaves(out), inputs)

    def product(cotangents, **options):
        check_cotangents(cotangents, out)
        given = leaves(cotangents)
        again = is_grad_enabled() and (nested or is_nested(primals, given))
        found = like(primals, apart(derivatives(leaves(out), inputs, given, again), again))
        return found

    value = like(out, apart(leaves(out), nested))
    return (value, product, like(rest, apart(leaves(rest), nested))) if has_aux else (value, product)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """(result, J @ tangents): the derivative of v @ J by v. Source: PyTorch, torch.func.jvp."""
    check_tangents(primals, tangents)
    nested = is_nested(primals, tangents)
    with tracking():
        inputs = [watched(x) for x in leaves(primals)]
        made = func(*like(primals, inputs))
    with recording():
        out, rest = parted(made, has_aux, JVP)
        outs = leaves(out)
        check_outputs(outs, JVP)
        if strict and not all([depends(x, inputs) for x in outs]):
            raise RuntimeError(
                f"{JVP[:-1]}, strict=True): The output of f is independent of the inputs. This is not allowed with strict=True."
            )
    nested = nested or holds_more(outs, inputs)
    with recording():
        products, dummies = products_back(outs, inputs)
        slopes = iter(derivatives(products, dummies, leaves(tangents), nested))
        found = [next(slopes) if changes(x) else zeros_of(x) for x in outs]
    result = like(out, apart(outs, nested)), like(out, apart(found, nested))
    return (*result, like(rest, apart(leaves(rest), nested))) if has_aux else result


def products_back(outs, inputs):
    """(v @ J for each input, v for each result that changes), whose derivatives by v are those along directions."""
    moving = [x for x in outs if changes(x)]
    dummies = [wanting(zeros_of(x)) for x in moving]
    with by_forward_rules(every_part(moving)):
        return derivatives(moving, inputs, dummies, True), dummies


def changes(out):
    """Whether a result may have a derivative: not where it is of integers."""
    return out.is_floating_point() or out.is_complex()


def depends(out, inputs):
    """Whether any of the inputs went into a result."""
    if not moves(out):
        return False
    found = gradients(out, inputs, zeros_of(out), retain_graph=True, allow_unused=True)
    return any([g is not None for g in found])


# --- whole derivatives -----------------------------------------------------------------------------------------------------


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    """A function that gives the Jacobian: the result's shape, then the argument's.

    chunk_size  how many of its rows are worked out in one backward pass; all of them without it

    >>> import minitorch as mt
    >>> mt.func.jacrev(mt.sin)(mt.zeros(2))
    tensor([[1., 0.],
            [0., 1.]])

    Errors: RuntimeError for complex numbers, ValueError for a chunk_size under 1. Source: PyTorch, torch.func.jacrev.
    """
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")

    def tables(outs, inputs, nested):
        return [rows(one, inputs, nested, chunk_size) for one in outs]

    return jacobian("jacrev", VJP, tables, func, argnums, has_aux)


def jacobian(name, product, tables, func, argnums, has_aux):
    """What jacrev and jacfwd give, each with its own errors and its own way to the derivatives of each result."""

    @wraps(func)
    def wrapper(*args, **kwargs):
        check_real(name, args, "inputs")
        nested, given, inputs, out, rest = on_watched(func, args, kwargs, argnums, has_aux, product)
        check_outputs(leaves(out), product)
        check_real(name, out, "outputs")
        nested = nested or holds_more(leaves(out), inputs)
        with recording():
            found = [like(given, apart(table, nested)) for table in tables(leaves(out), inputs, nested)]
        result = like(out, found)
        return (result, like(rest, apart(leaves(rest), nested))) if has_aux else result

    return wrapper


def rows(out, inputs, nested, chunk_size=None):
    """The Jacobian of one result by each input: a gradient for each of its elements."""
    found = together([out], inputs, out, nested, chunk_size)
    return [g.reshape((*out.shape, *x.shape)) for g, x in zip(found, inputs, strict=True)]


def together(outs, inputs, x, nested, chunk_size=None):
    """The derivatives of results by inputs where x, one of the results, has the gradient 1 in one element after the other."""
    if not x.numel():
        return [one.new_zeros((0, *one.shape)) for one in inputs]
    units = eye(x.numel(), dtype=x.dtype, device=x.device).reshape((-1, *x.shape))
    pieces = []
    if chunk_size == 1:  # nothing stands for slices then, so that what vmap refuses may be done
        pieces = [[g[None] for g in derivatives(outs, inputs, [one], nested)] for one in units.unbind()]
    for some in () if pieces else units.split(chunk_size or len(units)):
        with looking(), Rows(len(some)) as level:
            found = derivatives(outs, inputs, [batched(level, None, (some, 0))], nested)
            pieces.append([g.movedim(dim, 0) for g, dim in [risen(g, level) for g in found]])
    return pieces[0] if len(pieces) == 1 else [cat(parts) for parts in zip(*pieces, strict=True)]


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    """The same as jacrev, but column by column: all directions of the argument at once, with this randomness.

    Source: PyTorch, torch.func.jacfwd.
    """
    derivative = jacobian("jacfwd", JVP, columns, func, argnums, has_aux)

    @wraps(func)
    def wrapper(*args, **kwargs):
        with looking("few"), Level("basis", randomness=randomness):
            return derivative(*args, **kwargs)

    return wrapper


def columns(outs, inputs, nested):
    """The Jacobians of the results by each input: their derivatives along all of its directions."""
    products, dummies = products_back(outs, inputs)
    tables = [[] for _ in outs]
    for x, product in zip(inputs, products, strict=True):
        found = iter(together([product], dummies, x, nested))
        for table, out in zip(tables, outs, strict=True):
            shape = (*out.shape, *x.shape)
            table.append(next(found).movedim(0, -1).reshape(shape) if changes(out) else x.new_zeros(shape))
    return tables


def hessian(func, argnums=0):
    """A function that gives the second derivatives: the Jacobian of the Jacobian. Source: PyTorch, torch.func.hessian."""
    return jacfwd(jacrev(func, argnums), argnums)
