"""Train the networks of lesson 27, and print their accuracies and times: `python -m benchmarks.cnn [SEEDS]`.

With five seeds, on two quiet cores and NumPy alone (MINITORCH_NUMBA=0): the CNN reads at least 98.7 % of the digits, the mean of
the seeds, in at most 15 s; on MNIST-1D the MLP at least 60 % and the CNN at least 90 %, each in at most 30 s; and with the places
shuffled, the CNN less than 65 %.
"""

import sys
import time

import minitorch as mt
from minitorch.models import CNN, accuracy, train_classifier
from minitorch.nn import Flatten, Linear, ReLU, Sequential


def digits():
    """(x, y, test x, test y): images [N, 1, 8, 8]."""
    x, y, test_x, test_y = mt.datasets.digits()
    return x.reshape(-1, 1, 8, 8), y, test_x.reshape(-1, 1, 8, 8), test_y


def signals(shuffled=False):
    """(x, y, test x, test y): MNIST-1D [N, 1, 40]."""
    train, test = [mt.datasets.MNIST1D(part, shuffled=shuffled) for part in (True, False)]
    return train.data.unsqueeze(1), train.targets, test.data.unsqueeze(1), test.targets


def digits_cnn():
    return CNN([32, 64, "pool", 64], 10)


def signals_cnn():
    return CNN([32, "pool", 32, "pool", 32], 10, dims=1)


def signals_mlp():
    return Sequential(Flatten(), Linear(40, 100), ReLU(), Linear(100, 100), ReLU(), Linear(100, 10))


# name: the data, the model, epochs, the largest learning rate
RUNS = {
    "digits, CNN": (digits, digits_cnn, 15, 5e-3),
    "MNIST-1D, MLP": (signals, signals_mlp, 15, 5e-3),
    "MNIST-1D, CNN": (signals, signals_cnn, 6, 1e-2),
    "MNIST-1D with places shuffled, CNN": (lambda: signals(shuffled=True), signals_cnn, 6, 1e-2),
}


def run(name, seed, epochs=None):
    """(accuracy, the model, its parameters before) of one training."""
    data, make, most, peak = RUNS[name]
    x, y, test_x, test_y = data()
    mt.manual_seed(seed)
    model = make()
    start = {name: p.detach().clone() for name, p in model.named_parameters()}
    train_classifier(model, x, y, epochs or most, peak)
    return accuracy(model, test_x, test_y), model, start


def main(seeds=5):
    for name in RUNS:
        begin = time.perf_counter()
        found = [run(name, seed)[0] for seed in range(seeds)]
        seconds = (time.perf_counter() - begin) / seeds
        each = " ".join([f"{one:.1%}" for one in found])
        print(f"{name}: {sum(found) / seeds:.2%} ({each}), {seconds:.1f} s each", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
