"""convert: Module's to, half, float, cuda and _apply: another dtype or device, and the parameters stay the same (core).

An optimizer holds the parameters themselves. So `_apply`, the one method that converts anything, gives each parameter new
data and keeps the object. `to`, `half`, `cuda` and the others call it with a function that converts one tensor.
"""

from ...creation.zeros import empty_like
from ...graph.grad_mode import no_grad
from ...ops.copy.to import parse_to
from .tree import Tree


class Convert(Tree):
    """The third class of Module: other dtypes and devices."""

    def _apply(self, fn, recurse=True):
        """Convert all parameters, gradients and buffers of the module by fn, a function from tensor to tensor.

        recurse  False: only those of this module, and not those of the modules inside it

        Returns the module.
        """
        if recurse:
            for module in self.children():
                module._apply(fn)
        for parameter in self._parameters.values():
            if parameter is not None:
                with no_grad():
                    convert_parameter(parameter, fn)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def to(self, *args, **kwargs):
        """Convert the parameters and buffers to another device or, if they are floating point or complex, another dtype.

        Call it as to(device), to(dtype), to(device, dtype), to(tensor), or with the names device=, dtype=
        and memory_format=, which applies to tensors of four or five dimensions. Returns the module itself.

        >>> import minitorch as mt
        >>> module = mt.nn.Module()
        >>> module.weight = mt.nn.Parameter(mt.ones(2))
        >>> module.to(mt.float64).weight.dtype
        minitorch.float64

        Errors: TypeError for an integer dtype, RuntimeError for copy=True. Source: PyTorch, torch.nn.Module.to.
        """
        dtype, device, copy = parse_to(*args, **kwargs)
        if copy:
            raise RuntimeError(".to() does not accept copy argument")
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(
                f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}"
            )

        def convert(x):
            memory_format = kwargs.get("memory_format") if x.dim() in (4, 5) else None
            fractions = x.is_floating_point() or x.is_complex()
            return x.to(device, dtype if fractions else None, memory_format=memory_format)

        return self._apply(convert)

    def type(self, dst_type):
        """All parameters and buffers as `dst_type`, integers too. Source: PyTorch, torch.nn.Module.type."""
        return self._apply(lambda x: x.type(dst_type))

    def float(self):
        """Floating parameters and buffers as float32. Source: PyTorch, torch.nn.Module.float."""
        return self._apply(lambda x: x.float() if x.is_floating_point() else x)

    def double(self):
        """Floating parameters and buffers as float64. Source: PyTorch, torch.nn.Module.double."""
        return self._apply(lambda x: x.double() if x.is_floating_point() else x)

    def half(self):
        """Convert floating point parameters and buffers to float16. Source: PyTorch, torch.nn.Module.half."""
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
        """Everything on `device`, without its values. Source: PyTorch, torch.nn.Module.to_empty."""
        return self._apply(lambda x: empty_like(x, device=device), recurse=recurse)


def convert_parameter(parameter, fn):
    """Give the parameter the values of fn(parameter), and the gradient, if there is one, the values of fn(gradient).

    Both stay the objects that they are.
    """
    parameter.data = fn(parameter)
    if parameter.grad is not None:
        parameter.grad.data = fn(parameter.grad)
