"""datasets: digits, which come with the course; MNIST and FashionMNIST, fetched; MNIST1D, computed; text, for language models."""

from .._lazy import end_of_package, missing_name, names_of

# isort: off
try:
    # 10  gradients of gradients, your own function: a classifier of digits
    from .digits import digits
except ModuleNotFoundError as missing:
    end_of_package(missing)


def __getattr__(name):
    return missing_name(__name__, name)


def __dir__():
    return names_of(__name__)
