"""infra: what passes are derived from (shelf)."""

from .pass_base import PassBase as PassBase
from .pass_base import PassResult as PassResult
