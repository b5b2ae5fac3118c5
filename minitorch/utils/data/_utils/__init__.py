"""_utils: what a DataLoader is made of."""

from ...._lazy import missing_name, names_of


def __getattr__(name):
    return missing_name(__name__, name)


def __dir__():
    return names_of(__name__)
