"""cnn: a convolutional network, the loop that trains it, and Grad-CAM, which shows what a score comes from (core)."""

from ..autograd.grad import grad
from ..creation.arange import arange
from ..graph.grad_mode import no_grad
from ..nn.functional.loss import cross_entropy
from ..nn.module.mode import Module
from ..nn.modules.activation import ReLU
from ..nn.modules.container import Sequential
from ..nn.modules.conv import Conv1d, Conv2d
from ..nn.modules.dropout import Dropout
from ..nn.modules.linear import Linear
from ..nn.modules.pooling import MaxPool1d, MaxPool2d
from ..optim.adam import AdamW


class CNN(Module):
    """Convolutions and max pooling, then the largest number of each channel, and a linear layer.

    layers    a list: an int for a convolution with so many output channels, followed by ReLU; "pool" for max pooling by 2
    channels  of the input
    dims      1 for signals [N, channels, length], 2 for images [N, channels, H, W]
    kernel    the size of the kernels, an odd number; the padding keeps the size of the image

    >>> import minitorch as mt
    >>> model = mt.models.CNN([8, "pool", 16], classes=10)
    >>> model(mt.zeros(5, 1, 8, 8)).shape
    minitorch.Size([5, 10])
    """

    def __init__(self, layers, classes, channels=1, dims=2, kernel=3, dropout=0.3):
        super().__init__()
        conv, pool = (Conv1d, MaxPool1d) if dims == 1 else (Conv2d, MaxPool2d)
        parts: list = []
        for layer in layers:
            if layer == "pool":
                parts.append(pool(2))
            else:
                parts += [conv(channels, layer, kernel, padding=kernel // 2), ReLU()]
                channels = layer
        self.features = Sequential(*parts)
        self.dropout, self.linear = Dropout(dropout), Linear(channels, classes)

    def forward(self, x):
        """[N, channels, *S] -> scores [N, classes]"""
        found = self.features(x).flatten(2).amax(2)  # the largest number of each channel: [N, C]
        return self.linear(self.dropout(found))


def train_classifier(model, x, y, epochs, peak=5e-3, batch=64):
    """Train a classifier with AdamW. The learning rate rises to `peak`, then falls to 0. Returns the mean loss of each epoch."""
    optimizer, losses = AdamW(model.parameters()), []
    batches = -(-len(x) // batch)
    model.train()
    for epoch in range(epochs):
        total, order = 0.0, x.new_empty(len(x)).uniform_().argsort()
        for step, index in enumerate(order.split(batch)):
            done = (epoch + step / batches) / epochs
            for group in optimizer.param_groups:
                group["lr"] = peak * min((done + 0.01) / 0.3, (1 - done) / 0.7)
            optimizer.zero_grad()
            loss = cross_entropy(model(x[index]), y[index])
            loss.backward()
            optimizer.step()
            total += loss.item() * len(index)
        losses.append(total / len(x))
    return losses


def accuracy(model, x, y):
    """The fraction of x whose largest score is that of the right class. The model is in eval mode afterwards."""
    model.eval()
    with no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


def grad_cam(model, layer, x, classes):
    """Maps [N, *S], one for each input of x: where in the output of `layer` the score of a class comes from.

    classes  for each input, the class whose score is explained: int64 [N]

    A channel's weight is the mean of the score's gradient over its places. A map is the ReLU of the weighted sum of the
    channels. Source: R. Selvaraju and others, "Grad-CAM", 2017.
    """
    seen = []
    handle = layer.register_forward_hook(lambda module, args, out: seen.append(out))
    try:
        scores = model(x)
    finally:
        handle.remove()
    score = scores[arange(len(x)), classes].sum()  # no input has a part in another's score
    (gradient,) = grad(score, seen[:1])
    weights = gradient.mean(tuple(range(2, gradient.dim())), keepdim=True)  # [N, C, 1, 1] for images
    return (weights * seen[0]).sum(1).relu().detach()
