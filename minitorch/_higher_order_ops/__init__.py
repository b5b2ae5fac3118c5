"""_higher_order_ops: cond and while_loop, an if and a loop as functions of functions (shelf)."""

from .cond import cond
from .while_loop import while_loop

__all__ = ["cond", "while_loop"]
