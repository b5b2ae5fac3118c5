"""nn: what networks are made of."""

from .._tower import end_of_tower

# isort: off
try:
    from . import functional, init
    from .parameter import Buffer, Parameter
    from .module import Module
    from . import modules
except ModuleNotFoundError as missing:
    end_of_tower(missing)
