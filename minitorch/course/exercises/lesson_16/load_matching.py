"""load_matching: Loading what fits (difficulty 2, 6 minutes)

The state of the model itself has all names and shapes. What the other state has under the same name and with the same
shape can be loaded.

1. Compare the state with model.state_dict(): which keys do both have, and with the same shape?
2. Put these into a new dictionary and load it with strict=False, because it is not complete.
3. `fits = {key: state[key] for key, tensor in own.items() if key in state and state[key].shape == tensor.shape}`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    ready=SETUP,
    stub='''
        def load_matching(model, state):
            """Load each tensor of `state` whose key the model has, with the same shape. Everything else stays as it is.

            Returns a list: the keys of the model's state_dict that were not loaded, in their order. `state` is not changed.
            """
            ...
    ''',
    solution="""
        def load_matching(model, state):
            own = model.state_dict()
            fits = {key: state[key] for key, tensor in own.items() if key in state and state[key].shape == tensor.shape}
            model.load_state_dict(fits, strict=False)
            return [key for key in own if key not in fits]
    """,
    given="""
        pair = Pair(Scale(1.0), Norm(2))
    """,
    facts="""
        >>> load_matching(pair, {"first.factor": mt.tensor([5.0]), "second.weight": mt.ones(1, 2), "second.bias": mt.ones(2)})
        ['second.weight', 'second.mean']
        if "Unexpected key(s)": Load only the keys that the model has.
        if "Missing key(s)": Not all keys of the model are there: load with strict=False.
        if "size mismatch": A tensor with another shape is left out: compare the shapes.
        if ['second.mean']: second.weight has another shape in the state, so it was not loaded.
        if ['second.mean', 'second.weight']: The order is that of model.state_dict().
        else: The list has the keys of the model that were not loaded, in the order of model.state_dict().
        >>> state = {"first.factor": mt.tensor([5.0]), "second.mean": mt.tensor([3.0, 4.0]), "second.weight": mt.tensor([9.0])}
        >>> load_matching(pair, state)
        >>> (pair.first.factor.item(), pair.second.mean.tolist(), pair.second.weight.tolist(), pair.first.factor.requires_grad)
        (5.0, [3.0, 4.0], [1.0, 1.0], True)
        if (1.0, [0.0, 0.0], [1.0, 1.0], True): Nothing is loaded.
        if (5.0, [0.0, 0.0], [1.0, 1.0], True): A buffer belongs to the state, too: use model.state_dict().
        else: What fits is copied into the model. A tensor with another shape is left out, also if it could be broadcast.
        >>> load_matching(pair, {})
        ['first.factor', 'second.weight', 'second.mean']
        else: Nothing was loaded, so all keys of model.state_dict() are returned, in their order.
        >>> scale = Scale(1.0)
        >>> twice = Pair(scale, scale)
        >>> load_matching(twice, {"second.factor": mt.tensor([5.0])})
        ['first.factor']
        else: A module with two names has two keys: use model.state_dict(), and not named_parameters().
        >>> state = {"first.factor": mt.tensor([5.0]), "other": mt.ones(1)}
        >>> load_matching(pair, state)
        >>> list(state)
        ['first.factor', 'other']
        else: The state belongs to the caller: make a new dictionary.
    """,
)
