"""partial: with_args: classes with some of their arguments, of which a qconfig makes instances (shelf)."""

from functools import partial


class _PartialWrapper:
    """A class, or such a thing, together with arguments: calling it makes an instance."""

    def __init__(self, p):
        self.p, self.callable_args = p, {}

    def __call__(self, *args, **keywords):
        made = {name: make() for name, make in self.callable_args.items() if name not in keywords}
        return self.p(*args, **keywords, **made)

    def __repr__(self):
        return f"{self.p!r}{self.callable_args!r}"

    def with_args(self, **kwargs):
        """The same with these arguments too."""
        return _with_args(self, **kwargs)

    def with_callable_args(self, **kwargs):
        """The same with arguments that are made by a call each time."""
        made = _PartialWrapper(self.p)
        made.callable_args = self.callable_args | kwargs
        return made


def _with_args(cls_or_self, **kwargs):
    """`Observer.with_args(quant_min=0)`: something to be called for an instance with these arguments."""
    return _PartialWrapper(partial(cls_or_self, **kwargs))


def _with_callable_args(cls_or_self, **kwargs):
    """The same with arguments that are made by a call each time."""
    return _PartialWrapper(partial(cls_or_self)).with_callable_args(**kwargs)
