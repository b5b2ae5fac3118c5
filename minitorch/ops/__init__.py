"""ops: what can be computed with tensors, in folders by family; `aten`: the same by the names of PyTorch's operators.

`torch.ops.mylib.sin` is an operator that a program has registered with torch.library.
"""

from .._tower import is_there, load, missing_name, table_of


def __getattr__(name):
    if name in table_of(__name__):
        return missing_name(__name__, name)
    if name.startswith("__") or is_there(f"{__name__}.{name}"):
        raise AttributeError(f"module 'minitorch.ops' has no attribute '{name}'")
    return load("minitorch.library.operators").namespace_of(name)
