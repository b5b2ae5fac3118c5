"""modules: the layers, a file per family, named as PyTorch names them; `modules.module` is Module's own package.

A layer is parameters and options, and a call into nn.functional.
"""

import sys

from ..._lazy import Rebound as _Rebound
from ..._lazy import end_of_package, lazy_names
from .. import module
from ..module import Module

sys.modules[f"{__name__}.module"] = module  # so that `import minitorch.nn.modules.module` finds it
sys.modules[f"{__name__}.module"].__class__ = _Rebound

# isort: off
try:
    # 18  layers that look at the mode
    from .dropout import Dropout
    from .batchnorm import BatchNorm1d, BatchNorm2d, BatchNorm3d

    # 19  enough to build with
    from .linear import Linear
    from .activation import ReLU, Tanh
    from .container import ModuleDict, ModuleList, Sequential
    from .loss import CrossEntropyLoss, MSELoss
    from .flatten import Flatten, Unflatten
    from .sparse import Embedding
    from .normalization import LayerNorm

    # 26  convolution
    from .conv import Conv1d, Conv2d, Conv3d

    # 27  pooling
    from .pooling import MaxPool1d, MaxPool2d, MaxPool3d

    # 29  recurrent networks
    from .rnn import GRU, LSTM, RNN, RNNBase

    # 30  attention
    from .attention import MultiheadAttention
except ModuleNotFoundError as missing:
    end_of_package(missing)

__getattr__, __dir__ = lazy_names(__name__)
