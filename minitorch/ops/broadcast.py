"""broadcast: sum and broadcast_to, each the derivative of the other."""

from ..backend import array_module
from ..tensor import method
from .op import op


@op(view=True)
def broadcast_to(x, size):
    return array_module(x).broadcast_to(x, size)


broadcast_to.grad(x=lambda g, x_shape: sum_to(g, x_shape))


@op
def sum(x, dim=None, keepdim=False):
    return x.sum(axis=dim, keepdims=keepdim)


sum.grad(x=lambda g, x_shape: broadcast_to(g, x_shape))
method(sum)

def sum_to(x, shape):
    """Sum x over the dimensions that broadcasting had stretched, so that it has `shape` again."""
    lead = x.ndim - len(shape)
    stretched = [lead + i for i, n in enumerate(shape) if n == 1 and x.shape[lead + i] != 1]
    x = sum(x, (*range(lead), *stretched), True)
    return x.reshape(shape) if lead else x
