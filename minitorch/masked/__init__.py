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
