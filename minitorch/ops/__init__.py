"""ops: what can be computed with tensors, in folders by family; `aten`: the same by the names of PyTorch's operators."""

from .._tower import missing_name


def __getattr__(name):
    if name == "aten":
        return missing_name(__name__, name)
    raise AttributeError(
        f"module 'minitorch.ops' has no attribute '{name}': PyTorch's registry of operators (torch.ops) is not part of "
        "minitorch but for torch.ops.aten; this folder holds the operations themselves, which are found in minitorch."
    )
