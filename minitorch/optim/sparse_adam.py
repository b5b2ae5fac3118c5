"""sparse_adam: SparseAdam, which changes the rows alone that a gradient speaks of: tables with sparse=True (shelf)."""

from ..creation.zeros import zeros_like
from .by_parameter import ByParameter
from .checks import check_betas, check_lr


class SparseAdam(ByParameter):
    """Adam for tables of which each step names few rows: all other rows, and what is remembered of them, stay.

    Gradients are dense here, so it takes those of weights that embedding and embedding_bag were given with sparse=True,
    and looks at the rows that are not zero.

    >>> import minitorch as mt
    >>> table = mt.nn.Embedding.from_pretrained(mt.ones(3, 1), freeze=False, sparse=True)
    >>> optimizer = mt.optim.SparseAdam(table.parameters(), lr=0.1)
    >>> table(mt.tensor([1])).sum().backward()
    >>> optimizer.step()
    >>> table.weight.view(-1).detach()
    tensor([1.0000, 0.9000, 1.0000])

    Errors: ValueError for options out of range and for complex parameters, RuntimeError for gradients of other tensors.
    Source: PyTorch, torch.optim.SparseAdam.
    """

    later: dict = {}
    counted = ()

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
        if not getattr(p, "_looked_up_sparsely", False):
            raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")
        state = self.state[p]
        if not state:
            state.update(step=0, exp_avg=zeros_like(p), exp_avg_sq=zeros_like(p))
        state["step"] += 1
        return {"count": state["step"], "m": state["exp_avg"], "v": state["exp_avg_sq"]}

    @staticmethod
    def _change(p, grad, state, group):
        (beta1, beta2), m, v, count = group["betas"], state["m"], state["v"], state["count"]
        rows = grad.flatten(1).ne(0).any(1).nonzero().view(-1)
        grad = grad[rows]
        m[rows] = m[rows] + (grad - m[rows]) * (1 - beta1)
        v[rows] = v[rows] + (grad * grad - v[rows]) * (1 - beta2)
        lr = group["lr"] * (1 - beta2**count) ** 0.5 / (1 - beta1**count)
        p[rows] = p[rows] - lr * m[rows] / (v[rows].sqrt() + group["eps"])
