"""nn.utils: what people do with the parameters of a whole network: clip gradients, make one vector of them."""

from ..._tower import end_of_tower

# isort: off
try:
    from .clip_grad import clip_grad_norm_, clip_grad_value_, clip_grads_with_norm_, get_total_norm
    from .convert_parameters import parameters_to_vector, vector_to_parameters
    from .init import skip_init
except ModuleNotFoundError as missing:
    end_of_tower(missing)
