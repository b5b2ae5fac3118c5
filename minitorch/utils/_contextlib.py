"""_contextlib: what classes derive from that are a `with` block and a decorator, as no_grad is (shelf)."""

from ..graph.grad_mode import _Switch


class _DecoratorContextManager(_Switch):
    """The base of such classes: `__enter__` and `__exit__` are to be written, `clone()` makes one for each call.

    >>> from minitorch.utils._contextlib import _DecoratorContextManager
    >>> class loud(_DecoratorContextManager):
    ...     def __enter__(self):
    ...         print("in")
    ...     def __exit__(self, *error):
    ...         print("out")
    >>> loud()(len)([1])
    in
    out
    1

    Source: PyTorch, torch.utils._contextlib.
    """

    def __enter__(self):
        raise NotImplementedError

    def __exit__(self, *error):
        raise NotImplementedError

    def clone(self):
        """One more of its kind: a class with arguments hands them on here."""
        return self.__class__()

    def _again(self):
        return self.clone()


class _NoParamDecoratorContextManager(_DecoratorContextManager):
    """The same for classes without arguments, which decorate without parentheses as well: @loud."""

    def __new__(cls, function=None):
        made = object.__new__(cls)
        return made if function is None else made(function)


def context_decorator(ctx, func):
    """The function, each call of which runs in a block of its own: of what `ctx()` gives, or of ctx itself.

    Source: PyTorch, torch.utils._contextlib.context_decorator.
    """
    if not (callable(ctx) or hasattr(ctx, "__enter__")):
        raise TypeError(f"{ctx} is neither a context manager nor a function that makes one")
    if callable(ctx) and hasattr(ctx, "__enter__"):
        raise AssertionError(f"Passed in {ctx} is both callable and also a valid context manager")
    blocks = _DecoratorContextManager()
    blocks.clone = ctx if callable(ctx) else lambda: ctx
    return blocks(func)
