"""config: torch._dynamo.config: settings of a compiler: programs may set them, and nothing depends on them (shelf)."""

from ..utils._config_module import patch_of

suppress_errors = verbose = False
cache_size_limit = recompile_limit = 8
assume_static_by_default = automatic_dynamic_shapes = True
capture_scalar_outputs = optimize_ddp = False
patch = patch_of(__name__)
