"""save_own: What is its own (difficulty 2, 6 minutes)

One function says which tensors are a module's own and belong to its state, the other writes them down. Loading will
ask the first one again.

1. Two walks that do not go down: over `self._parameters`, and over `self._buffers` without the names in
   `self._non_persistent_buffers_set`.
2. `self._parameters | buffers` is a new dictionary with both. Leave out what is None. The second function goes over
   `self._own_state().items()`.
3. `destination[prefix + name] = tensor if keep_vars else tensor.detach()` for each of them.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.state:State._save_to_state_dict",
    covers="State._own_state",
    changes=True,
    ready=SETUP,
    setup="""
        class Words(mt.nn.Module):
            def __init__(self, *words):
                super().__init__()
                self.words = list(words)
                self.table = mt.nn.Parameter(mt.zeros(2, 1))

            def get_extra_state(self):
                return {"words": self.words}

            def set_extra_state(self, state):
                if len(state["words"]) != len(self.table):
                    raise ValueError(f"{len(state['words'])} words for a table of {len(self.table)}")
                self.words = list(state["words"])
    """,
    stub="""
        def _save_to_state_dict(self, destination, prefix, keep_vars):
            ...
            self._save_extra_state(destination, prefix)
    """,
    facts="""
        >>> norm = Norm(1)
        >>> norm.register_parameter("bias", None)
        >>> norm.register_buffer("total", None)
        >>> state = {}
        >>> norm._save_to_state_dict(state, "", False)
        >>> list(state), list(norm._own_state())
        (['weight', 'mean'], ['weight', 'mean'])
        if (['.weight', '.mean'], ['weight', 'mean']): The prefix has its dot already: `prefix + name`.
        if (['mean', 'weight'], ['mean', 'weight']): The buffers come first. First the parameters, then the buffers:
            `self._parameters | buffers`.
        if ([], ['weight', 'mean']): You return a new dictionary, and nobody takes it. Write into `destination`, which
            was handed in.
        >>> pair, state = Pair(Scale(2.0), Scale(3.0)), {}
        >>> pair.mean, pair.weight = mt.nn.Buffer(mt.ones(1)), mt.nn.Parameter(mt.ones(1))
        >>> pair._save_to_state_dict(state, "", False)
        >>> list(state)
        ['weight', 'mean']
        else: The modules inside write their own part, when state_dict asks them. Here only what is this module's own.
        >>> scale, state = Scale(2.0), {}
        >>> scale._save_to_state_dict(state, "", False)
        >>> with mt.no_grad():
        ...     scale.factor.add_(5.0)
        >>> (state["factor"].tolist(), state["factor"].requires_grad, scale.factor.requires_grad)
        ([7.0], False, True)
        else: The tensor in the state still requires a gradient. Give `tensor.detach()`.
        >>> norm = Norm(1)
        >>> own = norm._own_state()
        >>> (own["weight"] is norm.weight, own["mean"] is norm.mean, list(norm._parameters), list(norm._buffers))
        (True, True, ['weight'], ['mean', 'scratch'])
        else: The module's own dictionaries have changed. Gather the tensors in a new one.
        >>> norm, state = Norm(1), {}
        >>> norm._save_to_state_dict(state, "", True)
        >>> (state["weight"] is norm.weight, state["mean"] is norm.mean)
        (True, True)
        else: With keep_vars the state holds the very parameters and buffers of the module, not others with the same
            numbers.
        >>> state = {}
        >>> Words("cat", "dog")._save_to_state_dict(state, "net.", False)
        >>> (list(state), state["net._extra_state"])
        (['net.table', 'net._extra_state'], {'words': ['cat', 'dog']})
        else: The line that saves the extra state is gone: what is not a tensor would be lost.
    """,
)
