"""nn.utils: what people do with the parameters of a whole network: clip gradients, make one vector of them."""

from ..._lazy import end_of_package, lazy_names

# isort: off
try:
    from .convert_parameters import parameters_to_vector, vector_to_parameters
    from .clip_grad import clip_grad_norm_, clip_grad_value_, clip_grads_with_norm_, get_total_norm
except ModuleNotFoundError as missing:
    end_of_package(missing)

__getattr__, __dir__ = lazy_names(__name__)
