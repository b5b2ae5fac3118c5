"""transforms: grad, grad_and_value, vjp, jacrev, jacfwd, hessian: derivatives as functions of functions (shelf).

Each of them calls the function with tensors of its own in place of the arguments, and differentiates the results. The
results keep their history only where gradients flow to other tensors, too: to those of an outer transform, or to
parameters that the function uses. So transforms nest.
"""

from functools import wraps

from .._tensor import Tensor
from ..autograd.functional import _slopes, _table
from ..creation.zeros import ones_like
from ..graph.grad_mode import enable_grad
from ..graph.record import edge_of
from ..tracing.graph import leaves, replace


class Run:
    """One call of a function, by whose arguments `argnums` its results can be differentiated.

    inputs   these arguments               tensors  the tensors in them
    outputs  what the function returned    aux      what it returned besides, with has_aux
    nested   whether gradients flow to other tensors, too
    """

    def __init__(self, func, args, kwargs, argnums, has_aux):
        args = list(args)
        for number in argnums if isinstance(argnums, tuple) else (argnums,):
            if not -len(args) <= number < len(args):
                raise RuntimeError(f"argnums has the argument {number}, but there are {len(args)} positional ones")
            args[number] = replace(args[number], entered)
        self.inputs = tuple([args[n] for n in argnums]) if isinstance(argnums, tuple) else args[argnums]
        self.tensors = leaves(self.inputs, Tensor)
        made = func(*args, **kwargs)
        self.outputs, self.aux = made if has_aux else (made, None)
        for leaf in leaves(self.outputs):
            if not isinstance(leaf, Tensor):
                raise RuntimeError(f"the function must return tensors, but returned {type(leaf).__name__}")
        self.nested = leads_elsewhere(leaves((self.outputs, self.aux), Tensor), self.tensors)

    def like_inputs(self, parts):
        """The structure of the inputs with these parts in the places of their tensors."""
        parts = iter(parts)
        return replace(self.inputs, lambda leaf: next(parts) if isinstance(leaf, Tensor) else leaf)


def entered(x):
    """A tensor of our own, which leads back to the caller's tensor only if that one requires a gradient."""
    if not isinstance(x, Tensor):
        return x
    return x.view_as(x) if x.requires_grad else x.detach().requires_grad_()


def left(structure, nested):
    """Results as the caller gets them."""
    return structure if nested else replace(structure, lambda x: x.detach() if isinstance(x, Tensor) else x)


def leads_elsewhere(outs, own):
    """Whether gradients flow from the outputs to leaves other than our own."""
    seen, waiting = set(own), [edge_of(x) for x in outs]
    while waiting:
        edge = waiting.pop()
        if edge is None or edge[0] in seen:
            continue
        if isinstance(edge[0], Tensor):
            return True
        seen.add(edge[0])
        waiting += edge[0].edges
    return False


# --- gradients --------------------------------------------------------------------------------------------------------


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives (gradient, value) of a function whose value is one number.

    With has_aux the function returns (value, aux), and the new one (gradient, (value, aux)).
    Source: PyTorch, torch.func.grad_and_value.
    """

    @wraps(func)
    @enable_grad()
    def both(*args, **kwargs):
        run = Run(func, args, kwargs, argnums, has_aux)
        value = run.outputs
        if not isinstance(value, Tensor) or value.dim() != 0:
            raise RuntimeError("Expected f(*args) to return a scalar tensor; jacrev takes others")
        slope = run.like_inputs(_slopes((value,), run.tensors, (ones_like(value),), run.nested))
        return left((slope, (value, run.aux) if has_aux else value), run.nested)

    return both


def grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient of a function whose value is one number.

    argnums  by which argument, an int, or a tuple of ints for a tuple of gradients
    has_aux  the function returns (value, aux), and the new one (gradient, aux)

    Arguments may be tensors, or tuples, lists and dictionaries of tensors.

    >>> import minitorch as mt
    >>> mt.func.grad(mt.sin)(mt.tensor(0.0)), mt.func.grad(mt.func.grad(lambda x: x**3))(mt.tensor(2.0))
    (tensor(1.), tensor(12.))

    Errors: RuntimeError for more than one number. Source: PyTorch, torch.func.grad.
    """
    both = grad_and_value(func, argnums, has_aux)

    @wraps(func)
    def slope(*args, **kwargs):
        found, value = both(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return slope


# --- products with the Jacobian, and the whole of it ------------------------------------------------------------------


@enable_grad()
def vjp(func, *primals, has_aux=False):
    """(output, function): the function takes a cotangent v, like the output, to v @ J, a gradient for each primal.

    >>> import minitorch as mt
    >>> out, back = mt.func.vjp(lambda x: x * x, mt.tensor([1.0, 2.0]))
    >>> out, back(mt.tensor([1.0, 10.0]))
    (tensor([1., 4.]), (tensor([ 2., 40.]),))

    Source: PyTorch, torch.func.vjp.
    """
    run = Run(func, primals, {}, tuple(range(len(primals))), has_aux)
    outs = leaves(run.outputs)

    @enable_grad()
    def back(*cotangents):
        given = leaves(cotangents)
        if [x.shape for x in given] != [x.shape for x in outs]:
            raise RuntimeError("the cotangents must have the structure and the shapes of the output")
        nested = run.nested or any([x.requires_grad for x in given])
        return left(run.like_inputs(_slopes(outs, run.tensors, given, nested)), nested)

    out = left(run.outputs, run.nested)
    return (out, back, left(run.aux, run.nested)) if has_aux else (out, back)


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None):
    """A function that gives the Jacobian of a function, one backward pass for each number of its output.

    For an output [*S] and an argument [*T] it is a tensor [*S, *T]; chunk_size makes no difference.

    >>> import minitorch as mt
    >>> mt.func.jacrev(lambda x: x * x)(mt.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])

    Source: PyTorch, torch.func.jacrev.
    """

    @wraps(func)
    @enable_grad()
    def jacobian(*args, **kwargs):
        run = Run(func, args, kwargs, argnums, has_aux)
        found = replace(run.outputs, lambda out: run.like_inputs(_table(out, run.tensors, run.nested)))
        return left((found, run.aux) if has_aux else found, run.nested)

    return jacobian


def jacfwd(func, argnums=0, has_aux=False, *, chunk_size=None):
    """The same as jacrev: there is no forward mode that would make it cheaper. Source: PyTorch, torch.func.jacfwd."""
    return jacrev(func, argnums, has_aux=has_aux)


def hessian(func, argnums=0):
    """A function that gives the second derivatives: the Jacobian of the Jacobian.

    >>> import minitorch as mt
    >>> mt.func.hessian(lambda x: (x**3).sum())(mt.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])

    Source: PyTorch, torch.func.hessian.
    """
    return jacfwd(jacrev(func, argnums), argnums)
