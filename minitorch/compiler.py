"""compiler: torch.compile and torch.compiler: there is no compiler, functions and modules run as they are (shelf)."""

from functools import partial

from .nn.module import Module

__all__ = ["allow_in_graph", "assume_constant_result", "cudagraph_mark_step_begin", "disable", "is_compiling",
           "is_dynamo_compiling", "is_exporting", "list_backends", "reset", "set_stance"]  # fmt: skip


MODES = ("default", "lite", "reduce-overhead", "max-autotune-no-cudagraphs", "max-autotune")


def compile(
    model=None,
    *,
    fullgraph=False,
    dynamic=None,
    backend=None,
    mode=None,
    options=None,
    name=None,
    disable=False,
    recompile_limit=None,
    isolate_recompiles=False,
    shapes_spec=None,
):
    """A module inside an OptimizedModule, a function as it is: nothing is compiled, all runs as Python, with the same results.

    The other arguments, which choose among compilers and their ways, are taken and not used.

    >>> import minitorch as mt
    >>> @mt.compile
    ... def double(x):
    ...     return x + x
    >>> double(mt.ones(2))
    tensor([2., 2.])
    >>> list(mt.compile(mt.nn.Linear(2, 1)).state_dict())
    ['_orig_mod.weight', '_orig_mod.bias']

    Errors: RuntimeError, when both mode and options are given, and for a mode that there is not; AssertionError, when
    there is nothing to call.
    Source: PyTorch, torch.compile.
    """
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    if mode is not None and mode not in MODES and backend in (None, "inductor"):
        raise RuntimeError(f"Unrecognized mode={mode}, should be one of: {', '.join(MODES)}")
    if model is None:
        return partial(compile, disable=disable)
    if not callable(model):
        raise AssertionError(f"A callable function is expected, but {type(model)} is provided.")
    if disable or not isinstance(model, Module) or isinstance(model, OptimizedModule):
        return model
    return OptimizedModule(model)


class OptimizedModule(Module):
    """What compile makes of a module: calls, and the attributes it has not itself, are those of `_orig_mod` inside it.

    >>> import minitorch as mt
    >>> mt.compile(mt.nn.ReLU())
    OptimizedModule(
      (_orig_mod): ReLU()
    )

    Source: PyTorch, torch._dynamo.eval_frame.OptimizedModule.
    """

    def __init__(self, mod):
        super().__init__()
        self._modules["_orig_mod"] = mod

    def forward(self, *args, **kwargs):
        return self._orig_mod(*args, **kwargs)

    @property
    def training(self):
        """Whether the module inside is in training mode."""
        return self._orig_mod.training

    @training.setter
    def training(self, mode):
        if "_modules" in self.__dict__:  # else it is being made
            self._orig_mod.training = mode

    def __getattr__(self, name):
        inside = self.__dict__.get("_modules", {}).get("_orig_mod")
        return super().__getattr__(name) if inside is None or name == "_orig_mod" else getattr(inside, name)

    def __setattr__(self, name, value):
        if name in self._fresh or name in ("_orig_mod", "forward"):
            super().__setattr__(name, value)
        else:
            setattr(self._orig_mod, name, value)

    def __delattr__(self, name):
        delattr(self._orig_mod, name)

    def __dir__(self):
        return sorted({*super().__dir__(), *dir(self._orig_mod)})

    def __len__(self):
        if hasattr(self._orig_mod, "__len__"):
            return len(self._orig_mod)
        raise TypeError(f"{type(self._orig_mod).__name__} does not support len()")


OptimizedModule.__module__ = "minitorch._dynamo.eval_frame"


def is_compiling():
    """False: nothing is compiled. Source: PyTorch, torch.compiler.is_compiling."""
    return False


is_dynamo_compiling = is_exporting = is_compiling


def disable(fn=None, recursive=True, *, reason=None):
    """Mark a function as not to be compiled: it stays as it is. Source: PyTorch, torch.compiler.disable."""
    return fn if fn is not None else disable


def allow_in_graph(fn):
    """Mark a function for the compiler: it stays as it is. Source: PyTorch, torch.compiler.allow_in_graph."""
    return fn


assume_constant_result = allow_in_graph


def reset():
    """Nothing: no compiled code is kept. Source: PyTorch, torch.compiler.reset."""


cudagraph_mark_step_begin = reset


def list_backends(exclude_tags=("debug", "experimental")):
    """No names: there is no compiler. Source: PyTorch, torch.compiler.list_backends."""
    return []


class set_stance:
    """A with-block or a call that says what the compiler may do; nothing depends on it. Source: PyTorch, torch.compiler.set_stance."""

    def __init__(self, stance="default", *, skip_guard_eval_unsafe=False, force_backend=None):
        self.stance = stance

    def __enter__(self):
        return None

    def __exit__(self, *error):
        return None

    def __call__(self, fn):
        return fn
