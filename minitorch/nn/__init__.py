"""nn: what networks are made of."""

from .._tower import end_of_tower

try:
    from . import functional
except ModuleNotFoundError as missing:
    end_of_tower(missing)
