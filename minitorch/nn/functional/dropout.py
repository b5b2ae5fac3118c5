"""dropout: numbers are set to 0 by chance while training (core).

After the same manual_seed, the numbers that go are those that PyTorch would set to 0.
"""

from ...creation.zeros import empty_like


def check_chance(p):
    """Raise for a p that is no probability."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def dropout(input, p=0.5, training=True, inplace=False):
    """Set each number to 0 with probability p and divide the others by 1 - p, so that the mean stays.

    input     any shape; the result has the same
    training  with False, and with p=0, the result is `input` itself
    inplace   with True, `input` is changed and returned

    >>> import minitorch as mt
    >>> _ = mt.manual_seed(0)
    >>> mt.nn.functional.dropout(mt.ones(6), p=0.5)
    tensor([0., 0., 2., 0., 0., 0.])

    With p=1 all numbers are 0, and so is the gradient. Errors: check_chance(p) raises them, for a p outside [0, 1].
    Source: Srivastava et al., 2014; PyTorch, torch.nn.functional.dropout.
    """
    check_chance(p)
    if not training or p == 0 or not input.numel():
        return input
    if p == 1:
        mask = input.new_zeros(())
    else:
        mask = empty_like(input).bernoulli_(1 - p).div_(1 - p)
    return input.mul_(mask) if inplace else input * mask
