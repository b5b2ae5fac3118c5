"""sparse_adam: SparseAdam, whose gradients would have to be sparse, which none are here (shelf)."""

from .by_parameter import ByParameter
from .checks import check_betas, check_lr


class SparseAdam(ByParameter):
    """Adam for sparse gradients. Gradients here are dense, so that a step ends in PyTorch's error for those.

    Its options and their errors are PyTorch's; so is what a parameter without gradient sees of a step, nothing.

    >>> import minitorch as mt
    >>> optimizer = mt.optim.SparseAdam([mt.ones(2, requires_grad=True)])
    >>> optimizer.step()

    Errors: ValueError for options out of range and for complex parameters, RuntimeError for dense gradients.
    Source: PyTorch, torch.optim.SparseAdam.
    """

    later: dict = {}

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        check_lr(lr)
        for name, value in (("learning rate", lr), ("epsilon value", eps)):
            if not value > 0.0:
                raise ValueError(f"Invalid {name}: {value}")
        check_betas(betas)
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "maximize": maximize})
        places = [
            [number, place]
            for number, group in enumerate(self.param_groups)
            for place, p in enumerate(group["params"])
            if p.is_complex()
        ]
        if places:
            raise ValueError(f"Complex params at indices {places}: SparseAdam does not support complex parameters")

    def _remembered(self, p, group):
        raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")
