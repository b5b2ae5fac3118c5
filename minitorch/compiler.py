"""compiler: torch.compile and torch.compiler as with TORCH_COMPILE_DISABLE=1: functions and modules run as they are (shelf)."""

__all__ = ["allow_in_graph", "assume_constant_result", "cudagraph_mark_step_begin", "disable", "is_compiling",
           "is_dynamo_compiling", "is_exporting", "list_backends", "reset", "set_stance"]  # fmt: skip


def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False):
    """The function or module itself: it runs as Python. Source: PyTorch, torch.compile with disable=True.

    >>> import minitorch as mt
    >>> @mt.compile
    ... def double(x):
    ...     return x + x
    >>> double(mt.ones(2))
    tensor([2., 2.])

    Errors: RuntimeError, when both mode and options are given, and when there is nothing to call.
    """
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    if model is None:
        return compile
    if not callable(model):
        raise RuntimeError(f"torch.compile expects a callable, got {type(model).__name__}")
    return model


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
