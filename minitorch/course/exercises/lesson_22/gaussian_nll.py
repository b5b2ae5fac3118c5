"""gaussian_nll: A loss with a variance (difficulty 2, 4 minutes)

Where the network expects much noise, a large error costs little. But a large variance has a price of its own, log_var.

1. The formula stands above the cell. e**log_var is the variance.
2. `log_var.exp()` is the variance, and `(target - input) ** 2` the squared error. Take the mean at the end.
3. `(0.5 * (log_var + (target - input) ** 2 / log_var.exp())).mean()`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution='''
        def gaussian_nll(input, target, log_var):
            """The mean of -log p(target), without the constant. p is Gaussian, with the mean `input` and the variance e**log_var.

            The three are tensors whose shapes broadcast. Gradients flow to `input` and to `log_var`.

            gaussian_nll(mt.tensor([1.0]), mt.tensor([3.0]), mt.tensor([0.0])) is 2: half of (0 + 2**2 / 1).
            """
            return (0.5 * (log_var + (target - input) ** 2 / log_var.exp())).mean()
    ''',
    facts="""
        >>> gaussian_nll(mt.tensor([1.0]), mt.tensor([3.0]), mt.tensor([0.0]))
        T(2.0)
        if T([2.0]): The loss is one number: the mean over all targets.
        if T(2.9189386): This is the whole logarithm, with log(2 pi) / 2. Leave the constant out.
        if T(4.0): The factor 1/2 is missing.
        if T(-2.0): The sign is wrong: the loss is minus the logarithm of the density.
        if "division by zero": log_var is the logarithm of the variance. The variance itself is log_var.exp().
        if T(inf): log_var is the logarithm of the variance. The variance itself is log_var.exp().
        >>> gaussian_nll(mt.tensor([0.0, 0.0]), mt.tensor([2.0, 2.0]), mt.tensor([2.0, -2.0]).mul(math.log(2)))
        T(4.25)
        if T(8.5): It is the mean over all targets, and not the sum.
        if T(16.0625): log_var is log(sigma**2), and not log(sigma): divide by log_var.exp().
        if T(2.5): log_var is log(sigma**2), and not log(sigma): divide by log_var.exp(), not by its root.
        else: The variances are 4 and 1/4, so the two terms are (log(4) + 1) / 2 and (log(1/4) + 16) / 2.
        >>> mean, log_var = mt.zeros(2, requires_grad=True), mt.zeros(1, requires_grad=True)
        >>> gaussian_nll(mean, mt.tensor([1.0, -3.0]), log_var).backward()
        >>> mean.grad, log_var.grad
        (T([-0.5, 1.5]), T([-2.0]))
        if "does not require grad": Compute with the tensors themselves: no detach, no item, no no_grad.
        if (T([-0.5, 1.5]), T([0.5])): The squared error is divided by the variance, and this term has a gradient, too.
        if (T([-0.5, 1.5]), T([-2.5])): A large variance must have a price: add log_var.
        else: The loss is (0 + 1) / 2 for one target and (0 + 9) / 2 for the other. Both depend on log_var.
    """,
)
