"""batch_norm: Batch normalization (difficulty 4, 18 minutes)

What is learned from gradients is a parameter, and what is measured is a buffer. The mode decides twice: which statistics are
used, and whether the running statistics move.

1. Five registrations, each of a tensor or of None. In forward, count the batch first. Then choose three things: the momentum,
   the two statistics, and whether the batch's own are used.
2. of_the_batch is true in training, and if there are no running statistics. In training with track_running_stats=False, mean
   and var are None, so that nothing moves.
3. In training and with track_running_stats: `self.num_batches_tracked.add_(1)`, and if momentum is None, `momentum = 1.0 /
   float(self.num_batches_tracked)`. remember: `with mt.no_grad(): running.copy_(momentum * now + (1 - momentum) * running)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.batchnorm:_BatchNorm.forward",
    covers="_NormBase minitorch.nn.functional.normalization:remember",
    keeps=("reset_running_stats", "reset_parameters", "_check_input_dim", "extra_repr", "_load_from_state_dict"),
    changes=True,
    setup="""
        from minitorch.nn.functional import normalization

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
    stub='''
        def remember(running, now, momentum):
            """Set `running` to momentum * now + (1 - momentum) * running, in the memory that it has. Nothing is recorded."""
            ...


        class _NormBase(Module):
            def __init__(
                self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *,
                bias=True,
            ):  # fmt: skip
                """Register what the first table says, with this device and dtype. At the end, reset_parameters()."""
                super().__init__()
                self.num_features, self.eps, self.momentum = num_features, eps, momentum
                self.affine, self.track_running_stats = affine, track_running_stats
                ...


        def forward(self, input):
            """Normalize `input` as the second table says. In training with track_running_stats, count the batch first.
            With momentum=None, the momentum is 1 / (number of batches, this one included): all batches count the same."""
            self._check_input_dim(input)
            ...
            return F.batch_norm(input, mean, var, self.weight, self.bias, of_the_batch, momentum, self.eps)
    ''',
    solution="""
        def remember(running, now, momentum):
            with mt.no_grad():
                running.copy_(momentum * now + (1 - momentum) * running)


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


        def forward(self, input):
            self._check_input_dim(input)
            momentum = 0.0 if self.momentum is None else self.momentum
            if self.training and self.track_running_stats and self.num_batches_tracked is not None:
                self.num_batches_tracked.add_(1)
                if self.momentum is None:
                    momentum = 1.0 / float(self.num_batches_tracked)
            of_the_batch = self.training or (self.running_mean is None and self.running_var is None)
            used = not self.training or self.track_running_stats
            mean, var = (self.running_mean, self.running_var) if used else (None, None)
            return F.batch_norm(input, mean, var, self.weight, self.bias, of_the_batch, momentum, self.eps)
    """,
    facts="""
        if "as buffer": A buffer is a tensor or None: count(device) makes the counter.
        if 'RuntimeError: a leaf Variable that requires grad is being': What is measured is not learned: register running_mean and
            running_var with register_buffer, not as parameters.
        if "has no attribute 'running_mean'": Something is never registered. Register all three buffers under their names, as
            None if they are not used.
        >>> m = mt.tensor([0.0, 10.0])
        >>> _ = normalization.remember(m, mt.tensor([4.0, 20.0]), 0.5)
        >>> m
        T([2.0, 15.0])
        if T([2.0, 20.0]): The old value is not reduced, so the statistic grows without end. Multiply it by 1 - momentum.
        if T([1.0, 10.0]): The new part is reduced as well, because it is added first.
        if T([0.0, 10.0]): `running = ...` gives the name to a new tensor, and the layer's tensor stays as it was. Change it in
            place: running.copy_(...).
        if T([4.0, 20.0]): Only the newest batch is remembered. Its part is momentum.
        >>> m = mt.tensor([1.0])
        >>> _ = normalization.remember(m, mt.tensor([3.0]), 0.1)
        >>> m
        T([1.2])
        if T([2.8]): The two parts are exchanged: momentum is the part of the new value.
        >>> m, x = mt.zeros(2), mt.ones(2, requires_grad=True)
        >>> _ = normalization.remember(m, x * 4, 0.5)
        >>> (m.requires_grad, m.grad_fn is None, m.tolist())
        (False, True, [2.0, 2.0])
        if (True, False, [2.0, 2.0]): The running statistic gets a graph, which keeps the graphs of all batches in memory. Work
            under no_grad().
        >>> m = mt.zeros(2)
        >>> held = m.detach()
        >>> _ = normalization.remember(m, mt.ones(2), 0.5)
        >>> held.tolist()
        [0.5, 0.5]
        if [0.0, 0.0]: `running.data = ...` gives the tensor other memory, so a tensor that shares its memory no longer follows
            it. Write into the memory that it has, with copy_.
        >>> layer = BatchNorm1d(2, affine=False)
        >>> (layer.weight is None, layer.bias is None, list(layer._parameters), len(list(layer.buffers())))
        (True, True, ['weight', 'bias'], 3)
        if (True, False, ['weight', 'bias'], 3): With affine=False there is no bias either, even if bias=True.
        if (True, True, ['bias'], 3): weight is learned, so it is a parameter, not a buffer: register_parameter.
        if (True, True, ['weight'], 3): bias is learned, so it is a parameter, not a buffer: register_parameter.
        if (True, True, ['weight', 'bias', 'running_mean'], 2): running_mean is measured, not learned: register_buffer.
        if (True, True, ['weight', 'bias', 'running_var'], 2): running_var is measured, not learned: register_buffer.
        if (True, True, ['weight', 'bias', 'running_mean', 'running_var'], 1): running_mean and running_var are measured, not
            learned: register_buffer.
        if (True, True, ['weight', 'bias'], 2): One of the buffers is a plain attribute, so it is neither saved nor moved. Use
            register_buffer for all three.
        if (True, True, [], 3): What is not used is registered as None: register_parameter("weight", None). Then the name is
            reserved for a parameter.
        >>> layer = BatchNorm1d(2, track_running_stats=False)
        >>> (list(layer.state_dict()), list(layer._buffers), layer.running_mean)
        (['weight', 'bias'], ['running_mean', 'running_var', 'num_batches_tracked'], None)
        if (['weight', 'bias'], [], None): What is not used is registered as None: register_buffer("running_mean", None).
        >>> layer = BatchNorm1d(3001)
        >>> (layer.weight == 1).all().item() and (layer.bias == 0).all().item()
        True
        if False: The weight starts as ones and the bias as zeros: call self.reset_parameters() at the end of __init__.
        >>> list(BatchNorm1d(2).state_dict())
        ['weight', 'bias', 'running_mean', 'running_var', 'num_batches_tracked']
        if ['weight', 'bias']: The statistics are plain attributes, so they are neither saved nor moved. Register buffers.
        >>> layer = BatchNorm1d(2, bias=False, dtype=mt.float64)
        >>> (list(layer._parameters), layer.weight.dtype)
        (['weight', 'bias'], mt.float64)
        if (['weight', 'bias'], mt.float32): The dtype is lost: pass device and dtype to empty, zeros and ones.
        if (['weight'], mt.float64): With bias=False the name is still reserved: register_parameter("bias", None).
        >>> layer = BatchNorm1d(2, bias=False, dtype=mt.float64)
        >>> (layer.bias is None, layer.running_mean.dtype, layer.running_var.dtype, layer.num_batches_tracked.dtype)
        (True, mt.float64, mt.float64, mt.int64)
        if (True, mt.float32, mt.float64, mt.int64): The buffers have the layer's dtype too: pass it to zeros and ones.
        if (True, mt.float64, mt.float32, mt.int64): The buffers have the layer's dtype too: pass it to zeros and ones.
        if (True, mt.float32, mt.float32, mt.int64): The buffers have the layer's dtype too: pass it to zeros and ones.
        >>> seen(BatchNorm1d(2, momentum=0.5), batch())
        [1.5, 2.0, 2.5, 8.5]  # within 0.001
        if [0.0, 0.0, 1.0, 1.0]: Nothing is remembered. In training, F.batch_norm moves the running mean and variance that it is
            given, and not None.
        >>> seen(BatchNorm1d(2, momentum=None), batch(), batch() * 3)
        [6.0, 8.0, 20.0, 80.0]  # within 0.001
        if "TypeError": F.batch_norm takes a number. With momentum=None, that is 1 / (number of batches).
        if "ZeroDivisionError": The batch is not counted, or too late: self.num_batches_tracked.add_(1) comes before you divide
            by the number of batches.
        else: With momentum=None all batches count the same: the first moves the statistics by 1, the second by 1/2.
        >>> layer = BatchNorm1d(2)
        >>> _ = layer(batch()), layer(batch())
        >>> layer.num_batches_tracked.item()
        2
        if 0: The batch is not counted: self.num_batches_tracked.add_(1).
        >>> layer = BatchNorm1d(2).eval()
        >>> (rounded(layer(batch())), kept(layer))
        ([[1.0, 0.0], [3.0, 8.0], [5.0, 4.0]], [[0.0, 0.0], [1.0, 1.0], 0])  # within 0.001
        if ([[1.0, 0.0], [3.0, 8.0], [5.0, 4.0]], [[0.0, 0.0], [1.0, 1.0], 1]): A batch is counted in evaluation. Count only in
            training.
        else: In evaluation the layer uses its running statistics (here still zeros and ones) and changes nothing.
        >>> layer = BatchNorm1d(2, track_running_stats=False).eval()
        >>> rounded(layer(batch()))
        [[-1.225, -1.225], [0.0, 1.225], [1.225, 0.0]]  # within 0.002
        else: A layer without running statistics uses the batch's own in evaluation too: of_the_batch is true then.
        >>> layer = BatchNorm1d(2, track_running_stats=False)
        >>> rounded(layer(batch()))
        [[-1.225, -1.225], [0.0, 1.225], [1.225, 0.0]]  # within 0.002
        if "": In training the batch's own statistics are used, also with track_running_stats=False.
        else: In training the batch's own statistics are used, also with track_running_stats=False.
        >>> layer = BatchNorm1d(2)
        >>> layer.track_running_stats = False
        >>> _ = layer(batch())
        >>> kept(layer)
        [[0.0, 0.0], [1.0, 1.0], 0]
        if [[0.30000001192092896, 0.4000000059604645], [1.2999999523162842, 2.5], 0]: With track_running_stats=False nothing moves
            in training, even if there are buffers: mean and var are None then.
        else: With track_running_stats=False, training neither moves the statistics nor counts.
        >>> BatchNorm1d(2)(mt.ones(2))
        raises ValueError: expected 2D or 3D
        else: Leave self._check_input_dim(input) where it was.
    """,
)
