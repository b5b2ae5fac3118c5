"""own_state: What belongs to the state (difficulty 2, 6 minutes)

Loading asks the same question again: which tensors of this module have values to save?

1. Two dictionaries hold the tensors: self._parameters and self._buffers. Some entries of both may be None.
2. Make a new dictionary. First the parameters, then the buffers whose name is not in self._non_persistent_buffers_set.
3. `{name: p for name, p in self._parameters.items() if p is not None}`, and the same for the buffers with
   `and name not in self._non_persistent_buffers_set`. `a | b` joins two dictionaries.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.state:State._own_state",
    called="own_state",
    ready=SETUP,
    given="""
        norm, scale = Norm(0), Scale(2.0)
        norm.register_parameter("bias", None)
        norm.register_buffer("total", None)
    """,
    facts="""
        >>> own = norm._own_state()
        >>> (list(own), own["weight"] is norm.weight, own["mean"] is norm.mean)
        (['weight', 'mean'], True, True)
        if (['weight', 'mean', 'scratch'], True, True): `scratch` is not persistent: see self._non_persistent_buffers_set.
        if "Boolean value": Ask `is not None`. What a tensor holds does not matter: it may be a buffer of zeros.
        else: First the parameters, then the persistent buffers: the tensors themselves, without clone() or detach(), and
            without the entries that are None.
        >>> norm._own_state().clear()
        >>> (list(norm._own_state()), list(norm._parameters), list(norm._buffers))
        (['weight', 'mean'], ['weight', 'bias'], ['mean', 'scratch', 'total'])
        else: You change a dictionary of the module, or give out one that you made before. Make a new one in each call.
        >>> scale.again = scale.factor.requires_grad_(False)
        >>> scale.mean = scale.center = mt.nn.Buffer(mt.zeros(1))
        >>> scale.inside = Norm(1)
        >>> list(scale._own_state())
        ['factor', 'again', 'mean', 'center']
        if ['mean', 'center']: A frozen parameter belongs to the state as well: do not ask for requires_grad.
        else: Only this module's own tensors are expected, and each under all its names. named_parameters() gives a tensor
            once: read self._parameters.
    """,
)
