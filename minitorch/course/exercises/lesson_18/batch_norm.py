"""batch_norm: Batch normalization (difficulty 4, 11 minutes)

The mode decides twice: which statistics are used, and whether the running statistics move.

1. In forward, choose three things: the momentum, the two statistics that are passed, and whether the batch's own are used.
2. of_the_batch is True in training, and if there are no running statistics. In training with track_running_stats=False, mean
   and var are None, so that nothing moves. Only a batch that is counted needs a momentum; in the other cases any number will do.
3. `momentum = self._count_batch()` in training with track_running_stats. The last line of the cell is right as it is.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.batchnorm:_BatchNorm.forward",
    covers="_NormBase.reset_running_stats",
    changes=True,
    setup="""
        BatchNorm1d = mt.nn.BatchNorm1d

        def batch():
            return mt.tensor([[1.0, 0.0], [3.0, 8.0], [5.0, 4.0]])

        def kept(layer):
            return [layer.running_mean.tolist(), layer.running_var.tolist(), layer.num_batches_tracked.item()]

        def rounded(x):
            return [[round(n, 3) for n in row] for row in x.tolist()]

        @mt.no_grad()
        def seen(layer, *batches):
            for one in batches:
                layer(one)
            return [round(n, 4) for n in layer.running_mean.tolist() + layer.running_var.tolist()]
    """,
    stub='''
        def reset_running_stats(self):
            """Reset the running mean, the running variance and the count to their initial values, in place."""
            ...


        def forward(self, input):
            """Normalize `input`, with the statistics that the table names for this mode."""
            self._check_input_dim(input)
            ...
            return F.batch_norm(input, mean, var, self.weight, self.bias, of_the_batch, momentum, self.eps)
    ''',
    facts="""
        >>> layer = BatchNorm1d(2)
        >>> running = [layer.running_mean, layer.running_var, layer.num_batches_tracked]
        >>> _ = [x.add_(3) for x in running], layer.reset_running_stats()
        >>> BatchNorm1d(2, track_running_stats=False).reset_running_stats(), [x.tolist() for x in running], kept(layer)
        (None, [[0.0, 0.0], [1.0, 1.0], 0], [[0.0, 0.0], [1.0, 1.0], 0])
        if "'NoneType'": Without track_running_stats there are no statistics, and so nothing to forget.
        else: Look at `reset_running_stats`: a mean of zeros, a variance of ones and a count of 0, in the same tensors.
        >>> rounded(BatchNorm1d(2).eval()(batch()))
        [[1.0, 0.0], [3.0, 8.0], [5.0, 4.0]]  # within 0.001
        if [[-1.225, -1.225], [0.0, 1.225], [1.225, 0.0]]: This is evaluation, and the batch's own statistics were used: of_the_batch
            is False there. The running ones are still zeros and ones.
        else: In evaluation the layer uses its running statistics, which are still zeros and ones here.
        >>> layer = BatchNorm1d(2, momentum=0.5)
        >>> _ = layer(batch()), layer(batch()), layer.eval()(batch())
        >>> kept(layer)
        [[2.25, 3.0], [3.25, 12.25], 2]  # within 0.001
        if [[2.25, 3.0], [3.25, 12.25], 3]: A batch is counted in evaluation. Count only in training.
        if [[0.0, 0.0], [1.0, 1.0], 2]: The batches are counted, and nothing moves: self._count_batch() returns the momentum.
        else: In training each batch is counted, and the statistics move: here from 0 to 1.5 and 2.25. In evaluation nothing changes.
        >>> seen(BatchNorm1d(2, momentum=None), batch(), batch() * 3), seen(BatchNorm1d(2, momentum=0.0), batch())
        ([6.0, 8.0, 20.0, 80.0], [0.0, 0.0, 1.0, 1.0])  # within 0.001
        else: The momentum of a batch is what self._count_batch() returns, also for momentum=None and under no_grad().
        >>> x = batch().requires_grad_()
        >>> BatchNorm1d(2)(x).pow(3).sum().backward()
        >>> x.grad is not None
        True
        else: No gradient reaches the layers before this one: normalize `input` itself, without detach().
        >>> layer = BatchNorm1d(2, track_running_stats=False)
        >>> rounded(layer(batch())), rounded(layer.eval()(batch()))[0]
        ([[-1.225, -1.225], [0.0, 1.225], [1.225, 0.0]], [-1.225, -1.225])  # within 0.002
        else: A layer without running statistics uses the batch's own in both modes: of_the_batch is true then.
        >>> layer = BatchNorm1d(2)
        >>> layer.track_running_stats = False
        >>> _, out = layer(batch() + math.inf), layer(batch())
        >>> kept(layer), rounded(out)[1], rounded(layer.eval()(batch()))[1]
        ([[0.0, 0.0], [1.0, 1.0], 0], [0.0, 1.225], [3.0, 8.0])  # within 0.001
        if ([[0.0, 0.0], [1.0, 1.0], 0], [0.0, 1.225], [0.0, 1.225]): In evaluation the running statistics are used if there are any.
        if ([[0.0, 0.0], [1.0, 1.0], 0], [3.0, 8.0], [3.0, 8.0]): Training always uses the batch's statistics, tracked or not.
        if "running_mean": Training always uses the batch's statistics, tracked or not: of_the_batch is True there.
        if ([[nan, nan], [nan, nan], 0], [0.0, 1.225], [nan, nan]): With momentum 0.0 the statistics move, too: 0 * inf is nan. Pass
            None for mean and var.
        else: With track_running_stats=False, training neither counts nor moves the statistics: mean and var are None then.
        >>> BatchNorm1d(2)(mt.ones(2))
        raises ValueError: expected 2D or 3D
    """,
)
