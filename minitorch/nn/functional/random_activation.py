"""random_activation: gumbel_softmax: a class that is drawn, as a vector through which gradients flow (shelf)."""

from ...errors import warn
from ...ops.pointwise.softmax import softmax


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """Softmax of (logits + noise) / tau: a drawn class as a vector of probabilities through which gradients flow.

    tau   how even the probabilities are; towards 0, one class gets nearly all
    hard  give 1 to the likeliest class and 0 to the others; gradients are as without it
    eps   taken, not used

    >>> import minitorch as mt
    >>> _ = mt.manual_seed(0)
    >>> mt.nn.functional.gumbel_softmax(mt.zeros(3), hard=True)
    tensor([0., 0., 1.])

    Source: Jang, Gu and Poole, 2016; PyTorch, torch.nn.functional.gumbel_softmax.
    """
    if eps != 1e-10:
        warn("`eps` parameter is deprecated and has no effect.")
    noise = -logits.new_empty(logits.shape).exponential_().log()
    soft = softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    likeliest = soft.max(dim, keepdim=True)[1]
    return soft.new_zeros(soft.shape).scatter_(dim, likeliest, 1.0) - soft.detach() + soft
