"""ao: architecture optimization: quantization is what there is of it."""

from .. import _tower


def __getattr__(name):
    return _tower.missing_name(__name__, name)


def __dir__():
    return _tower.names_of(__name__)
