"""load_fitting: Loading what fits (difficulty 2, 6 minutes)

Only keys may be missing with strict=False, so every wrong shape is left out before the load.

1. `module.state_dict()` tells the keys and shapes of the module. Choose from `state`, then load.
2. A key fits if `key in own and tensor.shape == own[key].shape`. Put what fits into a new dictionary.
3. `module.load_state_dict(fits, strict=False)` returns the pair of lists. The keys that were not loaded are its `missing_keys`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    changes=True,
    ready=SETUP,
    solution='''
        def load_fitting(module, state):
            """Copy the values of those tensors of `state` that the module has under the same key and with the same shape.

            The rest of the state is ignored, and `state` stays as it is. Returns a list: the keys of the module that were
            not loaded, in the module's order.
            """
            own = module.state_dict()
            fits = {key: tensor for key, tensor in state.items() if key in own and tensor.shape == own[key].shape}
            return module.load_state_dict(fits, strict=False).missing_keys
    ''',
    given="""
        pair = Pair(Pair(Scale(1.0, 2.0), Scale(3.0)), Norm(1))
        state = {"x": mt.ones(1), "first.first.factor": mt.ones(1), "second.weight": mt.ones(1, 1), "second.mean": mt.ones(1).double()}
    """,
    facts="""
        >>> left = load_fitting(pair, state)
        >>> (left, pair.second.mean.item(), pair.first.first.factor.tolist())
        (['first.first.factor', 'first.second.factor', 'second.weight'], 1.0, [1.0, 2.0])
        if ({'first.first.factor', 'first.second.factor', 'second.weight'}, 1.0, [1.0, 2.0]): A list is expected, in the module's order.
        if (['first.second.factor', 'second.weight'], 1.0, [1.0, 1.0]): copy_ broadcasts: one value was given for two. Compare the shapes.
        if (['first.second.factor'], 1.0, [1.0, 1.0]): copy_ broadcasts: one value was given for two. Compare the shapes.
        if "size mismatch": strict=False allows missing and unexpected keys, and never a wrong shape. Leave these tensors out.
        if "Missing key(s)": Some keys of the module are missing now, and they may be: strict=False.
        if "KeyError: 'x'": A key of the state may be none of the module's. Ask `key in own` first.
        else: Load what has the same key and shape: parameters and buffers. Return the keys of the module that got nothing.
        >>> left = load_fitting(pair, state), pair.second.mean.zero_()
        >>> list(state), state["second.mean"].item()
        (['x', 'first.first.factor', 'second.weight', 'second.mean'], 1.0)
        else: Put what fits into a new dictionary. `state` stays as it is, and its values are copied.
    """,
)
