"""_utils: what a DataLoader is made of."""

from ...._lazy import end_of_package, missing_name, names_of

# isort: off
try:
    from . import collate
    from . import fetch
except ModuleNotFoundError as missing:
    end_of_package(missing)


def __getattr__(name):
    return missing_name(__name__, name)


def __dir__():
    return names_of(__name__)
