"""func: derivatives as functions of functions, and a module called with other parameters (shelf).

Results keep their history only where an outer transform, or a parameter that the function uses, needs it: transforms nest.
"""

from contextlib import contextmanager
from itertools import chain

from .._lazy import lazy_names
from .._tensor import Tensor
from ..autograd.engine import reachable
from ..autograd.functional import _slopes, _table
from ..creation.zeros import ones_like
from ..graph.grad_mode import enable_grad
from ..graph.record import edge_of
from ..tracing.graph import leaves, replace

__all__ = ["functional_call", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "vjp"]


def call(func, args, kwargs, argnums, has_aux):
    """(the arguments `argnums` as tensors of our own, what func returns for them, and besides, whether others want gradients)."""
    args = list(args)
    numbers = argnums if isinstance(argnums, tuple) else (argnums,)
    if not all([-len(args) <= n < len(args) for n in numbers]):
        raise RuntimeError(f"argnums is {argnums}, but there are {len(args)} positional arguments")
    for n in numbers:
        args[n] = replace(args[n], entered)
    inputs = tuple([args[n] for n in numbers]) if isinstance(argnums, tuple) else args[argnums]
    made = func(*args, **kwargs)
    outputs, aux = made if has_aux else (made, None)
    if not all([isinstance(leaf, Tensor) for leaf in leaves(outputs)]):
        raise RuntimeError("the function must return tensors")
    return inputs, outputs, aux, leads_elsewhere(leaves((outputs, aux), Tensor), leaves(inputs, Tensor))


def entered(x):
    """A tensor of our own, which leads back to the caller's tensor only if that one requires a gradient."""
    if not isinstance(x, Tensor):
        return x
    return x.view_as(x) if x.requires_grad else x.detach().requires_grad_()


def leads_elsewhere(outs, own):
    """Whether gradients flow from the outputs to leaves other than our own."""
    edges = [edge for edge in map(edge_of, outs) if edge is not None]
    inner = [edge for node in reachable([(edge, None) for edge in edges]) for edge in node.edges if edge is not None]
    return any([isinstance(end, Tensor) for end in {end for end, _ in edges + inner} - set(own)])


def left(structure, nested):
    """Results as the caller gets them."""
    return structure if nested else replace(structure, lambda x: x.detach() if isinstance(x, Tensor) else x)


def like(inputs, parts):
    """The structure of the inputs with these parts in the places of their tensors."""
    parts = iter(parts)
    return replace(inputs, lambda leaf: next(parts) if isinstance(leaf, Tensor) else leaf)


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives (gradient, value), or (gradient, (value, aux)). Source: PyTorch, torch.func.grad_and_value."""

    @enable_grad()
    def both(*args, **kwargs):
        inputs, value, aux, nested = call(func, args, kwargs, argnums, has_aux)
        if not isinstance(value, Tensor) or value.dim() != 0:
            raise RuntimeError("Expected f(*args) to return a scalar tensor; jacrev takes others")
        slope = like(inputs, _slopes((value,), leaves(inputs, Tensor), (ones_like(value),), nested))
        return left((slope, (value, aux) if has_aux else value), nested)

    return both


def grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient of one number by the arguments `argnums`. Source: PyTorch, torch.func.grad."""

    def slope(*args, **kwargs):
        found, value = grad_and_value(func, argnums, has_aux)(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return slope


@enable_grad()
def vjp(func, *primals, has_aux=False):
    """(output, the function that takes a v like it to v @ J, a gradient for each primal). Source: PyTorch, torch.func.vjp."""
    inputs, outputs, aux, nested = call(func, primals, {}, tuple(range(len(primals))), has_aux)

    @enable_grad()
    def back(*cotangents):
        deeper = nested or any([x.requires_grad for x in leaves(cotangents)])
        return left(like(inputs, _slopes(leaves(outputs), leaves(inputs, Tensor), leaves(cotangents), deeper)), deeper)

    out = left(outputs, nested)
    return (out, back, left(aux, nested)) if has_aux else (out, back)


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None):
    """A function that gives the Jacobian: for an output [*S] and an argument [*T], [*S, *T]. Source: PyTorch, torch.func.jacrev."""

    @enable_grad()
    def jacobian(*args, **kwargs):
        inputs, outputs, aux, nested = call(func, args, kwargs, argnums, has_aux)
        found = replace(outputs, lambda out: like(inputs, _table(out, leaves(inputs, Tensor), nested)))
        return left((found, aux) if has_aux else found, nested)

    return jacobian


def jacfwd(func, argnums=0, has_aux=False, *, chunk_size=None):
    """The same as jacrev: there is no forward mode. Source: PyTorch, torch.func.jacfwd."""
    return jacrev(func, argnums, has_aux=has_aux)


def hessian(func, argnums=0):
    """A function that gives the second derivatives. Source: PyTorch, torch.func.hessian."""
    return jacrev(jacrev(func, argnums), argnums)


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """`module(*args, **kwargs)` with other tensors, {name: tensor}, in place of its parameters and buffers, which it keeps.

    Source: PyTorch, torch.func.functional_call.
    """
    given = parameter_and_buffer_dicts
    pairs = [*given.items()] if isinstance(given, dict) else [pair for one in given for pair in one.items()]
    given = dict(pairs)
    if len(given) < len(pairs):
        raise ValueError("a name appeared in multiple dictionaries")
    named = (module.named_parameters(remove_duplicate=False), module.named_buffers(remove_duplicate=False))
    own = dict(chain(*named))
    if tie_weights:  # all the names of one tensor get the same new one
        new = {own[name]: tensor for name, tensor in given.items() if name in own}
        given = {name: new[tensor] for name, tensor in own.items() if tensor in new} | given
    missing, unexpected = sorted(own.keys() - given.keys()), sorted(given.keys() - own.keys())
    if strict and (missing or unexpected):
        raise RuntimeError(f"strict=True, but missing are {missing}, unexpected {unexpected}")
    with replaced(module, given):
        return module(*(args if isinstance(args, tuple) else () if args is None else (args,)), **(kwargs or {}))


@contextmanager
def replaced(module, given):
    """A block in which the module holds these tensors; afterwards its own again."""
    old = []
    try:
        for name, tensor in given.items():
            path, _, last = name.rpartition(".")
            holder = module.get_submodule(path)
            if not isinstance(tensor, Tensor):
                raise TypeError(f"{name}: {tensor} is not a Tensor")
            place = next((d for d in (holder._parameters, holder._buffers) if last in d), holder.__dict__)
            old.append((place, last, place.get(last, replaced)))  # `replaced` stands for nothing
            place[last] = tensor
        yield
    finally:
        for place, last, tensor in reversed(old):
            place[last] = tensor
            if tensor is replaced:
                del place[last]


__getattr__, __dir__ = lazy_names(__name__)
