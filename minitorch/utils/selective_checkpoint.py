"""selective_checkpoint: keep the results of some operators, compute the others again: what context_fn is given (shelf).

The first mode keeps what a policy says, the second hands it out in its place. The step of an operator whose result was kept
is recorded anew, and for that its kernel runs once more, which no mode sees.
"""

import enum

from .._tensor import Tensor
from ..ops import aten
from ._python_dispatch import TorchDispatchMode
from ._pytree import tree_map

__all__ = ["SAC_IGNORED_OPS", "CheckpointPolicy", "SelectiveCheckpointContext", "create_selective_checkpoint_contexts"]

SAC_IGNORED_OPS = {aten.detach.default}


class CheckpointPolicy(enum.Enum):
    """What becomes of an operator's result. Without a compiler that could know better, PREFER is as good as MUST.

    Source: PyTorch, torch.utils.checkpoint.CheckpointPolicy.
    """

    MUST_SAVE = 0
    PREFER_SAVE = 1
    MUST_RECOMPUTE = 2
    PREFER_RECOMPUTE = 3


class SelectiveCheckpointContext:
    """What a policy is told beside the operator: whether this is the second computation.

    Source: PyTorch, torch.utils.checkpoint.SelectiveCheckpointContext.
    """

    def __init__(self, *, is_recompute, op_output=None):
        self.is_recompute, self.op_output = is_recompute, op_output


class Kept:
    """A result that was kept, and the version that it had."""

    def __init__(self, x):
        self.x, self.version = x, x._version if isinstance(x, Tensor) else None

    def value(self, may_have_changed):
        if self.version is not None and self.x._version != self.version and not may_have_changed:
            raise RuntimeError("Tensor cached during selective activation checkpoint has been mutated")
        return self.x


class Selecting(TorchDispatchMode):
    """What both computations share: the policy, and what was kept: {operator: its results in order}."""

    again = False

    def __init__(self, policy, storage, may_have_changed):
        super().__init__()
        self.policy, self.storage, self.may_have_changed = policy, storage, may_have_changed

    def keeps(self, func, args, kwargs):
        """Whether the policy wants the result of a call kept."""
        context = SelectiveCheckpointContext(is_recompute=self.again)
        said = self.policy(context, func, *args, **kwargs)
        if isinstance(said, bool):
            return said
        return said in (CheckpointPolicy.MUST_SAVE, CheckpointPolicy.PREFER_SAVE)


class Keeping(Selecting):
    """The first computation."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        out = func(*args, **kwargs)
        if func not in SAC_IGNORED_OPS and self.keeps(func, args, kwargs):
            alone = tree_map(lambda x: x.detach() if isinstance(x, Tensor) else x, out)
            self.storage.setdefault(func, []).append(tree_map(Kept, alone))
        return out


class HandingOut(Selecting):
    """The second."""

    again = True

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func in SAC_IGNORED_OPS or not self.keeps(func, args, kwargs):
            return func(*args, **kwargs)
        kept = self.storage.get(func)
        if kept is None:
            raise RuntimeError(f"{func} encountered during backward, but not found in storage")
        if not kept:
            raise RuntimeError(
                "Trying to backward an extra time. You are only allowed to backward once on any region computed under "
                "selective activation checkpoint."
            )
        return tree_map(lambda one: one.value(self.may_have_changed), kept.pop(0))


def create_selective_checkpoint_contexts(policy_fn_or_list, allow_cache_entry_mutation=False):
    """The two blocks for a checkpoint's context_fn: in the first results are kept, in the second handed out.

    policy_fn_or_list  policy(context, func, *args, **kwargs) -> CheckpointPolicy; or the operators whose results are kept
    allow_cache_entry_mutation  do not mind that what was kept has been changed in place since

    >>> import minitorch as mt
    >>> from functools import partial
    >>> from minitorch.utils.checkpoint import checkpoint, create_selective_checkpoint_contexts
    >>> x = mt.ones(2, 2, requires_grad=True)
    >>> keep = partial(create_selective_checkpoint_contexts, [mt.ops.aten.mm.default])
    >>> checkpoint(lambda x: (x @ x).sin(), x, use_reentrant=False, context_fn=keep).sum().backward()
    >>> x.grad
    tensor([[-1.6646, -1.6646],
            [-1.6646, -1.6646]])

    Errors: TypeError for what is neither a function nor a list. Source: PyTorch,
    torch.utils.checkpoint.create_selective_checkpoint_contexts.
    """
    policy = policy_fn_or_list
    if isinstance(policy_fn_or_list, list):
        for op in policy_fn_or_list:
            if not isinstance(op, aten.OpOverload):
                got = f"of type {type(op)}" if not isinstance(op, aten.OpOverloadPacket) else "an OpOverloadPacket"
                raise ValueError(f"Expected op in `op_list` to be an OpOverload but got: {op} {got}.")

        def policy(context, func, *args, **kwargs):
            kept = func in policy_fn_or_list
            return CheckpointPolicy.MUST_SAVE if kept else CheckpointPolicy.PREFER_RECOMPUTE
    elif not callable(policy_fn_or_list):
        raise TypeError("policy_fn_or_list must be either a function or a list of ops.")
    storage: dict = {}
    return Keeping(policy, storage, allow_cache_entry_mutation), HandingOut(policy, storage, allow_cache_entry_mutation)
