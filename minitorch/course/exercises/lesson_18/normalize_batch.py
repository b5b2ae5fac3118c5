"""normalize_batch: A batch in training (difficulty 3, 9 minutes)

The result depends on the input directly, through the mean and through the variance. Autograd follows all three.

1. The mean and the variance of each column are [C]. They broadcast against [N, C].
2. The batch is divided by the root of its biased variance plus eps. The running variance gets the unbiased one.
3. Under `mt.no_grad()`: `running_mean.copy_(momentum * mean + (1 - momentum) * running_mean)`. `var * N / (N - 1)` is unbiased.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    forbids={"batch_norm": "This is what batch_norm computes in training: write it with means."},
    setup="batch = mt.tensor([[1.0, 0.0], [3.0, 8.0], [5.0, 4.0]])",
    given="m, v, ones, zeros = mt.zeros(2), mt.ones(2), mt.ones(2), mt.zeros(2)",
    solution="""
        def normalize_batch(input, running_mean, running_var, weight, bias, momentum=0.1, eps=1e-5):
            mean = input.mean(0)
            var = ((input - mean) ** 2).mean(0)
            with mt.no_grad():
                unbiased = var * len(input) / (len(input) - 1)
                running_mean.copy_(momentum * mean + (1 - momentum) * running_mean)
                running_var.copy_(momentum * unbiased + (1 - momentum) * running_var)
            return (input - mean) / (var + eps).sqrt() * weight + bias
    """,
    facts="""
        >>> normalize_batch(batch, m, v, ones, zeros).tolist()
        [[-1.225, -1.225], [0.0, 1.225], [1.225, 0.0]]  # within 0.001
        if [[-1.0, -1.0], [0.0, 1.0], [1.0, 0.0]]: The batch is normalized with its biased variance: divide by N, not by N - 1.
        if [[-0.75, -0.375], [0.0, 0.375], [0.75, 0.0]]: Divide by the square root of the variance.
        else: Take the mean and the variance of each column, over the rows of the batch.
        >>> held, _ = m.detach(), normalize_batch(batch, m, v, ones, zeros, momentum=0.25)
        >>> m.tolist(), v.tolist(), held.tolist()
        ([0.75, 1.0], [1.75, 4.75], [0.75, 1.0])  # within 0.001
        if ([0.0, 0.0], [1.0, 1.0], [0.0, 0.0]): `running_mean = ...` gives the name to a new tensor. Use copy_.
        if ([0.75, 1.0], [1.41667, 3.41667], [0.75, 1.0]): The running variance moves towards the unbiased variance, divided by N - 1.
        if ([2.25, 3.0], [3.25, 12.25], [2.25, 3.0]): `momentum` is the share of the batch, 1 - momentum that of the old value.
        if ([0.75, 1.0], [1.75, 4.75], [0.0, 0.0]): `.data = ...` gives the tensor other memory. Use copy_.
        else: Each running statistic becomes momentum times that of the batch plus (1 - momentum) times its old value.
        >>> x = mt.tensor([[1.0], [3.0]])
        >>> normalize_batch(x, mt.zeros(1), mt.ones(1), mt.tensor([3.0]), mt.tensor([5.0]), eps=3.0).tolist()
        [[3.5], [6.5]]  # within 0.001
        if [[4.25], [5.75]]: eps is added to the variance, before the square root.
        else: The normalized numbers, here -0.5 and 0.5, are multiplied by weight. Then bias is added.
        >>> x, w = batch.clone().requires_grad_(), mt.ones(2, requires_grad=True)
        >>> (normalize_batch(x, m, v, w, zeros) ** 3 * mt.tensor([[1.0], [2.0], [3.0]])).sum().backward()
        >>> m.requires_grad or v.requires_grad, x.grad.tolist(), w.grad is not None
        (False, [[1.837, 0.689], [-3.674, 0.689], [1.837, -1.378]], True)  # within 0.002
        else: Gradients flow through the mean and the variance of the batch. The running statistics change under no_grad().
    """,
)
