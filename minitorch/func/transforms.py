"""transforms: grad, vjp, jvp, jacrev, jacfwd, hessian: derivatives as functions of functions (shelf).

All of it is plain autograd. A function is run with tensors of its own in the place of its arguments, and its results are
differentiated. Where somebody outside may want to differentiate again, another of these functions or backward(), the
gradients are recorded themselves, so that they nest: grad of grad, the Hessian of a functional_call.
"""

from functools import wraps

from .._tensor import Tensor
from ..autograd.grad import grad as gradients
from ..creation.zeros import ones_like, zeros_like
from ..graph.grad_mode import enable_grad
from ..ops.join.stack import stack
from ..tracing.graph import leaves, replace


class Run:
    """One run of a function, with the chosen arguments as tensors that can be differentiated by.

    inputs  the chosen arguments     outputs  what the function returned     aux  what it returned besides, with has_aux
    nested  whether somebody outside may differentiate the results again
    """

    def __init__(self, name, func, args, kwargs, argnums=None, has_aux=False):
        chosen = range(len(args)) if argnums is None else [argnums] if isinstance(argnums, int) else argnums
        places = [place_of(name, number, len(args)) for number in chosen]
        args = [replace(x, entered) if place in places else x for place, x in enumerate(args)]
        self.inputs = args[places[0]] if isinstance(argnums, int) else tuple([args[place] for place in places])
        self.tensors = leaves(self.inputs, Tensor)
        with enable_grad():
            made = func(*args, **kwargs)
        self.outputs, self.aux = made if has_aux else (made, None)
        for leaf in leaves(self.outputs):
            if not isinstance(leaf, Tensor):
                raise RuntimeError(f"{name}: the function must return tensors, but returned {type(leaf).__name__}")
        self.nested = leads_elsewhere(leaves((self.outputs, self.aux), Tensor), self.tensors)

    def slopes(self, outs, weights, create_graph=False):
        """The gradients of the outputs, weighed and added up, by the inputs; zeros where nothing depends on an input."""
        pairs = [(out, weight) for out, weight in zip(outs, weights, strict=True) if out.requires_grad]
        found = [None] * len(self.tensors)
        if pairs:
            out, weight = zip(*pairs, strict=True)
            again = create_graph or self.nested
            with enable_grad():
                found = gradients(out, self.tensors, weight, retain_graph=True, create_graph=again, allow_unused=True)
        return [zeros_like(x) if g is None else g for g, x in zip(found, self.tensors, strict=True)]

    def left(self, structure):
        """Results as the caller gets them: without history, unless it leads outside."""
        return structure if self.nested else replace(structure, lambda x: x.detach() if isinstance(x, Tensor) else x)

    def answer(self, *parts, has_aux=False):
        """The parts, and aux if it was asked for."""
        parts = self.left(parts) + ((self.left(self.aux),) if has_aux else ())
        return parts if len(parts) > 1 else parts[0]


def place_of(name, number, count):
    """An argument's number, counted from the front."""
    if not isinstance(number, int) or not -count <= number < count:
        raise RuntimeError(f"{name}: argnums names the argument {number}, but there are {count} positional ones")
    return number % count


def entered(x):
    """An argument as a tensor of its own, which leads back to the caller's only if that one has a gradient."""
    if not isinstance(x, Tensor):
        return x
    return x.view_as(x) if x.requires_grad else x.detach().requires_grad_()


def leads_elsewhere(outs, own):
    """Whether gradients flow from the outputs to leaves other than our own."""
    waiting, seen = [out.grad_fn or out for out in outs if out.requires_grad], {}
    own = {id(x) for x in own}
    while waiting:
        node = waiting.pop()
        if node is None or id(node) in seen:
            continue
        seen[id(node)] = node
        leaf = node if isinstance(node, Tensor) else getattr(node, "variable", None)
        if leaf is not None and id(leaf) not in own:
            return True
        waiting += [] if isinstance(node, Tensor) else [after for after, _ in node.next_functions]
    return False


def in_form(structure, parts):
    """The same structure with these parts in the places of its tensors."""
    parts = iter(parts)
    return replace(structure, lambda leaf: next(parts) if isinstance(leaf, Tensor) else leaf)


# --- gradients --------------------------------------------------------------------------------------------------------


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives (gradient, value) of a function whose value is one number. Source: PyTorch, torch.func.grad_and_value.

    With has_aux the function returns (value, aux), and the new one (gradient, (value, aux)).
    """

    @wraps(func)
    def both(*args, **kwargs):
        run = Run("grad_and_value", func, args, kwargs, argnums, has_aux)
        value = run.outputs
        if not isinstance(value, Tensor) or value.dim() != 0:
            raise RuntimeError(
                "grad_and_value(f)(*args): Expected f(*args) to return a scalar tensor; jacrev takes others"
            )
        slope = in_form(run.inputs, run.slopes([value], [ones_like(value)]))
        return run.left((slope, (value, run.aux) if has_aux else value))

    return both


def grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient of a function whose value is one number.

    argnums  by which argument, an int, or a tuple of ints for a tuple of gradients
    has_aux  the function returns (value, aux), and the new one (gradient, aux)

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


# --- products with the Jacobian ---------------------------------------------------------------------------------------


def vjp(func, *primals, has_aux=False):
    """(output, function): the function takes a cotangent v, like the output, to v @ J, a gradient for each primal.

    >>> import minitorch as mt
    >>> out, back = mt.func.vjp(lambda x: x * x, mt.tensor([1.0, 2.0]))
    >>> out, back(mt.tensor([1.0, 10.0]))
    (tensor([1., 4.]), (tensor([ 2., 40.]),))

    Source: PyTorch, torch.func.vjp.
    """
    run = Run("vjp", func, primals, {}, None, has_aux)
    outs = leaves(run.outputs)

    def back(*cotangents):
        given = leaves(cotangents[0] if len(cotangents) == 1 else cotangents)
        if [x.shape for x in given] != [x.shape for x in outs]:
            raise RuntimeError("vjp: the cotangents must have the structure and the shapes of the output")
        return run.left(in_form(run.inputs, run.slopes(outs, given, any([x.requires_grad for x in given]))))

    return run.answer(run.outputs, back, has_aux=has_aux)


# --- whole Jacobians --------------------------------------------------------------------------------------------------


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
    def jacobian(*args, **kwargs):
        run = Run("jacrev", func, args, kwargs, argnums, has_aux)

        def of_one(out):
            rows = []
            for place in range(out.numel()):
                one = zeros_like(out.detach()).reshape(-1)
                one[place] = 1
                rows.append(run.slopes([out], [one.reshape(out.shape)]))
            columns = zip(*rows, strict=True) if rows else [[x.new_zeros(0, *x.shape)] for x in run.tensors]
            whole = [
                stack(column).reshape(*out.shape, *x.shape) for column, x in zip(columns, run.tensors, strict=True)
            ]
            return in_form(run.inputs, whole)

        return run.answer(replace(run.outputs, of_one), has_aux=has_aux)

    return jacobian


def jacfwd(func, argnums=0, has_aux=False, *, chunk_size=None):
    """The same as jacrev: there is no forward mode here that would make it cheaper. Source: PyTorch, torch.func.jacfwd."""
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
