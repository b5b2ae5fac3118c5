"""nn: what networks are made of."""

from .._tower import end_of_tower

try:
    from .functional import relu as _relu
except ModuleNotFoundError as missing:
    end_of_tower(missing)
