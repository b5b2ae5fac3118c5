"""checkpoint: save memory by computing twice (shelf).

What the steps of a checkpointed piece would save is not kept, only how many there were; the first of them that a formula
asks for has the piece computed again, and what is saved then is handed out. So it is a use of hooks on saved tensors.
(Chen et al., Training Deep Nets with Sublinear Memory Cost, 2016.)
"""

import warnings
import weakref
from itertools import count

from .. import random
from .._lazy import lazy_names
from ..amp.state import set_to, settings
from ..autograd.engine import tasks
from ..autograd.graph import saved_tensors_hooks
from ..backend import get_default_device
from ..graph import grad_mode


class CheckpointError(RuntimeError):
    """The second computation was not like the first."""


class _Stop(Exception):
    """Everything that was asked for has been computed again."""


class Piece:
    """One checkpointed call: how many tensors were saved the first time, and the second computation of each backward pass."""

    def __init__(self, again):
        self.again = again
        self.holders = []  # one for each tensor that the first computation saved, which lives as long as it is needed
        self.computed = {}  # the backward pass -> {number of the tensor: the tensor}

    def pack(self, x):
        """Keep the number of a saved tensor instead of the tensor."""
        holder = Holder(len(self.holders))
        self.holders.append(weakref.ref(holder))
        return holder

    def unpack(self, holder):
        """The tensor, from the second computation."""
        task = tasks[-1] if tasks else None
        for old in [one for one in self.computed if one not in tasks]:
            del self.computed[old]
        if task not in self.computed:
            self.computed[task] = self.compute()
        found = self.computed[task]
        if holder.number not in found:
            raise CheckpointError("checkpoint: a saved tensor is asked for twice, or was not computed the second time")
        return found.pop(holder.number)

    def compute(self):
        """Compute the piece again, until everything is there that was asked for; what it saves, by number."""
        found, numbers = {}, count()

        def keep(x):
            number = next(numbers)
            if self.holders[number]() is not None:
                found[number] = x.detach() if x._edge is not None else x
            if number == len(self.holders) - 1:
                raise _Stop
            return x

        try:
            with saved_tensors_hooks(keep, lambda x: x):
                self.again()
        except _Stop:
            return found
        if self.holders:
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the original forward and "
                f"recomputation.\nNumber of tensors saved during forward: {len(self.holders)}"
            )
        return found


class Holder:
    """What is kept of a saved tensor: its number."""

    def __init__(self, number):
        self.number = number


def checkpoint(function, *args, use_reentrant=None, preserve_rng_state=True, **kwargs):
    """Call `function(*args, **kwargs)` without keeping what its graph would save; the backward pass computes it again.

    use_reentrant       taken and not used: the piece is always computed again within the backward pass
    preserve_rng_state  give the second call the random numbers of the first

    >>> import minitorch as mt
    >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
    >>> y = mt.utils.checkpoint.checkpoint(lambda x: (x * x).exp(), x, use_reentrant=False)
    >>> mt.autograd.grad(y.sum(), x)
    (tensor([  5.4366, 218.3926]),)

    Errors: CheckpointError if the second call saves less than the first. Source: PyTorch, torch.utils.checkpoint.checkpoint.
    """
    if use_reentrant is None:
        warnings.warn("torch.utils.checkpoint: pass use_reentrant=False explicitly", stacklevel=2)
    if not grad_mode.state.enabled:
        return function(*args, **kwargs)
    piece = Piece(computed_again(function, args, kwargs, preserve_rng_state))
    with saved_tensors_hooks(piece.pack, piece.unpack):
        return function(*args, **kwargs)


def computed_again(function, args, kwargs, preserve_rng_state):
    """A function that computes function(*args, **kwargs) as it is computed now: random numbers, autocast, default device."""
    generator, autocast, device = random.default_generator, settings(), get_default_device()
    before = generator.get_state()

    def again():
        now = generator.get_state()
        if preserve_rng_state:
            generator.set_state(before)
        try:
            with set_to(autocast), device, grad_mode.enable_grad():
                function(*args, **kwargs)
        finally:
            if preserve_rng_state:
                generator.set_state(now)

    return again


__getattr__, __dir__ = lazy_names(__name__)
