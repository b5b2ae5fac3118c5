"""datasets: digits, which come with the course; MNIST and FashionMNIST, fetched; MNIST1D, computed; text, for language models."""

from .._lazy import end_of_package, lazy_names

# isort: off
try:
    # 10  gradients of gradients, your own function: a classifier of digits
    from .digits import digits
except ModuleNotFoundError as missing:
    end_of_package(missing)

__getattr__, __dir__ = lazy_names(__name__)
