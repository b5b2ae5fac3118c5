"""saved_tensors: What forward leaves for backward (difficulty 4, 7 minutes)

An argument is kept as it is. A result would lead back to this very node and keep it alive: of it only the numbers are
kept, and its edge is put back when backward asks. The versions tell whether anybody changed the numbers in between.

1. For each x in ctx.to_save: is it a result of this step? `number_of(x, results)` gives its number, or None. An
   argument is kept as (x, None), a result as (x.detach(), number).
2. `version(x)` gives a pair to add to ctx.versions; None has none. When they are asked for: `self.check()` first,
   then the tensors, where those with a number go through `self.again(x, number)`.
3. `saved.append((x, None) if number is None else (x.detach(), number))`, `versions += [] if x is None else
   [version(x)]`, at the end `ctx.saved, ctx.versions = (saved,), versions`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.function:BackwardNode.saved_tensors",
    covers="keep_saved",
    changes=True,
    ready=SETUP,
    solution="""
        def keep_saved(ctx, results):
            saved, versions = [], []
            for x in ctx.to_save:
                number = number_of(x, results)
                saved.append((x, None) if number is None else (x.detach(), number))
                versions += [] if x is None else [version(x)]
            ctx.saved, ctx.versions = (saved,), versions
            ctx.keeps = bool(ctx.to_save)  # whether there is anything to free behind the backward pass
    """,
    facts="""
        >>> import gc, weakref
        ...
        >>> x = mt.tensor([0.0, 1.0], requires_grad=True)
        >>> gc.disable()
        >>> try:
        ...     y = Exp.apply(x)
        ...     node = weakref.ref(y.grad_fn)
        ...     del y
        ...     gone = node() is None
        ... finally:
        ...     gc.enable()
        >>> gone
        True
        else: What is kept of a result leads back to this very node. Keep `x.detach()` of it, and its number.
        >>> x = mt.tensor([0.0, 1.0], requires_grad=True)
        >>> h = x + 0
        >>> y = Mul.apply(h, h)
        >>> h.mul_(10)
        >>> saved = y.grad_fn.saved_tensors
        raises RuntimeError: modified by an inplace operation
        else: What was changed in place since, or freed, must not be handed out: write the versions down in keep_saved,
            and begin saved_tensors with `self.check()`.
        >>> x = mt.tensor([0.5, 1.0], requires_grad=True)
        >>> (slope,) = mt.autograd.grad(Exp.apply(x).sum(), x, create_graph=True)
        >>> (second,) = mt.autograd.grad(slope.sum(), x)
        >>> second
        T([1.648721, 2.718282])
        if 'RuntimeError: element 0 of tensors does not require grad': In `saved_tensors` a result comes back without
            its history, so a second derivative through it is lost: `self.again(x, number)` puts the edge back.
        else: A second derivative needs the history of what was saved: an argument is kept as it is, and a result gets
            its edge back with `self.again(x, number)`.
        >>> x = mt.tensor([0.5, -2.0], requires_grad=True)
        >>> y = Mul.apply(x, x * 2)
        >>> [t.tolist() for t in y.grad_fn.saved_tensors] + [y.grad_fn.saved_tensors[0] is x, type(y.grad_fn.saved_tensors).__name__]
        [[0.5, -2.0], [1.0, -4.0], True, 'tuple']
        if [[0.5, -2.0], [1.0, -4.0], False, 'tuple']: In `keep_saved`: save_for_backward may be given None, which has
            no version and nothing to detach.
        else: In `saved_tensors` a list comes back where PyTorch gives a tuple.
    """,
)
