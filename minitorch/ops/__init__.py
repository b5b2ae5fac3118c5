"""ops: what can be computed with tensors, in folders by family."""


def __getattr__(name):
    raise AttributeError(
        f"module 'minitorch.ops' has no attribute '{name}': PyTorch's registry of operators (torch.ops) is not part of "
        "minitorch; this folder holds the operations themselves, which are found in minitorch."
    )
