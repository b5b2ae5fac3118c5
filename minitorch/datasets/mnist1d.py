"""mnist1d: MNIST-1D: short signals in ten classes, made by a program, in the place of images (shelf).

An example begins as its class's template of 12 points. Then, in this order:

    padded      36 to 60 zeros come after it; the whole is stretched to 72 points
    scaled      times 0.8 to 1.2
    translated  moved around by 0 to 47 points; what leaves at the right comes in at the left
    noise       smooth noise where the signal is 0, white noise everywhere
    sheared     a straight line is taken away, of a slope drawn at random
    short       40 points, evenly spaced, between which the 72 are straight lines
"""

from functools import lru_cache

import numpy as np

from .. import random
from ..creation.tensor import from_numpy
from ..utils.data.dataset import Dataset

# The templates and the constants are those of the paper.
TEMPLATES = np.array([
    [5, 6, 6.5, 6.75, 7, 7, 7, 7, 6.75, 6.5, 6, 5],
    [5, 3, 3, 3.4, 3.8, 4.2, 4.6, 5, 5.4, 5.8, 5, 5],
    [5, 6, 6.5, 6.5, 6, 5.25, 4.75, 4, 3.5, 3.5, 4, 5],
    [5, 6, 6.5, 6.5, 6, 5, 5, 6, 6.5, 6.5, 6, 5],
    [5, 4.4, 3.8, 3.2, 2.6, 2.6, 5, 5, 5, 5, 5, 5],
    [5, 3, 3, 3, 3, 5, 6, 6.5, 6.5, 6, 4.5, 5],
    [5, 4, 3.5, 3.25, 3, 3, 3, 3, 3.25, 3.5, 4, 5],
    [5, 7, 7, 6.6, 6.2, 5.8, 5.4, 5, 4.6, 4.2, 5, 5],
    [5, 4, 3.5, 3.5, 4, 5, 5, 4, 3.5, 3.5, 4, 5],
    [5, 4, 3.5, 3.5, 4, 5, 5, 5, 5, 4.7, 4.3, 5],
])  # fmt: skip
SIGNALS = (TEMPLATES - TEMPLATES[:, :1]) / TEMPLATES.std(1, keepdims=True) / 6  # each begins and ends at 0
POINTS, LONG, SHORT = 12, 72, 40
TRAIN, TEST = 4000, 1000
SMOOTH = np.exp(-0.5 * (np.arange(-8, 9) / 2) ** 2)  # a Gaussian, two points wide


@lru_cache(4)
def generated(seed):
    """All examples of a seed: float32 [5000, 40], their classes [5000], and an order of the 40 places."""
    generator, n = random.Generator().manual_seed(seed), TRAIN + TEST

    def uniform(low, high):
        return random.uniform((n, 1), np.dtype(np.float64), low, high, generator)

    def normal(length, std):
        return random.normal((n, length), np.dtype(np.float64), 0.0, std, generator)

    shuffle = [random.randperm(count, np.dtype(np.int64), generator) for count in (TRAIN, TEST)]
    classes = np.concatenate(shuffle) % 10  # as many of each class in each part
    padding, scale = np.floor(uniform(36, 61)), uniform(0.8, 1.2)
    moved, slope = np.floor(uniform(0, 48)), uniform(-0.375, 0.375)

    places = (np.arange(LONG) - moved) % LONG * (POINTS - 1 + padding) / (LONG - 1)  # in the template, [5000, 72]
    signals = [np.interp(row, np.arange(POINTS), SIGNALS[c]) for row, c in zip(places, classes, strict=True)]
    windows = np.lib.stride_tricks.sliding_window_view(normal(LONG + len(SMOOTH) - 1, 0.25), len(SMOOTH), 1)
    smooth = windows @ (SMOOTH / SMOOTH.sum())  # [5000, 72]
    long = np.where(places < POINTS, scale * np.array(signals), smooth) + normal(LONG, 0.02)
    long -= slope * np.linspace(-0.5, 0.5, LONG)

    lines = [np.interp(np.linspace(0, LONG - 1, SHORT), np.arange(LONG), point) for point in np.eye(LONG)]
    short = long @ np.array(lines)  # [5000, 72] @ [72, 40]
    short = (short - short.mean()) / short.std()
    return short.astype(np.float32), classes, random.randperm(SHORT, np.dtype(np.int64), generator)


class MNIST1D(Dataset):
    """Signals of 40 numbers in ten classes: 4,000 to train with, 1,000 to test with, as many of each class.

    train     the signals to train with, or those to test with
    seed      of the generator that makes all of them; the same signals for the same seed
    shuffled  the 40 places in another order, one order for all signals: the neighbors of a place are lost

    data     [N, 40], float32, of mean 0 and variance 1 over both parts
    targets  [N], int64

    dataset[i] is (signal, target): a tensor [40] and an int.

    >>> import minitorch as mt
    >>> train, test = mt.datasets.MNIST1D(), mt.datasets.MNIST1D(train=False)
    >>> train.data.shape, test.targets.shape
    (minitorch.Size([4000, 40]), minitorch.Size([1000]))
    >>> signal, target = train[0]
    >>> signal.shape, target in range(10)
    (minitorch.Size([40]), True)

    Source: S. Greydanus and D. Kobak, "Scaling Down Deep Learning with MNIST-1D", 2020, arXiv:2011.14439; the templates
    and constants are theirs, the numbers drawn are not.
    """

    def __init__(self, train=True, seed=42, shuffled=False):
        data, classes, order = generated(seed)
        part = slice(TRAIN) if train else slice(TRAIN, None)
        data = data[part][:, order] if shuffled else data[part].copy()
        self.train, self.data, self.targets = train, from_numpy(data), from_numpy(classes[part].copy())

    def __getitem__(self, index):
        return self.data[index], int(self.targets[index])

    def __len__(self):
        return len(self.data)
