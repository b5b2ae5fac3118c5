"""nn: what networks are made of."""

from .._tower import end_of_tower

# isort: off
try:
    # 10  functions
    from . import functional

    # 11  attributes, and on with every lesson a rung of Module
    from .parameter import Buffer, Parameter
    from . import module
    from .module import Module

    # 18  layers
    from .modules import *
    from . import init, modules, utils
except ModuleNotFoundError as missing:
    end_of_tower(missing)
