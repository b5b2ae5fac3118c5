"""__future__: switches for what PyTorch may do one day."""

from .._tower import end_of_tower

# isort: off
try:
    # 13  how a module converts its parameters
    from ..nn.module.swapping import (
        get_overwrite_module_params_on_conversion, get_swap_module_params_on_conversion,
        set_overwrite_module_params_on_conversion, set_swap_module_params_on_conversion,
    )  # fmt: skip
except ModuleNotFoundError as missing:
    end_of_tower(missing)
