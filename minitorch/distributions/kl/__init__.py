"""kl: kl_divergence, how far one distribution is from another, and register_kl, to say so for a pair of classes."""

# isort: off
from .registry import _KL_MEMOIZE, _KL_REGISTRY, _dispatch_kl, kl_divergence, register_kl
from .same import _kl_expfamily_expfamily
from . import across as _across, low_rank as _low_rank
