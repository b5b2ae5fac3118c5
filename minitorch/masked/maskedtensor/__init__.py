"""maskedtensor: tensors that know which of their elements are specified (shelf)."""

# isort: off
from . import core as core
from .core import MaskedTensor as MaskedTensor
from .core import is_masked_tensor as is_masked_tensor
from . import creation as creation
from .creation import as_masked_tensor as as_masked_tensor
from .creation import masked_tensor as masked_tensor
from . import operators as operators
