"""convert_parameters: parameters_to_vector, vector_to_parameters (shelf)."""

from ..._tensor import Tensor
from ...ops.join.cat import cat
from ..module.registry import typename


def parameters_to_vector(parameters):
    """All numbers of all parameters in one vector. Source: PyTorch, torch.nn.utils.parameters_to_vector."""
    return cat([p.view(-1) for p in on_one_device(parameters)])


def vector_to_parameters(vec, parameters):
    """Take the parameters' numbers from one vector: each becomes a view of its part.

    >>> import minitorch as mt
    >>> layer = mt.nn.Linear(2, 1)
    >>> mt.nn.utils.vector_to_parameters(mt.arange(3.0), layer.parameters())
    >>> layer.weight.tolist(), layer.bias.tolist()
    ([[0.0, 1.0]], [2.0])

    Errors: TypeError if `vec` is not a tensor. Source: PyTorch, torch.nn.utils.vector_to_parameters.
    """
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected minitorch.Tensor, but got: {typename(vec)}")
    start = 0
    for parameter in on_one_device(parameters):
        end = start + parameter.numel()
        parameter.data = vec[start:end].view_as(parameter).data
        start = end


def on_one_device(parameters):
    """The parameters, one after the other; TypeError for one on another device than the first."""
    device = None
    for parameter in parameters:
        device = parameter.device if device is None else device
        if parameter.device != device:
            raise TypeError("Found two parameters on different devices, this is currently not supported.")
        yield parameter
