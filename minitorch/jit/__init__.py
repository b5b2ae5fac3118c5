"""jit: trace, save and load, under PyTorch's name. minitorch/tracing has them."""

from ..tracing import load, save, trace

__all__ = ["load", "save", "trace"]


def __getattr__(name):
    """One error for the rest of torch.jit."""
    raise AttributeError(
        f"minitorch.jit.{name} is not there: a module is traced, jit.trace(module, example_inputs), and its Python code is "
        "neither compiled nor analyzed. Write branches on numbers with minitorch.where."
    )
