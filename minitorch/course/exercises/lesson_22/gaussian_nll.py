"""gaussian_nll: A loss with a variance (difficulty 2, 5 minutes)

Where the network expects much noise, a large error costs little. But a large variance has a price of its own.

1. The logarithm of a product is a sum: minus the logarithm of the factor, and minus the exponent.
2. log(sigma) is log_var / 2, and sigma**2 is log_var.exp(). That leaves half of (log_var + the squared error / sigma**2).
3. `(0.5 * (log_var + (target - input) ** 2 / log_var.exp())).mean()`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    forbids={"gaussian_nll_loss": "This function of the package is the whole exercise. Write the formula yourself."},
    solution="""
        def gaussian_nll(input, target, log_var):
            return (0.5 * (log_var + (target - input) ** 2 / log_var.exp())).mean()
    """,
    facts="""
        >>> gaussian_nll(mt.tensor([1.0]), mt.tensor([3.0]), mt.tensor([0.0]))
        T(2.0)
        if T([2.0]): The loss is one number: the mean over all targets.
        if T(2.9189384): Leave out the constant log(sqrt(2 pi)): it does not move the minimum.
        if T(4.0): The factor 1/2 in front of the squared error is missing.
        if T(inf): log_var is the logarithm of the variance. The variance itself is log_var.exp().
        else: The variance is 1 here, and the error 2. So the exponent of the density is -(2**2) / 2.
        >>> gaussian_nll(mt.zeros(1, 2), mt.tensor([[1.0, 2.0]]), mt.tensor([[math.log(4.0), 0.0]]))
        T(1.4090736)
        if T(2.8181472): Return the mean over all targets, not the sum.
        if T(1.3621986): log_var is log(sigma**2), and not log(sigma): divide by log_var.exp().
        if T(0.7159264): A large variance must cost something: log_var / 2 is added, and not subtracted.
        if T(1.0625): A large variance must have a price: the logarithm of the factor 1 / sigma.
        if T(1.7087722): e**log_var is the variance, sigma**2. So sigma is e**(log_var / 2).
        if T(1.7556472): The factor of the density is 1 / sigma, and log(sigma) is half of log_var.
        else: The variances are 4 and 1, so the two losses are (log(4) + 1**2 / 4) / 2 and (log(1) + 2**2 / 1) / 2.
        >>> gaussian_nll(mt.zeros(1), mt.tensor([0.1]), mt.tensor([-4.0]))
        T(-1.7270092)
        else: A variance may be small, and a loss may be negative. Do not clamp them.
        >>> mean, log_var, target = mt.zeros(2, requires_grad=True), mt.zeros(1, requires_grad=True), mt.tensor([1.0, -30.0])
        >>> gaussian_nll(mean, target, log_var).backward()
        >>> mean.grad, log_var.grad
        (T([-0.5, 15.0]), T([-224.75]))
        if (T([-0.5, nan]), T([nan])): The density of a large error is 0 in float32. Take the logarithm first, on paper.
        else: Gradients flow to input and to log_var, from all terms: compute with the tensors themselves, without detach or item.
    """,
)
