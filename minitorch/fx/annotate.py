"""annotate: a type for a value that is traced (shelf)."""

from .proxy import Proxy

__all__ = ["annotate"]


def annotate(val, type):
    """Give a Proxy's node a type; other values are left as they are. Source: PyTorch, torch.fx.annotate.annotate."""
    if isinstance(val, Proxy):
        if val.node.type:
            raise RuntimeError(
                "Tried to annotate a value that already had a type on it! Existing type is "
                f"{val.node.type} and new type is {type}. This could happen if you tried to annotate a function parameter "
                "value (in which case you should use the type slot on the function signature) or you called annotate on the "
                "same value twice"
            )
        val.node.type = type
    return val
