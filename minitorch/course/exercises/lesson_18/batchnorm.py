"""BatchNorm: Batch normalization (difficulty 4, 15 minutes)

A parameter is changed by an optimizer, and a buffer by the layer. The mode decides which statistics are used, and whether the running statistics move.

1. __init__ registers two parameters and three buffers. In forward, first choose the mean and the variance: self.training decides.
2. Divide by the square root of the batch's biased variance plus eps. The running variance uses the unbiased one. Gradients flow through the mean and the variance of the batch, but not into the running statistics.
3. Under `mt.no_grad()`: `self.running_mean.copy_(m * mean + (1 - m) * self.running_mean)`, where m is self.momentum. `var * N / (N - 1)` is the unbiased variance.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    forbids=dict.fromkeys(("batch_norm", "BatchNorm1d"), "It does the whole exercise. Write it with means."),
    setup="""
        batch = mt.tensor([[1.0, 0.0], [3.0, 8.0], [5.0, 4.0]])

        def kept(layer):
            return layer.running_mean.tolist(), layer.running_var.tolist(), layer.num_batches_tracked.item()
    """,
    solution="""
        class BatchNorm(mt.nn.Module):
            def __init__(self, num_features, eps=1e-5, momentum=0.1):
                super().__init__()
                self.eps, self.momentum = eps, momentum
                self.weight = mt.nn.Parameter(mt.ones(num_features))
                self.bias = mt.nn.Parameter(mt.zeros(num_features))
                self.register_buffer("running_mean", mt.zeros(num_features))
                self.register_buffer("running_var", mt.ones(num_features))
                self.register_buffer("num_batches_tracked", mt.tensor(0))

            def forward(self, input):
                mean, var = self.running_mean, self.running_var
                if self.training:
                    if len(input) == 1:
                        raise ValueError("one row has no variance")
                    mean = input.mean(0)
                    var = ((input - mean) ** 2).mean(0)
                    with mt.no_grad():
                        unbiased = var * len(input) / (len(input) - 1)
                        self.running_mean.copy_(self.momentum * mean + (1 - self.momentum) * self.running_mean)
                        self.running_var.copy_(self.momentum * unbiased + (1 - self.momentum) * self.running_var)
                        self.num_batches_tracked += 1
                return (input - mean) / (var + self.eps).sqrt() * self.weight + self.bias
    """,
    facts="""
        if "ValueError": Only a single row in training mode is an error. Two rows are fine, and so is one row in evaluation mode. Read self.training in each call.
        >>> layer = BatchNorm(2)
        >>> sorted(layer.state_dict()), sorted(name for name, _ in layer.named_parameters())
        (['bias', 'num_batches_tracked', 'running_mean', 'running_var', 'weight'], ['bias', 'weight'])
        if (['bias', 'weight'], ['bias', 'weight']): state_dict() would lose the running statistics: register them as buffers.
        else: weight and bias are Parameters, because an optimizer changes them. running_mean, running_var and num_batches_tracked are tensors, registered as persistent buffers.
        >>> layer.weight.tolist(), layer.bias.tolist(), kept(layer), layer.num_batches_tracked
        ([1.0, 1.0], [0.0, 0.0], ([0.0, 0.0], [1.0, 1.0], 0), T(0))
        else: weight and running_var start as ones, bias and running_mean as zeros, each [num_features]. The count is a 0-d tensor, 0 as int64.
        >>> layer(batch).tolist(), batch.tolist()[0]
        ([[-1.225, -1.225], [0.0, 1.225], [1.225, 0.0]], [1.0, 0.0])  # within 0.001
        if ([[-1.224743, -1.224744], [0.0, 1.224744], [1.224743, 0.0]], [-2.0, -4.0]): Your forward changes the caller's batch. Write `input - mean`, and not `-=`.
        if ([[-1.0, -1.0], [0.0, 1.0], [1.0, 0.0]], [1.0, 0.0]): The batch is normalized with its biased variance: divide by N, not by N - 1.
        if ([[-0.75, -0.375], [0.0, 0.375], [0.75, 0.0]], [1.0, 0.0]): Divide by the square root of the variance.
        if ([[0.613938, -0.252982], [2.368048, 4.806653], [4.122157, 2.276835]], [1.0, 0.0]): In training mode, normalize with the statistics of the batch, not with the running ones.
        else: Each column has its own mean, taken over the rows of the batch, and its own variance around that mean.
        >>> layer, other = BatchNorm(2, eps=3.0, momentum=0.25), BatchNorm(2)
        >>> _ = other(batch[:2]), layer(batch)
        >>> kept(layer)
        ([0.75, 1.0], [1.75, 4.75], 1)  # within 0.001
        if ([0.0, 0.0], [1.0, 1.0], 1): The running statistics do not move: `running_mean = ...` only gives a name to a tensor.
        if ([0.75, 1.0], [1.75, 4.75], 0): In training mode each batch is counted, in num_batches_tracked.
        if ([0.75, 1.0], [1.41667, 3.41667], 1): The running variance moves towards the unbiased variance, divided by N - 1.
        if ([0.75, 1.0], [2.08333, 6.08333], 1): N is the number of rows, len(input), and not the number of columns.
        if ([2.25, 3.0], [3.25, 12.25], 1): `momentum` is the share of the batch, and 1 - momentum is the share of the old value.
        if ([0.3, 0.4], [1.3, 2.5], 1): The layer should use its own momentum, here 0.25.
        if ([0.75, 1.0], [1.75, 4.75], 3): num_batches_tracked counts the batches, not their rows.
        if ([0.75, 1.0], [1.75, 4.75], 2): The batch is counted twice.
        else: The new running value is self.momentum * (value of the batch) + (1 - self.momentum) * (old value). For N rows, the unbiased variance is var * N / (N - 1), without eps.
        >>> layer, _ = layer.requires_grad_(False), layer(batch)
        >>> with mt.no_grad():
        ...     _ = layer(batch)
        >>> kept(layer)
        ([1.73438, 2.3125], [2.73438, 9.67188], 3)  # within 0.001
        if ([0.75, 1.0], [1.75, 4.75], 1): In training mode every batch moves the running statistics, also in a frozen layer.
        if ([1.3125, 1.75], [2.3125, 7.5625], 2): In training mode every batch moves the running statistics, also under no_grad().
        else: Each of the three batches moves the running statistics by the same rule, from their current values, and adds 1 to the count.
        >>> layer, values = BatchNorm(2, eps=3.0), mt.tensor([[1.0, 2.0], [1.0, 6.0], [2.0, 3.0], [5.0, 7.0]])
        >>> _ = layer.load_state_dict({**layer.state_dict(), **dict(zip(("running_mean", "running_var", "weight", "bias"), values))})
        >>> layer.eval()(mt.tensor([[3.0, 8.0]])).tolist(), layer(batch).tolist()[0], kept(layer)
        ([[7.0, 13.0]], [5.0, 5.0], ([1.0, 2.0], [1.0, 6.0], 0))  # within 0.001
        if ([[7.0, 13.0]], [5.0, 5.0], ([1.0, 2.0], [1.0, 6.0], 2)): A batch is counted in evaluation. Count only in training mode.
        if ([[9.0, 14.348469]], [5.0, 4.55051], ([1.0, 2.0], [1.0, 6.0], 0)): The layer should use its own eps, here 3.
        if ([[6.0, 10.303061]], [5.0, 5.898979], ([1.0, 2.0], [1.0, 6.0], 0)): eps is added to the variance, before the square root.
        if ([[5.0, 7.0]], [3.319664, 3.753989], ([1.0, 2.0], [1.0, 6.0], 0)): In evaluation mode, use the running statistics. Here the statistics of the batch were used.
        else: In evaluation mode, the layer uses its running statistics and changes nothing. In both modes, multiply by the weight and add the bias.
        >>> layer, x = BatchNorm(2), batch.clone().requires_grad_()
        >>> y = layer(x)
        >>> layer.running_mean.requires_grad, layer.running_var.requires_grad, y.requires_grad, layer.eval()(x).requires_grad, layer.running_mean.tolist()
        (False, False, True, True, [0.3, 0.4])
        if (False, False, True, False, [0.3, 0.4]): Gradients flow in evaluation mode, too. Only the update of the running statistics belongs under no_grad().
        else: The running statistics must not require a gradient: update them under no_grad(). But the result must require one. The default momentum is 0.1.
        >>> (y**3 * mt.tensor([[1.0], [2.0], [3.0]])).sum().backward()
        >>> x.grad.tolist(), all([p.grad is not None for p in layer.parameters()])
        ([[1.837, 0.689], [-3.674, 0.689], [1.837, -1.378]], True)  # within 0.002
        else: Gradients flow to weight and bias, and through the mean and the variance of the batch. Compute all of these while autograd records.
        >>> layer = BatchNorm(2)
        >>> layer(batch[:1]).shape
        raises ValueError
        if (1, 2): A single row in training mode must raise a ValueError: its unbiased variance would be 0 / 0.
        >>> kept(layer)
        ([0.0, 0.0], [1.0, 1.0], 0)
        else: A single row changed the running statistics or the count before the ValueError. Raise the error first.
    """,
)
