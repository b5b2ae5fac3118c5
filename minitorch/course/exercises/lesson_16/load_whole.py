"""load_whole: All or nothing (difficulty 2, 4 minutes)

Note what is there, try, and after any error put it back and let the error go on. That is how anything is changed all
or not at all, a module in memory or a file on a disk.

1. Make a Loading and a snapshot; try to load, and to finish; after any error put everything back, and raise on.
2. `loading.load(self, "", loading.state)`, `loading.finish(self, strict)`, in this order.
3. `except BaseException: put_back(before); raise`, and in the end `return _IncompatibleKeys(loading.missing,
   loading.unexpected)`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.state:State.load_state_dict",
    changes=True,
    ready=SETUP,
    setup="""
        def after(module, state, **options):
            try:
                said = module.load_state_dict(state, **options)
            except BaseException as error:
                said = type(error).__name__
            return said if isinstance(said, str) else str(said)[:20], [p.tolist() for p in module.parameters()]

        class Late(Scale):
            def __init__(self, factor, error):
                super().__init__(factor)
                self.error = error

            def set_extra_state(self, state):
                raise self.error

            def get_extra_state(self):
                return 1
    """,
    stub="""
        def load_state_dict(self, state_dict, strict=True, assign=False):
            if not isinstance(state_dict, Mapping):
                raise TypeError(f'Expected state_dict to be dict-like, got {type(state_dict)}.')
            ...
    """,
    facts="""
        >>> pair = Pair(Scale(1.0), Scale(2.0))
        >>> after(pair, {'first.factor': mt.tensor([5.0])})
        ('RuntimeError', [[1.0], [2.0]])
        else: Nobody raises: the problems were noted, and loading.finish says them.
        >>> pair, state = Pair(Scale(1.0), Scale(2.0)), {'first.factor': mt.ones(1), 'x': mt.ones(1)}
        >>> found = pair.load_state_dict(state, strict=False)
        >>> (found.missing_keys, found.unexpected_keys)
        (['second.factor'], ['x'])
        else: strict gets lost: hand it on to finish.
        >>> after(Scale(1.0), [('factor', mt.ones(1))])
        ('TypeError', [[1.0]])
        else: An error is expected to come out here, and another thing comes. finish raises what was noted; every error
            goes on after put_back, with a `raise` alone.
        >>> pair = Pair(Scale(1.0), Late(2.0, KeyboardInterrupt()))
        >>> after(pair, Pair(Scale(8.0), Late(8.0, None)).state_dict())
        ('KeyboardInterrupt', [[1.0], [2.0]])
        else: After the error the module is not as it was. The snapshot comes before the load, and put_back(before)
            after any error, whichever it is.
        >>> scale, given = Scale(1.0), mt.nn.Parameter(mt.tensor([5.0]))
        >>> scale.load_state_dict({'factor': given}, assign=True)
        >>> scale.factor is given
        True
        else: assign gets lost: hand it on to Loading.
        >>> pair, state = Pair(Scale(1.0), Scale(2.0)), {'gain': mt.tensor([5.0]), 'second.factor': mt.ones(1)}
        >>> pair.register_load_state_dict_pre_hook(lambda module, state, *rest: state.update({'first.factor': state.pop('gain')}))
        >>> (after(pair, state)[1], list(state))
        ([[5.0], [1.0]], ['gain', 'second.factor'])
        else: Something else is loaded, or reported, than should be. Loading gets the state and assign, load the module,
            "" and loading.state, finish the module and strict.
    """,
)
