"""nn.utils: what people do with the parameters of a whole network: clip gradients, make one vector of them."""

from ..._lazy import end_of_package, missing_name, names_of

# isort: off
try:
    from .convert_parameters import parameters_to_vector, vector_to_parameters
    from .clip_grad import clip_grad_norm_, clip_grad_value_, clip_grads_with_norm_, get_total_norm
except ModuleNotFoundError as missing:
    end_of_package(missing)


def __getattr__(name):
    return missing_name(__name__, name)


def __dir__():
    return names_of(__name__)
