"""_adafactor: Adafactor, which keeps of the squares of a matrix's gradients only their means by row and by column (shelf)."""

from ..creation.zeros import zeros_like
from ..dtypes import finfo
from .by_parameter import ByParameter, apply_to_lists, as_scalar, number
from .checks import check_lr
from .helpers import go


class Adafactor(ByParameter):
    """Adam's division by the root of v, where v of a matrix is rebuilt from a column of row means and a row of column means.

    params        tensors or groups, as for every Optimizer
    lr            how far to go at most, as a part of the parameters' own size
    beta2_decay   how fast the means become slower: at step t, a new gradient counts t ** beta2_decay
    eps           (least mean, least size of a parameter); the first one None: the dtype's eps
    d             clip the step so that the root of its mean square is at most this
    weight_decay  how much parameters shrink in each step, times lr
    maximize      go up instead of down
    foreach       how PyTorch computes it; taken and not used

    >>> import minitorch as mt
    >>> w = mt.ones(2, 2, requires_grad=True)
    >>> optimizer = mt.optim.Adafactor([w], lr=0.1)
    >>> (w * mt.tensor([[1.0], [1000.0]])).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([[0.9000, 0.9000],
            [0.9000, 0.9000]], requires_grad=True)

    Errors: ValueError for options out of range, RuntimeError for complex parameters.
    Source: Shazeer and Stern, 2018; PyTorch, torch.optim.Adafactor.
    """

    later = {"foreach": None}

    def __init__(
        self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None,
        maximize=False,
    ):  # fmt: skip
        check_lr(lr)
        if not lr >= 0.0:
            raise ValueError(f"Learning rate should be >= 0 but is: {lr}")
        if not beta2_decay <= 0.0:
            raise ValueError(f"beta2_decay should be <= 0 but is: {beta2_decay}")
        for name, value in (("epsilon1", eps[0]), ("epsilon2", eps[1])):
            if value is not None and not value >= 0.0:
                raise ValueError(f"{name} should be >= 0 but is: {value}")
        if not d >= 1.0:
            raise ValueError(f"Clipping threshold d should be >= 1 but is: {d}")
        if not weight_decay >= 0.0:
            raise ValueError(f"weight_decay should be >= 0 but is: {weight_decay}")
        defaults = {"lr": lr, "beta2_decay": beta2_decay, "eps": eps, "d": d, "weight_decay": weight_decay}
        super().__init__(params, defaults | {"foreach": foreach, "maximize": maximize})

    def _remembered(self, p, group):
        if p.is_complex():
            raise RuntimeError("Adafactor does not support complex parameters")
        return super()._remembered(p, group)

    @staticmethod
    def _start(p, group):
        if p.grad.dim() <= 1:
            return {"step": number(0), "variance": zeros_like(p.grad)}
        *batch, rows, columns = p.grad.shape
        row_var, col_var = p.grad.new_zeros([*batch, rows, 1]), p.grad.new_zeros([*batch, 1, columns])
        return {"step": number(0), "row_var": row_var, "col_var": col_var}

    @staticmethod
    def _change(p, grad, state, group):
        lr, (eps1, eps2) = as_scalar(group["lr"]), group["eps"]
        eps1 = finfo(p.dtype).eps if eps1 is None else eps1
        state["step"] += 1
        t = state["step"].item()
        size = max(eps2, p.norm(2).item() / p.numel() ** 0.5) * min(lr, 1 / t**0.5)
        if group["weight_decay"] != 0:
            p.mul_(1 - lr * group["weight_decay"])
        v = variance(grad, state, t ** group["beta2_decay"], eps1)
        update = v.clamp(min=eps1 * eps1).rsqrt() * grad
        clip = max(1.0, update.norm(2).item() / (update.numel() ** 0.5 * group["d"]))
        go(p, size / clip, update)


def variance(grad, state, part, eps):
    """The running mean of the gradient's square, of which a new gradient makes up this part."""
    if grad.dim() <= 1:
        return state["variance"].lerp_(grad * grad, part)
    rows, columns = state["row_var"], state["col_var"]
    for mean, dim in ((rows, -1), (columns, -2)):
        mean.lerp_(grad.norm(dim=dim, keepdim=True).square() / grad.size(dim), part)
    return (rows @ columns) / rows.mean(dim=-2, keepdim=True).clamp(min=eps)


def adafactor(
    params, grads, row_vars, col_vars, variances, state_steps, foreach=None, grad_scale=None, found_inf=None,
    has_complex=False, *, d, lr, beta2_decay, weight_decay, eps1, eps2, maximize,
):  # fmt: skip
    """One step of Adafactor as a function of lists. Source: PyTorch, torch.optim.adafactor."""
    group = {"d": d, "lr": lr, "beta2_decay": beta2_decay, "weight_decay": weight_decay, "eps": (eps1, eps2)}
    remembered = {"row_var": row_vars, "col_var": col_vars, "variance": variances}
    apply_to_lists(Adafactor, group | {"maximize": maximize}, params, grads, step=state_steps, **remembered)
