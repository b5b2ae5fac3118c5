"""checkpoint: save memory by computing twice, in PyTorch's place and with its options (shelf).

Without a backward pass of its own (use_reentrant=False) it is a use of hooks on saved tensors: what the steps of a piece
would save is not kept, only how many there were; the first of them that a formula asks for has the piece computed again,
and what is saved then is handed out. (Chen et al., Training Deep Nets with Sublinear Memory Cost, 2016.)
"""

import warnings
import weakref
from itertools import count

from .. import random
from .._tensor import Tensor
from ..autograd import checkpoint as reentrant
from ..autograd.engine import tasks
from ..autograd.graph import saved_tensors_hooks
from ..backend import get_default_device
from ..graph import grad_mode

__all__ = ["CheckpointError", "checkpoint", "checkpoint_sequential"]


class CheckpointError(RuntimeError):
    """The second computation was not like the first."""


class _Stop(Exception):
    """Everything that was asked for has been computed again."""


EXPLICIT = "the use_reentrant parameter should be passed explicitly. use_reentrant=False is recommended."


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

    __slots__ = ("number", "__weakref__")

    def __init__(self, number):
        self.number = number


def checkpoint(function, *args, use_reentrant=None, preserve_rng_state=True, **kwargs):
    """Call `function(*args, **kwargs)` without keeping what its graph would save; the backward pass computes it again.

    use_reentrant       False: compute again within the backward pass, any arguments and autograd.grad allowed;
                        True: in a backward pass of its own
    preserve_rng_state  give the second call the random numbers of the first

    >>> import minitorch as mt
    >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
    >>> y = mt.utils.checkpoint.checkpoint(lambda x: (x * x).exp(), x, use_reentrant=False)
    >>> mt.autograd.grad(y.sum(), x)
    (tensor([  5.4366, 218.3926]),)

    Errors: CheckpointError if the second call saves less than the first. Source: PyTorch, torch.utils.checkpoint.checkpoint.
    """
    if use_reentrant is None:
        warnings.warn(f"torch.utils.checkpoint: {EXPLICIT}", stacklevel=2)
        use_reentrant = True
    if use_reentrant:
        if not any([isinstance(x, Tensor) and x.requires_grad for x in args]):
            warnings.warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=2)
        if kwargs:
            raise ValueError(f"Unexpected keyword arguments: {','.join(kwargs)}")
        return reentrant.CheckpointFunction.apply(function, preserve_rng_state, *args)
    if not grad_mode.state.enabled:
        return function(*args, **kwargs)
    piece = Piece(computed_again(function, args, kwargs, preserve_rng_state))
    with saved_tensors_hooks(piece.pack, piece.unpack):
        return function(*args, **kwargs)


def computed_again(function, args, kwargs, preserve_rng_state):
    """A function that computes function(*args, **kwargs) as it is computed now: random numbers, autocast, default device."""
    state = random.default_generator.get_state() if preserve_rng_state else None
    autocast, device = reentrant.autocast_settings(), get_default_device()

    def again():
        with reentrant.random_numbers(state), reentrant.with_autocast(autocast), device, grad_mode.enable_grad():
            function(*args, **kwargs)

    return again


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    """Call functions one after the other, with a checkpoint around each of `segments` parts but the last.

    Source: PyTorch, torch.utils.checkpoint.checkpoint_sequential.
    """
    if use_reentrant is None:
        warnings.warn(f"torch.utils.checkpoint.checkpoint_sequential: {EXPLICIT}", stacklevel=2)
        use_reentrant = True
    functions = list(functions.children() if hasattr(functions, "children") else functions)

    def run(start, end):
        def part(x):
            for function in functions[start:end]:
                x = function(x)
            return x

        return part

    size = len(functions) // segments
    for start in range(0, size * (segments - 1), size):
        input = checkpoint(run(start, start + size), input, use_reentrant=use_reentrant, **kwargs)
    return run(size * (segments - 1), len(functions))(input)
