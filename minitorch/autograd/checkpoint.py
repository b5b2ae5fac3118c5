"""checkpoint: save memory by computing twice (shelf).

A checkpointed piece of a network keeps only its inputs. When the backward pass arrives, the piece is computed again, this
time recorded, and differentiated. (Chen et al., Training Deep Nets with Sublinear Memory Cost, 2016.)
"""

import contextlib

from .. import random
from .._extension import extension_point
from .._tensor import Tensor
from ..graph import grad_mode
from .backward import backward
from .engine import tasks
from .function import Function


@extension_point
def autocast_settings():
    """What autocast is set to now; amp/state.py says it."""


@extension_point
def with_autocast(settings):
    """A block in which autocast is set to what it was; amp/state.py sets it."""
    return contextlib.nullcontext()


@contextlib.contextmanager
def random_numbers(state):
    """A block with the random numbers that follow a state, if there is one, and those that follow now after it."""
    now = random.default_generator.state_bytes()
    if state is not None:
        random.default_generator.set_state(state)
    try:
        yield
    finally:
        if state is not None:
            random.default_generator.set_state(now)


class CheckpointFunction(Function):
    """The recorded step of a checkpointed function."""

    @staticmethod
    def forward(ctx, function, keep_random_state, *args):
        ctx.function_ = function
        ctx.others = [None if isinstance(x, Tensor) else x for x in args]
        ctx.tensor_places = [place for place, x in enumerate(args) if isinstance(x, Tensor)]
        ctx.save_for_backward(*[args[place] for place in ctx.tensor_places])
        ctx.random_state = random.default_generator.state_bytes() if keep_random_state else None
        ctx.autocast = autocast_settings()
        return function(*args)

    @staticmethod
    def backward(ctx, *grads):
        if tasks[-1].wanted is not None:
            raise RuntimeError(
                "When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or passing an `inputs` "
                "parameter to .backward(). To resolve this error, you can either set use_reentrant=False, or call "
                ".backward() without passing the `inputs` argument."
            )
        args = list(ctx.others)
        for place, x in zip(ctx.tensor_places, ctx.saved_tensors, strict=True):
            args[place] = x.detach().requires_grad_(x.requires_grad)
        with random_numbers(ctx.random_state), with_autocast(ctx.autocast), grad_mode.enable_grad():
            out = ctx.function_(*args)
        outs = out if isinstance(out, tuple) else (out,)
        pairs = [(x, g) for x, g in zip(outs, grads, strict=True) if isinstance(x, Tensor) and x.requires_grad]
        if not pairs:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        backward([x for x, _ in pairs], [g for _, g in pairs])
        return None, None, *[x.grad if isinstance(x, Tensor) else None for x in args]
