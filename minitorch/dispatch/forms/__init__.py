"""forms: which of PyTorch's operators a function stands for while a mode is on (shelf).

A form is called in a function's place: `form(inner, *args, **kwargs)`, where inner is the function itself. Most functions are
one operator of the same name: announced(name) is their form. The others are written out here as PyTorch composes them.
"""

# isort: off
from .table import FORMS, OP_FORMS, announced
from . import plain_ops, creation, reading, matrices, indexing, losses, layers, operations, optimizers, engine, objects

# isort: on
__all__ = [
    "FORMS", "OP_FORMS", "announced", "creation", "engine", "indexing", "layers", "losses", "matrices", "objects",
    "operations", "optimizers", "plain_ops", "reading",
]  # fmt: skip
