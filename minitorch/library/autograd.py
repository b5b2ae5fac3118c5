"""autograd: the call of a registered operator as one recorded step, with the derivative that was registered for it (shelf)."""

from .._tensor import Tensor
from ..autograd.function import Function
from ..utils._pytree import tree_flatten, tree_unflatten


def differentiable(args):
    """Whether a tensor among the arguments, or in a list of them, wants a gradient."""
    return any(
        [x.requires_grad for one in args for x in (one if isinstance(one, list) else (one,)) if isinstance(x, Tensor)]
    )


def is_one(x):
    """Whether a value is handed on as it is: lists of tensors are opened, and tuples."""
    return not isinstance(x, tuple) and not (isinstance(x, list) and all([isinstance(one, Tensor) for one in x]))


def apply(operator, kernel, args, by_name):
    """Run the kernel and record the call."""
    flat, spec = tree_flatten(tuple(args), is_leaf=is_one)
    call = Call(operator, kernel, by_name, spec)
    found = class_of(operator).apply(*flat, call)
    found = tree_unflatten(list(found), call.results)
    return found if call.several else found[0]


class Call:
    """What a step needs to know besides its tensors."""

    def __init__(self, operator, kernel, by_name, spec):
        self.operator, self.kernel, self.by_name, self.spec = operator, kernel, by_name, spec
        self.results, self.several = None, False


def class_of(operator):
    """The Function of an operator, under the name that PyTorch gives it."""
    if operator.step is None:
        name = f"GeneratedBackwardFor_{operator._name.replace('::', '_')}_{operator._overloadname}"
        operator.step = type(name, (Function,), {"forward": staticmethod(forward), "backward": staticmethod(backward)})
    return operator.step


def forward(ctx, *flat):
    ctx.call = call = flat[-1]
    args = tree_unflatten(list(flat[:-1]), call.spec)
    result = call.kernel(*args, **call.by_name)
    setup = call.operator.setup_context
    if setup is not None and call.by_name:
        setup(ctx=ctx, inputs=args, keyword_only_inputs=call.by_name, output=result)
    elif setup is not None:
        setup(ctx=ctx, inputs=args, output=result)
    call.several = isinstance(result, tuple)
    flat_result, call.results = tree_flatten(result if call.several else (result,), is_leaf=is_one)
    return tuple(flat_result)


def backward(ctx, *grads):
    call = ctx.call
    if call.operator.backward is None:
        raise RuntimeError(
            f"Trying to backward through {call.operator} but no autograd formula was registered. Please use "
            "register_autograd to add one."
        )
    needs = ctx.needs_input_grad
    try:
        ctx.needs_input_grad = tree_unflatten(list(needs[:-1]), call.spec)
        found = call.operator.backward(ctx, *tree_unflatten(list(grads), call.results))
    finally:
        ctx.needs_input_grad = needs
    found = found if isinstance(found, tuple) else (found,)
    flat, spec = tree_flatten(found, is_leaf=lambda x: not isinstance(x, tuple) and not is_gradients(x))
    if spec != call.spec:
        raise RuntimeError(
            "Expected the return from backward to be of the same structure as the inputs. Got: "
            f"{spec} (return from backward), {call.spec} (inputs)"
        )
    return (*flat, None)


def is_gradients(x):
    """Whether a value is a list of gradients, of which some may be None."""
    return isinstance(x, list) and all([one is None or isinstance(one, Tensor) for one in x])
