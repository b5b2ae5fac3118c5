"""utils: tools that belong to no part alone."""

from .._tower import end_of_tower, missing_name, names_of

# isort: off
try:
    # 13  two tensors in each other's place
    from ..nn.module.swapping import swap_tensors
except ModuleNotFoundError as missing:
    end_of_tower(missing)


def __getattr__(name):
    return missing_name(__name__, name)


def __dir__():
    return names_of(__name__)
