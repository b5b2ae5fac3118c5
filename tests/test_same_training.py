"""The same seed, the same training: fifty losses of four kinds of network, beside PyTorch's."""

import numpy as np
import pytest

import minitorch as mt


def batches(lib, size, classes):
    """A data set of 96 random examples, and a loader that shuffles it."""
    x, y = lib.randn(96, *size), lib.randint(0, classes, (96,))
    data = lib.utils.data.TensorDataset(x, y)
    return lib.utils.data.DataLoader(data, batch_size=16, shuffle=True, drop_last=True)


def mlp(lib):
    nn = lib.nn
    net = nn.Sequential(nn.Linear(20, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 5))
    optimizer = lib.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
    return net, optimizer, lib.optim.lr_scheduler.StepLR(optimizer, 20, 0.5), batches(lib, (20,), 5)


def cnn(lib):
    nn = lib.nn
    net = nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1), nn.GroupNorm(2, 8), nn.SiLU(), nn.MaxPool2d(2), nn.Conv2d(8, 12, 3, groups=2), nn.ReLU(),
        nn.AdaptiveAvgPool2d(2), nn.Dropout2d(0.1), nn.Flatten(), nn.Linear(48, 5),
    )  # fmt: skip
    optimizer = lib.optim.Adam(net.parameters(), lr=3e-3)
    return net, optimizer, lib.optim.lr_scheduler.CosineAnnealingLR(optimizer, 50), batches(lib, (1, 12, 12), 5)


def lstm(lib):
    class Reader(lib.nn.Module):
        def __init__(self):
            super().__init__()
            self.rnn = lib.nn.LSTM(6, 16, num_layers=2, batch_first=True, dropout=0.1, bidirectional=True)
            self.last = lib.nn.Linear(32, 5)

        def forward(self, x):
            return self.last(self.rnn(x)[0][:, -1])

    net = Reader()
    optimizer = lib.optim.RMSprop(net.parameters(), lr=1e-3)
    return net, optimizer, lib.optim.lr_scheduler.ExponentialLR(optimizer, 0.98), batches(lib, (7, 6), 5)


def transformer(lib):
    class Reader(lib.nn.Module):
        def __init__(self):
            super().__init__()
            layer = lib.nn.TransformerEncoderLayer(16, 4, 32, dropout=0.1, activation="gelu", batch_first=True)
            self.first, self.body = lib.nn.Linear(6, 16), lib.nn.TransformerEncoder(layer, 2)
            self.last = lib.nn.Linear(16, 5)

        def forward(self, x):
            return self.last(self.body(self.first(x)).mean(1))

    net = Reader()
    optimizer = lib.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.05)
    steps = {"max_lr": 3e-3, "total_steps": 54}
    return net, optimizer, lib.optim.lr_scheduler.OneCycleLR(optimizer, **steps), batches(lib, (7, 6), 5)


def losses(lib, make):
    """Fifty losses and four, with the gradients clipped and the learning rate changed after each."""
    lib.manual_seed(3)
    net, optimizer, schedule, loader = make(lib)
    found = []
    while len(found) < 50:  # whole rounds through the data
        for x, y in loader:
            optimizer.zero_grad()
            loss = lib.nn.functional.cross_entropy(net(x), y, label_smoothing=0.05)
            loss.backward()
            lib.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            found.append(loss.item())
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("make", [mlp, cnn, lstm, transformer], ids=lambda make: make.__name__)
def test_fifty_losses_are_pytorchs(torch, make):
    got, expected = losses(mt, make), losses(torch, make)
    np.testing.assert_allclose(got, expected, rtol=0, atol=1e-4)
    assert len(set(got)) == 54
