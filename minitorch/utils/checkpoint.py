"""checkpoint: save memory by computing twice, in PyTorch's place and with its options (shelf).

Without a backward pass of its own (use_reentrant=False) it is a use of hooks on saved tensors: what the steps of a piece
would save is not kept, only how many there were; the first of them that a formula asks for has the piece computed again,
and what is saved then is handed out. (Chen et al., Training Deep Nets with Sublinear Memory Cost, 2016.)
"""

import contextlib
import warnings
import weakref

from .. import random
from .._tensor import Tensor
from ..autograd import checkpoint as reentrant
from ..autograd.engine import tasks
from ..autograd.graph import saved_tensors_hooks
from ..backend import get_default_device
from ..graph import grad_mode

__all__ = ["CheckpointError", "checkpoint", "checkpoint_sequential", "noop_context_fn", "set_checkpoint_early_stop"]


class CheckpointError(RuntimeError):
    """The second computation was not like the first."""


class _Stop(Exception):
    """Everything that was asked for has been computed again."""


EXPLICIT = "the use_reentrant parameter should be passed explicitly. use_reentrant=False is recommended."
early = {"stop": True}


@contextlib.contextmanager
def set_checkpoint_early_stop(enable):
    """Whether the second computation ends as soon as the last saved tensor is there. It does, by default."""
    before, early["stop"] = early["stop"], enable
    try:
        yield
    finally:
        early["stop"] = before


def described(x):
    """What must be the same in both computations."""
    return {"shape": x.shape, "dtype": x.dtype, "device": x.device}


class Piece:
    """One checkpointed call: what was saved the first time, and the second computation of each backward pass."""

    def __init__(self, again, check, early_stop):
        self.again, self.check, self.early_stop = again, check, early_stop
        self.holders = []  # one for each tensor that the first computation saved
        self.computed = {}  # the backward pass -> {number of the tensor: the tensor}

    def pack(self, x):
        """Keep the number of a saved tensor instead of the tensor, and what it looked like."""
        holder = Holder(len(self.holders), self.check(x))
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
            raise CheckpointError(
                "torch.utils.checkpoint: Unpack is being triggered for a tensor that was already unpacked once. If you are "
                "calling ctx.saved_tensors in backward, make sure to do so only once."
            )
        return found.pop(holder.number)

    def compute(self):
        """Compute the piece again; what it saves, by number."""
        found = {}
        count = [0]

        def keep(x):
            number = count[0]
            count[0] += 1
            if number >= len(self.holders):
                raise CheckpointError(
                    "torch.utils.checkpoint: trying to save more tensors during recomputation than during the original "
                    "forward pass."
                )
            holder = self.holders[number]()
            if holder is not None:
                found[number] = x.detach() if x._edge is not None else x
                holder.found = self.check(x)
            if self.early_stop and number == len(self.holders) - 1:
                raise _Stop
            return x

        try:
            with saved_tensors_hooks(keep, lambda x: x):
                self.again()
        except _Stop:
            pass
        if count[0] != len(self.holders):
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the original forward and "
                f"recomputation.\nNumber of tensors saved during forward: {len(self.holders)}\nNumber of tensors saved "
                f"during recomputation: {count[0]}."
            )
        self.compare()
        return found

    def compare(self):
        """Raise if a tensor of the second computation does not look like that of the first."""
        wrong = ""
        for holder in [reference() for reference in self.holders]:
            if holder is not None and holder.found is not None and holder.found != holder.seen:
                wrong += f"tensor at position {holder.number}:\nsaved metadata: {holder.seen}\n"
                wrong += f"recomputed metadata: {holder.found}\n"
        if wrong:
            raise CheckpointError(
                "torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than "
                f"during the forward pass.\n{wrong}"
            )


class Holder:
    """What is kept of a saved tensor: its number."""

    __slots__ = ("number", "seen", "found", "__weakref__")

    def __init__(self, number, seen):
        self.number, self.seen, self.found = number, seen, None


def checkpoint(
    function,
    *args,
    use_reentrant=None,
    preserve_rng_state=True,
    context_fn=None,
    determinism_check="default",
    debug=False,
    early_stop=True,
    **kwargs,
):
    """Call `function(*args, **kwargs)` without keeping what its graph would save; the backward pass computes it again.

    use_reentrant       False: compute again within the backward pass, any arguments and autograd.grad allowed;
                        True: in a backward pass of its own
    preserve_rng_state  give the second call the random numbers of the first
    context_fn          returns two context managers: one for the first call, one for the second
    determinism_check   "default": shapes and dtypes must be the same the second time; "none"
    early_stop          end the second call when everything is there that was asked for
    debug               taken, and not used

    >>> import minitorch as mt
    >>> x = mt.tensor([1.0, 2.0], requires_grad=True)
    >>> y = mt.utils.checkpoint.checkpoint(lambda x: (x * x).exp(), x, use_reentrant=False)
    >>> mt.autograd.grad(y.sum(), x)
    (tensor([  5.4366, 218.3926]),)

    Source: PyTorch, torch.utils.checkpoint.checkpoint.
    """
    if use_reentrant is None:
        warnings.warn(f"torch.utils.checkpoint: {EXPLICIT}", stacklevel=2)
        use_reentrant = True
    if use_reentrant:
        if context_fn is not None:
            raise ValueError("Passing `context_fn` is only supported when use_reentrant=False.")
        if not any([isinstance(x, Tensor) and x.requires_grad for x in args]):
            warnings.warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=2)
        if kwargs:
            raise ValueError(f"Unexpected keyword arguments: {','.join(kwargs)}")
        return reentrant.checkpoint(function, *args, preserve_rng_state=preserve_rng_state)
    if determinism_check not in ("default", "none"):
        raise ValueError(f"determinism_check should be one of ['default', 'none'], but got {determinism_check}")
    first, second = (context_fn or noop_context_fn)()
    again = computed_again(function, args, kwargs, preserve_rng_state, second)
    if not grad_mode.state.enabled:
        return function(*args, **kwargs)
    piece = Piece(again, described if determinism_check == "default" else _nothing, early_stop and early["stop"])
    with saved_tensors_hooks(piece.pack, piece.unpack), first:
        return function(*args, **kwargs)


def computed_again(function, args, kwargs, preserve_rng_state, block):
    """A function that computes function(*args, **kwargs) as it is computed now: random numbers, autocast, default device."""
    state = random.default_generator.state_bytes() if preserve_rng_state else None
    autocast, device = reentrant.autocast_settings(), get_default_device()

    def again():
        with reentrant.random_numbers(state), reentrant.with_autocast(autocast), block, device, grad_mode.enable_grad():
            function(*args, **kwargs)

    return again


def _nothing(x):
    return None


def noop_context_fn():
    """Two blocks that change nothing. Source: PyTorch, torch.utils.checkpoint.noop_context_fn."""
    return contextlib.nullcontext(), contextlib.nullcontext()


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
