"""mse: The mean of squares (difficulty 2, 5 minutes)

A mean is a sum whose terms have a share each, so `share` is all that the reductions differ in on the way back. The
gradient of other is this one with the other sign.

1. Each of the four is a line or two. What does a loss do to the mean of six, if it grows by 1? And to their sum?
2. `loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()`. For the mean each has g
   divided by math.prod(shape); else the whole g.
3. mse_forward: `reduced(apart * apart, reduction)`, with apart = input - other. mse_back: `apart * (2 * share(g,
   apart.shape, reduction))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.loss:mse_back",
    covers="reduced share mse_forward=_mse",
    solution="""
        def reduced(loss, reduction):
            return loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()
    """,
    given="""
        from minitorch.nn.functional.loss import mse_loss
    """,
    facts="""
        >>> from minitorch.nn.functional.loss import share
        >>> given = {"none": mt.full((2, 3), 6.0), "mean": mt.tensor(6.0), "sum": mt.tensor(6.0)}
        >>> each = [share(g, (2, 3), one) * mt.ones(2, 3) for one, g in given.items()]
        >>> [one.flatten().tolist()[0] for one in each]
        [6.0, 1.0, 6.0]
        else: Look at `share`: for the mean each of the losses gets g divided by how many there are, math.prod(shape);
            else the whole g.
        >>> mse_loss(mt.tensor([1.0, 2.0, 6.0]), mt.tensor([0.0, 4.0, 3.0]))
        T(4.666667)
        if T(14.0): In `reduced` mean and sum are exchanged.
        else: Look at `mse_forward`: the difference times itself, element by element, and then reduced(..., reduction).
        >>> mse_loss(mt.tensor([1.0, 2.0]), mt.tensor([0.0, 4.0]), reduction="sum")
        T(5.0)
        >>> mse_loss(mt.tensor([1]), mt.tensor([2]))
        raises NotImplementedError: not implemented for 'Long'
        else: In `mse_forward`: PyTorch refuses integers, whose mean would be none. check_no_integers(input) comes
            first.
        >>> x, y = mt.tensor([1.0, 2.0, 6.0], requires_grad=True), mt.tensor([0.0, 4.0, 3.0], requires_grad=True)
        >>> mse_loss(x, y, reduction="none").backward(mt.tensor([1.0, 10.0, 0.0]))
        >>> x.grad
        T([2.0, -40.0, 0.0])
        if T([2.0, 40.0, 0.0]): In `mse_back`: what was squared is input - other, not input.
        else: Look at `mse_back`: twice the difference, times the share of g that each loss has.
        >>> x, y = mt.tensor([1.0, 2.0, 6.0], requires_grad=True), mt.tensor([0.0, 4.0, 3.0], requires_grad=True)
        >>> mse_loss(x, y).backward(mt.tensor(3.0))
        >>> x.grad
        T([2.0, -4.0, 6.0])
    """,
)
