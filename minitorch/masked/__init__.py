"""masked: reductions and normalisations of the elements of a tensor that a mask lets through."""

# isort: off
from . import _ops as _ops
from ._ops import (
    amax,
    amin,
    argmax,
    argmin,
    cumprod,
    cumsum,
    log_softmax,
    logaddexp,
    logsumexp,
    mean,
    median,
    norm,
)
from ._ops import normalize, prod, softmax, softmin, std, sum, var
from .maskedtensor.core import MaskedTensor as MaskedTensor
from .maskedtensor.core import is_masked_tensor as is_masked_tensor
from .maskedtensor.creation import as_masked_tensor as as_masked_tensor
from .maskedtensor.creation import masked_tensor as masked_tensor
