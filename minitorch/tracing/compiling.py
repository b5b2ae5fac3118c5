"""compiling: compile: a module or function that traces itself when it is called (shelf)."""

import functools

from .._tensor import Tensor
from ..errors import warn
from ..graph.grad_mode import is_grad_enabled
from ..nn.module import Module
from .graph import leaves
from .traced import form_of, trace_call


class Calls:
    """The traces of one function, by what its calls were like; where there can be none, the function itself."""

    def __init__(self, function):
        self.function, self.traces = function, {}

    def __call__(self, *args, **kwargs):
        kind = self.kind_of(args, kwargs)
        if kind not in self.traces:
            self.traces[kind] = self.traced(args, kwargs)
        return self.traces[kind](*args, **kwargs)

    def kind_of(self, args, kwargs):
        """What must be the same for a trace to serve: the structure, shapes, dtypes, other arguments, and modes."""
        seen = [
            (x.shape, x.dtype, x.requires_grad) if isinstance(x, Tensor) else repr(x) for x in leaves((args, kwargs))
        ]
        modes = [module.training for module in self.function.modules()] if isinstance(self.function, Module) else []
        return repr(form_of((args, kwargs))), *seen, *modes, is_grad_enabled()

    def traced(self, args, kwargs):
        """The trace of such a call; the function if it cannot be traced, or if its branches may go the other way."""
        try:
            found = trace_call(self.function, args, kwargs)
        except RuntimeError as error:
            warn(f"minitorch.compile calls the function as it is, for it cannot be traced: {error}")
            return self.function
        return self.function if any([step.reads for step in found.graph.steps]) else found


class Compiled(Module):
    """A module that traces the one inside of it, `_orig_mod`, for every kind of call that comes."""

    def __init__(self, module):
        super().__init__()
        self._orig_mod, self._calls, self.training = module, Calls(module), module.training

    def forward(self, *args, **kwargs):
        return self._calls(*args, **kwargs)

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__("_orig_mod"), name)


def compile(model=None, **options):
    """A module or function that does the same, by a trace of each kind of call: see minitorch.jit.trace.

    model    a module or a function; without it, a decorator
    options  PyTorch's (mode, fullgraph, dynamic, backend ...), which make no difference

    The first call with new shapes, dtypes, or another mode, train() or eval(), takes a new trace. A function that reads
    numbers of a tensor (`if x.sum() > 0`) is called as it is, and so, with a warning, is one that cannot be traced.

    >>> import minitorch as mt
    >>> @mt.compile
    ... def smooth(x):
    ...     return x.exp().log1p()
    >>> smooth(mt.zeros(2)), smooth(mt.zeros(1))
    (tensor([0.6931, 0.6931]), tensor([0.6931]))

    Source: PyTorch, torch.compile.
    """
    if model is None:
        return functools.partial(compile, **options)
    if isinstance(model, Module):
        return Compiled(model)
    return functools.wraps(model)(Calls(model))
