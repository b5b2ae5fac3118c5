"""sparse_adam: SparseAdam, which changes the rows alone that a gradient speaks of: tables with sparse=True (shelf)."""

from .._tensor import Tensor
from ..creation.zeros import zeros_like
from .by_parameter import ByParameter, apply_to_lists, with_values
from .checks import check_betas, check_lr, is_sparse


class SparseAdam(ByParameter):
    """Adam for tables of which each step names few rows: all other rows, and what is remembered of them, stay.

    It takes sparse gradients alone: those of embedding and embedding_bag with sparse=True, for instance.

    >>> import minitorch as mt
    >>> table = mt.nn.Embedding.from_pretrained(mt.ones(3, 1), freeze=False, sparse=True)
    >>> optimizer = mt.optim.SparseAdam(table.parameters(), lr=0.1)
    >>> table(mt.tensor([1])).sum().backward()
    >>> optimizer.step()
    >>> table.weight.view(-1).detach()
    tensor([1.0000, 0.9000, 1.0000])

    Errors: ValueError for options out of range and for complex parameters, RuntimeError for dense gradients.
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
        check_params(self, is_sparse, "Sparse", "requires dense parameter tensors")
        check_params(self, Tensor.is_complex, "Complex", "does not support complex parameters")

    def _check_layout(self, grad):
        if not is_sparse(grad):
            raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")

    def _remembered(self, p, group):
        state = self.state[p]
        if not state:
            state.update(step=0, exp_avg=zeros_like(p), exp_avg_sq=zeros_like(p))
        state["step"] += 1
        return {"count": state["step"], "m": state["exp_avg"], "v": state["exp_avg_sq"]}

    @staticmethod
    def _change(p, grad, state, group):
        (beta1, beta2), m, v, count = group["betas"], state["m"], state["v"], state["count"]
        grad = grad.coalesce()
        numbers = grad._values()
        if not numbers.numel():
            return
        old_m, old_v = m.sparse_mask(grad)._values(), v.sparse_mask(grad)._values()
        more_m, more_v = (numbers - old_m) * (1 - beta1), (numbers * numbers - old_v) * (1 - beta2)
        m.add_(with_values(grad, more_m))
        v.add_(with_values(grad, more_v))
        lr = group["lr"] * (1 - beta2**count) ** 0.5 / (1 - beta1**count)
        p.add_(with_values(grad, -lr * ((more_m + old_m) / ((more_v + old_v).sqrt() + group["eps"]))))


def check_params(optimizer, is_so, title, words):
    """Raise for parameters that cannot be changed this way."""
    places = [
        [number, place]
        for number, group in enumerate(optimizer.param_groups)
        for place, p in enumerate(group["params"])
        if is_so(p)
    ]
    if places:
        raise ValueError(f"{title} params at indices {places}: SparseAdam {words}")


def sparse_adam(params, grads, exp_avgs, exp_avg_sqs, state_steps, *, eps, beta1, beta2, lr, maximize):
    """One step of SparseAdam as a function of lists. Source: PyTorch, torch.optim._functional.sparse_adam."""
    group = {"lr": lr, "betas": (beta1, beta2), "eps": eps, "maximize": maximize}
    apply_to_lists(SparseAdam, group, params, grads, count=state_steps, m=exp_avgs, v=exp_avg_sqs)
