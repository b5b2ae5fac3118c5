"""backward: which operators the derivative of a step stands for (shelf).

A formula that is not here announces what it calls itself: most of the package's own are PyTorch's.
"""

# isort: off
from .step import FORMULAS, differentiate
from . import pointwise, reductions, indexing, layers

# isort: on
__all__ = ["FORMULAS", "differentiate", "indexing", "layers", "pointwise", "reductions"]
