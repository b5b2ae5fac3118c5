"""prune: weights under a mask that keeps some of them at 0."""

# isort: off
from .method import (
    BasePruningMethod, CustomFromMask, Identity, PruningContainer, custom_from_mask, identity, is_pruned, remove,
)  # fmt: skip
from .amount import (
    L1Unstructured, LnStructured, RandomStructured, RandomUnstructured, global_unstructured, l1_unstructured,
    ln_structured, random_structured, random_unstructured,
    _compute_norm, _compute_nparams_toprune, _validate_pruning_amount, _validate_pruning_amount_init, _validate_pruning_dim,
    _validate_structured_pruning,
)  # fmt: skip

__all__ = [name for name, value in globals().items() if callable(value) and not name.startswith("_")]
for _name in __all__:
    globals()[_name].__module__ = __name__
