"""cnn: A network from a list (difficulty 3, 9 minutes)

The largest number of a channel does not depend on its place. So this network reads images of any size.

1. Keep the number of channels in a variable. The next convolution needs it, and in the end the linear layer.
2. In forward: `self.features(x).flatten(2)` is [N, C, places], and `.amax(2)` of it is the largest of each channel.
3. `parts += [conv(channels, layer, kernel, padding=kernel // 2), ReLU()]`, then `channels = layer`; at the end `Sequential(*parts)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.cnn:CNN",
    setup="from minitorch.nn import Conv1d, Conv2d, Dropout, Linear, MaxPool1d, MaxPool2d, Module, ReLU, Sequential",
    stub='''
        class CNN(Module):
            """Convolutions and max pooling, then the largest number of each channel, and a linear layer."""

            def __init__(self, layers, classes, channels=1, dims=2, kernel=3, dropout=0.3):
                super().__init__()
                ...

            def forward(self, x):
                """[N, channels, *S] -> scores [N, classes]"""
                ...
    ''',
    given="""
        names = lambda layers, **options: [repr(part).partition(", stride")[0] for part in CNN(layers, 10, **options).features]

        def filled(**options):
            model = CNN([2, "pool", 3], 2, **options).eval()
            for place, p in enumerate(model.parameters()):
                p.data = (mt.arange(p.numel()) * (5 + 2 * place) % 11 - 4).reshape(p.shape) * 0.1
            return model
    """,
    facts="""
        >>> model = CNN([6, 4, "pool"], 3, dropout=0.4)
        >>> [name for name, _ in model.named_children()], repr(model.linear), model.dropout.p
        (['features', 'dropout', 'linear'], 'Linear(in_features=4, out_features=3, bias=True)', 0.4)
        if (['features', 'dropout', 'linear'], 'Linear(in_features=4, out_features=3, bias=True)', 0.3): Dropout gets the argument `dropout`.
        if (['dropout', 'linear'], 'Linear(in_features=4, out_features=3, bias=True)', 0.4): A plain list registers nothing. Use Sequential.
        else: Register features, dropout and linear in this order. The linear layer has an input for each channel of the last convolution.
        >>> layers = [8, "pool", 16, "pool"]
        >>> names(layers), layers
        (['Conv2d(1, 8, kernel_size=(3, 3)', 'ReLU()', 'MaxPool2d(kernel_size=2', 'Conv2d(8, 16, kernel_size=(3, 3)', 'ReLU()', 'MaxPool2d(kernel_size=2'], [8, 'pool', 16, 'pool'])
        else: Each int is a convolution and a ReLU, and each "pool" is a max pooling by 2. A convolution takes as many channels
            as the convolution before it returns. The list stays as it is.
        >>> names([4, "pool"], channels=3, dims=1, kernel=5), CNN([4, "pool"], 2, 3, 1, 5).features(mt.ones(1, 3, 8)).shape
        (['Conv1d(3, 4, kernel_size=(5,)', 'ReLU()', 'MaxPool1d(kernel_size=2'], (1, 4, 4))
        if (['Conv1d(3, 4, kernel_size=(5,)', 'ReLU()', 'MaxPool1d(kernel_size=2'], (1, 4, 3)): padding=1 keeps the size only for a kernel of 3: kernel // 2.
        else: With dims=1, use Conv1d and MaxPool1d. The first convolution takes `channels` channels. `kernel` is the kernel size, and the padding keeps the length.
        >>> filled()((mt.arange(72) * 7 % 13 - 6.0).reshape(2, 1, 6, 6)), filled(dims=1)((mt.arange(18) * 7 % 13 - 6.0).reshape(2, 1, 9))
        (T([[-6.816, 14.164], [-5.724, 13.072]]), T([[-0.4, 0.246], [-0.4, 0.66]]))
        if "Dimension out of range": With dims=1, there is only one dimension of places. `flatten(2)` turns one or several of them into one.
        if "has no attribute '_array'": `x.max(2)` returns the numbers and their places. `x.amax(2)` returns only the numbers.
        else: forward computes the features, then the largest number of each channel over all its places, then dropout, then the linear layer. Return the scores.
        >>> model, shapes = CNN([4], 3, dropout=1.0), []
        >>> model.dropout.register_forward_hook(lambda module, args, out: shapes.append(tuple(out.shape)))
        >>> mt.allclose(out := model(mt.ones(2, 1, 5, 5)), model.linear.bias), shapes, len(mt.autograd.grad(out.sum(), model.features[0].bias)[0])
        (True, [(2, 4)], 4)
        else: Call self.dropout on the largest numbers, [N, channels], before the linear layer. In training mode, it sets some of them to 0. Gradients must flow back to the features.
    """,
)
