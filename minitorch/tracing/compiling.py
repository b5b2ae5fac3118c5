"""compiling: compile: a module or function that traces itself when it is called (shelf)."""

import functools

from .._tensor import Tensor
from ..graph.grad_mode import is_grad_enabled
from ..nn.module import Module
from ..notes import warn
from ..random import default_generator
from .graph import leaves
from .traced import BranchError, form_of, trace_call

TRIES = 4  # so often a branch may go the other way; then a call of that kind is not traced any more


class Calls:
    """The traces of one function, by what its calls were like."""

    def __init__(self, function):
        self.function, self.traces, self.tries = function, {}, {}

    def __call__(self, *args, **kwargs):
        kind = self.kind_of(args, kwargs)
        if self.tries.get(kind, 0) > TRIES:
            return self.function(*args, **kwargs)
        if kind in self.traces:
            undo = undo_of(self.traces[kind])
            try:
                return self.traces[kind](*args, **kwargs)
            except BranchError:
                undo()
        return self.anew(kind, args, kwargs)

    def kind_of(self, args, kwargs):
        """What must be the same for a trace to serve: the structure, shapes, dtypes, other arguments, and modes."""
        seen = [
            (x.shape, x.dtype, x.requires_grad) if isinstance(x, Tensor) else repr(x) for x in leaves((args, kwargs))
        ]
        modes = [module.training for module in self.function.modules()] if isinstance(self.function, Module) else []
        return repr(form_of((args, kwargs))), *seen, *modes, is_grad_enabled()

    def anew(self, kind, args, kwargs):
        """Trace this call and run the trace; a function that cannot be traced is called as it is."""
        self.tries[kind] = self.tries.get(kind, 0) + 1
        try:
            traced = self.traces[kind] = trace_call(self.function, args, kwargs)
        except RuntimeError as error:
            self.tries[kind] = TRIES + 1
            warn(f"minitorch.compile calls the function as it is, for it cannot be traced: {error}")
            return self.function(*args, **kwargs)
        return traced(*args, **kwargs)


def undo_of(traced):
    """A function that puts buffers and random numbers back as they are now; it is needed only where a branch may go wrong."""
    if not any([step.reads for step in traced.graph.steps]):
        return None
    kept, generator = [(x, x.detach().clone()) for x in traced.buffers()], default_generator.state_bytes()

    def undo():
        for x, before in kept:
            x.data.copy_(before)
        default_generator.set_state(generator)

    return undo


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

    The first call with new shapes, dtypes, or another mode, train() or eval(), takes a new trace; so does a call in which
    Python reads something else of a tensor. What cannot be traced is called as it is, with a warning.

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
