"""compiling: compile: what PyTorch calls a compiled model, which here runs as it is (shelf)."""

import functools

from ..nn.module import Module


class Compiled(Module):
    """A module around the one that it calls, `_orig_mod`, whose attributes it has."""

    def __init__(self, module):
        super().__init__()
        self._orig_mod, self.training = module, module.training

    def forward(self, *args, **kwargs):
        return self._orig_mod(*args, **kwargs)

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__("_orig_mod"), name)


def compile(model=None, **options):
    """The same module or function: NumPy has nothing to compile to. To record a call as a graph, use minitorch.jit.trace.

    model    a module, which gets a module around it, as in PyTorch; or a function; without it, a decorator
    options  PyTorch's (mode, fullgraph, dynamic, backend ...), which make no difference

    >>> import minitorch as mt
    >>> @mt.compile
    ... def smooth(x):
    ...     return x.exp().log1p()
    >>> smooth(mt.zeros(2))
    tensor([0.6931, 0.6931])

    Source: PyTorch, torch.compile.
    """
    if model is None:
        return functools.partial(compile, **options)
    return Compiled(model) if isinstance(model, Module) else model
