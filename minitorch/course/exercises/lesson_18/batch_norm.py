"""batch_norm: A layer that remembers (difficulty 3, 9 minutes)

What is learned from gradients is a parameter, what is measured is a buffer; both are saved and moved. The mode
decides twice: which statistics are used, and whether they are remembered.

1. Five registrations, each of a tensor or of None. In forward, four things to decide: average, whether the batch's
   own statistics are used, and the two running statistics or None.
2. of_the_batch is true in training, and if both running statistics are None. mean and var are None in training
   without track_running_stats.
3. In training and with track_running_stats: `self.num_batches_tracked.add_(1)`, if it is not None; and if momentum is
   None, `average = 1.0 / float(self.num_batches_tracked)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.batchnorm:_BatchNorm.forward",
    covers="_NormBase",
    keeps=("reset_running_stats", "reset_parameters", "_check_input_dim", "extra_repr", "_load_from_state_dict"),
    setup="""
        BatchNorm1d = mt.nn.BatchNorm1d

        def batch():
            return mt.tensor([[1.0, 0.0], [3.0, 8.0], [5.0, 4.0]])

        def kept(layer):
            return [layer.running_mean.tolist(), layer.running_var.tolist(), layer.num_batches_tracked.item()]

        def rounded(x):
            return [[round(n, 3) for n in row] for row in x.tolist()]

        def seen(layer, *batches):
            for one in batches:
                layer(one)
            return [round(n, 4) for n in layer.running_mean.tolist() + layer.running_var.tolist()]
    """,
    stub="""
        def forward(self, input):
            self._check_input_dim(input)
            ...
            return F.batch_norm(input, mean, var, self.weight, self.bias, of_the_batch, average, self.eps)
    """,
    solution="""
        class _NormBase(Module):
            def __init__(
                self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *,
                bias=True,
            ):  # fmt: skip
                super().__init__()
                self.num_features, self.eps, self.momentum = num_features, eps, momentum
                self.affine, self.track_running_stats = affine, track_running_stats
                options = {"device": device, "dtype": dtype}
                self.register_parameter("weight", Parameter(empty(num_features, **options)) if affine else None)
                self.register_parameter("bias", Parameter(empty(num_features, **options)) if affine and bias else None)
                tracked = track_running_stats
                self.register_buffer("running_mean", zeros(num_features, **options) if tracked else None)
                self.register_buffer("running_var", ones(num_features, **options) if tracked else None)
                self.register_buffer("num_batches_tracked", count(device) if tracked else None)
                self.reset_parameters()
    """,
    facts="""
        >>> layer = BatchNorm1d(2, affine=False)
        >>> (layer.weight, layer.bias, list(layer._parameters), len(list(layer.buffers())))
        (None, None, ['weight', 'bias'], 3)
        if (None, T([0.0, 0.0]), ['weight', 'bias'], 3): With affine=False there is no bias either, whatever `bias`
            says.
        if 'RuntimeError: a leaf Variable that requires grad is being': The running mean is measured, not learned: an
            optimizer would change it. Register it as a buffer.
        >>> layer = BatchNorm1d(2, track_running_stats=False)
        >>> (list(layer.state_dict()), list(layer._buffers), layer.running_mean)
        (['weight', 'bias'], ['running_mean', 'running_var', 'num_batches_tracked'], None)
        else: What is not wanted is registered as None, under its name: register_parameter(name, None) and
            register_buffer(name, None). affine decides on weight and bias, track_running_stats on the three buffers.
        >>> seen(BatchNorm1d(2, momentum=0.5), batch())
        [1.5, 2.0, 2.5, 8.5]  # within 0.001
        else: What is remembered after these batches is another. F.batch_norm gets running_mean and running_var while
            training, and the part to move by: momentum, or 1 / (number of batches) if that is None.
        >>> seen(BatchNorm1d(2, momentum=None), batch(), batch() * 3)
        [6.0, 8.0, 20.0, 80.0]  # within 0.001
        else: With momentum=None all batches count alike: the first is moved by 1, the second by 1/2. Count the batch
            first, and divide 1 by that number.
        >>> layer = BatchNorm1d(2).eval()
        >>> (rounded(layer(batch())), kept(layer))
        ([[1.0, 0.0], [3.0, 8.0], [5.0, 4.0]], [[0.0, 0.0], [1.0, 1.0], 0])  # within 0.001
        else: In evaluation the layer uses what it remembers (here still zeros and ones) and changes nothing:
            of_the_batch is false then, and no batch is counted.
        >>> layer = BatchNorm1d(2, track_running_stats=False).eval()
        >>> rounded(layer(batch()))
        [[-1.225, -1.225], [0.0, 1.225], [1.225, 0.0]]  # within 0.002
        else: In evaluation, a layer without running statistics has nothing but the batch to take them from:
            of_the_batch is true then as well.
        >>> layer = BatchNorm1d(2)
        >>> layer.track_running_stats = False
        >>> layer(batch())
        >>> kept(layer)
        [[0.0, 0.0], [1.0, 1.0], 0]
        else: The buffers start with zeros, ones and the integer 0. Where track_running_stats is False, training neither
            moves them nor counts.
        >>> BatchNorm1d(2)(mt.ones(2))
        raises ValueError: expected 2D or 3D
        else: The line that checks the dimensions is gone: leave self._check_input_dim(input) where it stood.
    """,
)
