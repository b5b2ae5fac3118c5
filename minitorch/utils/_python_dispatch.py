"""_python_dispatch: the name of TorchDispatchMode; calls do not go through a dispatcher that a mode could watch (shelf)."""

__all__ = ["TorchDispatchMode"]


class TorchDispatchMode:
    """A with-block that sees every operator of PyTorch's dispatcher, which is not here. Source: PyTorch."""

    def __init__(self, _dispatch_key=None):
        pass

    def __enter__(self):
        raise NotImplementedError(
            "minitorch has no dispatcher that a TorchDispatchMode could watch; module hooks see the calls of layers, and "
            "tensors' grad_fn the steps"
        )

    def __exit__(self, *error):
        return None
