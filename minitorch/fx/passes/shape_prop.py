"""shape_prop: ShapeProp, which runs a graph and writes each value's shape and dtype down (shelf)."""

import traceback
from typing import NamedTuple

from ..._tensor import Tensor
from ...dtypes import dtype
from ...memory_format import channels_last, channels_last_3d, contiguous_format, memory_format
from ...size import Size
from ..interpreter import Interpreter
from ..node import map_aggregate

__all__ = ["TensorMetadata", "ShapeProp"]


class TensorMetadata(NamedTuple):
    """What is known of a tensor without its values. Source: PyTorch, torch.fx.passes.shape_prop.TensorMetadata."""

    shape: Size
    dtype: dtype
    requires_grad: bool
    stride: tuple
    memory_format: memory_format | None
    is_quantized: bool
    qparams: dict


def _extract_tensor_metadata(result, include_contiguity=True):
    """The TensorMetadata of a tensor."""
    wanted = include_contiguity and not result.is_sparse
    formats = (contiguous_format, channels_last, channels_last_3d) if wanted else ()
    found = next((one for one in formats if result.is_contiguous(memory_format=one)), None)
    stride = () if result.is_sparse else result.stride()
    return TensorMetadata(result.shape, result.dtype, result.requires_grad, stride, found, result.is_quantized, {})


class ShapeProp(Interpreter):
    """What runs a graph and leaves in each node's meta what its value is: "tensor_meta" and "type".

    gm   the GraphModule

    >>> import minitorch as mt
    >>> traced = mt.fx.symbolic_trace(mt.nn.Linear(3, 2))
    >>> result = mt.fx.passes.shape_prop.ShapeProp(traced).propagate(mt.ones(5, 3))
    >>> [(node.name, tuple(node.meta["tensor_meta"].shape)) for node in traced.graph.nodes][-2:]
    [('linear', (5, 2)), ('output', (5, 2))]

    Source: PyTorch, torch.fx.passes.shape_prop.ShapeProp.
    """

    def run_node(self, n):
        """The value of a node, whose meta says what it is."""
        try:
            result = super().run_node(n)
        except Exception as error:
            traceback.print_exc()
            raise RuntimeError(f"ShapeProp error for: node={n.format_node()} with meta={n.meta}") from error
        tensors = []

        def described(part):
            if not isinstance(part, Tensor):
                return part
            tensors.append(part)
            return _extract_tensor_metadata(part)

        meta = map_aggregate(result, described)
        if tensors:
            n.meta["tensor_meta"] = meta
        n.meta["type"] = type(result)
        return result

    def propagate(self, *args):
        """The result for these arguments. Source: PyTorch, torch.fx.passes.shape_prop.ShapeProp.propagate."""
        return self.run(*args)
