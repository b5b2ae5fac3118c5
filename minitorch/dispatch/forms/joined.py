"""joined: several steps of ours as the one step that they are in PyTorch: attention and LSTM (shelf)."""

from ...autograd.function import Function
from ...autograd.grad import grad
from ...graph.grad_mode import is_grad_enabled
from ..calling import alias_of, dispatch, recording
from .table import overload

STEPS: dict = {}  # the name of such a step -> its class


def joined(name, function, operator, arguments, *tensors):
    """function(*tensors), a tensor or several, recorded as one step.

    name       that of the step, without Backward
    operator   the name of the operator that its derivative is
    arguments  what makes that one's arguments: arguments(gradients, tensors, results, which gradients are wanted)
    """
    with recording(False):
        made = function(*tensors)
    if not (is_grad_enabled() and any([x.requires_grad for x in tensors])):
        return made
    several = isinstance(made, tuple)
    kind = STEPS.setdefault(name, type(name, (Joined,), {}))
    found = kind.apply((function, operator, arguments), len(tensors), *tensors, *(made if several else (made,)))
    return found if several else found[0]


class Joined(Function):
    """The step. Its gradients are computed from its operands anew."""

    @staticmethod
    def forward(ctx, how, count, *tensors):
        ctx.how, ctx.count = how, count
        ctx.save_for_backward(*tensors)
        return tuple([x.view_as(x) for x in tensors[count:]])

    @staticmethod
    def backward(ctx, *gradients):
        (function, operator, arguments), kept = ctx.how, ctx.saved_tensors
        tensors, made, wanted = kept[: ctx.count], kept[ctx.count :], ctx.needs_input_grad[2 : 2 + ctx.count]
        create_graph = is_grad_enabled()

        def native():
            with recording(True):
                again = function(*tensors)
                again = again if isinstance(again, tuple) else (again,)
                found = grad(
                    again,
                    [x for x, one in zip(tensors, wanted, strict=True) if one],
                    gradients,
                    create_graph=create_graph,
                )
            found = iter(found)
            return tuple([next(found) if one else None for one in wanted])

        for x in made:
            alias_of(x)
        args, named = arguments(gradients, tensors, made, wanted)
        return None, None, *dispatch(overload(operator), args, named, native), *[None] * len(made)
