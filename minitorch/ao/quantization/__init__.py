"""quantization: observers, which find steps for integers that stand for floats, and rounding to them while training."""

# isort: off
from .partial import _PartialWrapper as _PartialWrapper
from . import observer as observer
from .observer import *
from . import fake_quantize as fake_quantize
from .fake_quantize import *
from . import stubs as stubs
from .stubs import *
from . import qconfig as qconfig
from .qconfig import *
