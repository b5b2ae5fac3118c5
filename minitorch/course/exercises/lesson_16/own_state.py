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
    stub='''
        def own_state(self):
            """A new dictionary, name -> tensor: the parameters of this module, then its persistent buffers.

            Entries that are None are left out, and so are the modules inside. For Norm(2): {"weight": ..., "mean": ...}
            """
            ...
    ''',
    given="""
        norm, scale = Norm(2), Scale(2.0)
    """,
    facts="""
        >>> own = norm._own_state()
        >>> (list(own), own["weight"] is norm.weight, own["mean"] is norm.mean, list(norm._parameters), list(norm._buffers))
        (['weight', 'mean'], True, True, ['weight'], ['mean', 'scratch'])
        if (['mean', 'weight'], True, True, ['weight'], ['mean', 'scratch']): The buffers come first. The order is: parameters, then
            buffers.
        if (['weight', 'mean', 'scratch'], True, True, ['weight'], ['mean', 'scratch']): `scratch` is not persistent: its name is in
            self._non_persistent_buffers_set.
        if (['weight', 'mean'], True, True, ['weight', 'mean'], ['mean', 'scratch']): You write the buffers into self._parameters, the
            module's own dictionary. Make a new one.
        if (['weight', 'mean'], True, True, ['weight'], ['mean']): You remove `scratch` from self._buffers, the module's own
            dictionary. Make a new one.
        if "KeyError: 'mean'": Buffers belong to the state as well, if they are persistent.
        if (['weight', 'mean'], False, False, ['weight'], ['mean', 'scratch']): Return the tensors themselves. state_dict
            detaches them.
        if "Boolean value": Ask `is not None`. What a tensor holds does not matter: it may be a buffer of zeros.
        else: The parameters and persistent buffers themselves are expected, in a new dictionary, without clone() or detach().
        >>> norm.register_parameter("bias", None)
        >>> norm.register_buffer("total", None)
        >>> list(norm._own_state())
        ['weight', 'mean']
        else: A parameter or buffer that is None has no values: leave it out.
        >>> scale.again = scale.factor
        >>> list(scale._own_state())
        ['factor', 'again']
        else: A tensor that is registered under two names needs both. named_parameters() gives it once: read self._parameters.
        >>> pair = Pair(Scale(2.0), Norm(1))
        >>> pair.weight = mt.nn.Parameter(mt.ones(1))
        >>> list(pair._own_state())
        ['weight']
        else: Only this module's own tensors are expected, without those of the modules inside.
        >>> norm._own_state().clear()
        >>> list(norm._parameters)
        ['weight']
        else: The dictionary must be a new one. The module's own dictionaries must not change.
    """,
)
