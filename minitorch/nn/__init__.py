"""nn: what networks are made of."""

from .._lazy import end_of_package, lazy_names, names_of

# isort: off
try:
    # 10  functions
    from . import functional
    from ..fast import cross_entropy as _cross_entropy
    from ..fast import gelu as _gelu
    from ..fast import normalization as _normalization
    from ..fast import softmax as _softmax

    # 11  attributes, and on with every lesson a mixin of Module
    from .parameter import Buffer, Parameter
    from . import module
    from .module import Module

    # 18  layers that look at the mode; a copy that ends earlier stops at the first of them
    from .init import calculate_gain as _gain
    from .modules.dropout import Dropout
    from . import modules

    globals().update({name: layer for name, layer in vars(modules).items() if isinstance(layer, type)})

    # 24  what people do with the parameters of a whole network
    from .utils.clip_grad import clip_grad_norm_ as _clip_grad

    # 26  convolution
    from ..fast.convolution import convolution as _convolution

    # 27  pooling
    from ..fast.pooling import find_largest as _pooling

    # 29  recurrent networks
    from ..fast.recurrent import direction as _direction
except ModuleNotFoundError as missing:
    end_of_package(missing)

__all__ = [name for name in names_of(__name__) if not name.startswith("_")]  # what waits, too

__getattr__, __dir__ = lazy_names(__name__)
