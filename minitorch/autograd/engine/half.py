"""half: the backward pass through steps of float16 and bfloat16 (shelf).

A formula that is one kernel in PyTorch is computed in float32, and its result rounded once: the formulas of the
operations in KERNELS. All others are PyTorch's formulas in single operations, each of which rounds.
"""

from ..._holes import fill
from ..._tensor import Tensor
from ...dtypes import FLOATING
from .walk import Walk

KERNELS = frozenset("tanh sigmoid softmax log_softmax smooth_l1 softplus elu silu mish gelu gelu_tanh".split())
plain = Walk.differentiate


def differentiate(walk, node, g, edges):
    """What a node sends along its edges: of one of those kernels, computed in single precision."""
    if node.op is None or node.op.name not in KERNELS or node.dtype.itemsize != 2:
        return plain(walk, node, g, edges)
    node.check()
    if node.joint is not None:
        return node.joint(single(g), tuple([edge is not None for edge in edges]), *map(single, node.tensors(0)))
    pairs = enumerate(zip(edges, node.formulas, strict=True))
    return [None if edge is None else formula(single(g), *map(single, node.tensors(i))) for i, (edge, formula) in pairs]


def single(x):
    """A tensor of 16-bit floats in float32; all else as it is."""
    return x.float() if isinstance(x, Tensor) and x.itemsize == 2 and x.dtype.category == FLOATING else x


fill(Walk, differentiate=differentiate)
