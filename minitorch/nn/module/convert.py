"""convert: Module's to, half, float, cuda and _apply: another dtype or device, and the parameters stay the same (core).

An optimizer holds the parameters themselves. So `_apply`, the one method that moves anything, gives each parameter new
numbers instead of putting a new parameter in its place; `to`, `half`, `cuda` and the rest are a line each.
"""

from ...creation.zeros import empty_like
from ...graph.grad_mode import no_grad
from ...ops.copy.to import parse_to
from .tree import Tree


class Convert(Tree):
    """The third rung of Module: other dtypes and devices."""

    def _apply(self, fn, recurse=True):
        """Give every parameter, its gradient and every buffer the numbers that `fn(tensor)` makes of it."""
        if recurse:
            for module in self.children():
                module._apply(fn)
        for name, parameter in self._parameters.items():
            if parameter is not None:
                with no_grad():
                    self._parameters[name] = converted(parameter, fn)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def to(self, *args, **kwargs):
        """The module itself, its parameters and buffers on another device or, those that are floating, as another dtype.

        Call it as to(device), to(dtype), to(device, dtype), to(tensor), or with the names device=, dtype=
        and memory_format=, which is for what has four or five dimensions.

        >>> import minitorch as mt
        >>> module = mt.nn.Module()
        >>> module.weight = mt.nn.Parameter(mt.ones(2))
        >>> module.to(mt.float64).weight.dtype
        minitorch.float64

        Errors: TypeError for a dtype of whole numbers, RuntimeError for copy=True. Source: PyTorch, torch.nn.Module.to.
        """
        kind, where, order = arguments_of_to(*args, **kwargs)
        if kind is not None and not (kind.is_floating_point or kind.is_complex):
            raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={kind}")
        return self._apply(lambda x: sent(x, where, kind if divisible(x) else None, order))

    def type(self, dst_type):
        """All parameters and buffers as `dst_type`, whole numbers too. Source: PyTorch, torch.nn.Module.type."""
        return self._apply(lambda x: x.type(dst_type))

    def float(self):
        """Floating parameters and buffers as float32. Source: PyTorch, torch.nn.Module.float."""
        return self._apply(lambda x: x.float() if x.is_floating_point() else x)

    def double(self):
        """Floating parameters and buffers as float64. Source: PyTorch, torch.nn.Module.double."""
        return self._apply(lambda x: x.double() if x.is_floating_point() else x)

    def half(self):
        """Floating parameters and buffers as float16. Source: PyTorch, torch.nn.Module.half."""
        return self._apply(lambda x: x.half() if x.is_floating_point() else x)

    def bfloat16(self):
        """Floating parameters and buffers as bfloat16. Source: PyTorch, torch.nn.Module.bfloat16."""
        return self._apply(lambda x: x.bfloat16() if x.is_floating_point() else x)

    def cpu(self):
        """Everything on the CPU. Source: PyTorch, torch.nn.Module.cpu."""
        return self._apply(lambda x: x.cpu())

    def cuda(self, device=None):
        """Everything on a GPU, the current one unless its number is given. Source: PyTorch, torch.nn.Module.cuda."""
        return self._apply(lambda x: x.cuda(device))

    def share_memory(self):
        """Everything in memory that forked processes share. Source: PyTorch, torch.nn.Module.share_memory."""
        return self._apply(lambda x: x.share_memory_())

    def to_empty(self, *, device, recurse=True):
        """Everything on `device`, with no numbers kept. Source: PyTorch, torch.nn.Module.to_empty."""
        return self._apply(lambda x: empty_like(x, device=device), recurse=recurse)


def divisible(x):
    """Whether a tensor's numbers can be fractions, so that a change of precision means them."""
    return x.is_floating_point() or x.is_complex()


def converted(parameter, fn):
    """The parameter, the same object, with what `fn` makes of it and of its gradient."""
    parameter.data = fn(parameter)
    if parameter._grad is not None:
        parameter._grad.data = fn(parameter._grad)
    return parameter


def arguments_of_to(*args, **kwargs):
    """(dtype, device, memory format) of the arguments that `to` takes; None for what they do not name."""
    kind, where, copy = parse_to(*args, **kwargs)
    if copy:
        raise RuntimeError(".to() does not accept copy argument")
    return kind, where, kwargs.get("memory_format")


def sent(x, where, kind, order):
    """A tensor on another device or as another dtype. The memory format is for images and volumes, of 4 or 5 dimensions."""
    return x.to(where, kind, memory_format=order if x.dim() in (4, 5) else None)
