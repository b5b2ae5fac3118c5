"""masked: reductions and normalisations of the elements of a tensor that a mask lets through."""

# isort: off
from .reductions import (
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
from .reductions import normalize, prod, softmax, softmin, std, sum, var
