"""eval_frame: torch._dynamo.eval_frame: where programs look for the class of what compile makes of a module (shelf)."""

from ..compiler import OptimizedModule

__all__ = ["OptimizedModule"]
