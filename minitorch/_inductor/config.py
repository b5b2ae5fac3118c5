"""config: torch._inductor.config: settings of a compiler: programs may set them, and nothing depends on them (shelf)."""

import types

from ..utils._config_module import patch_of

coordinate_descent_tuning = fx_graph_cache = epilogue_fusion = max_autotune = False
triton = types.SimpleNamespace(cudagraphs=False, unique_kernel_names=False)
patch = patch_of(__name__)
