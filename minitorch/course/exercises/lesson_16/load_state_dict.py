"""load_state_dict: A load that changes all or nothing (difficulty 2, 8 minutes)

The message is raised inside `with restored_on_error(self)`, so that the module gets its old values back.

1. Make a Loading, let it load, let it raise, return what it found.
2. Both loading.load(...) and loading.raise_errors(...) belong inside `with restored_on_error(self):`.
3. `loading.load(self, "", OrderedDict(state_dict))`; at the end `_IncompatibleKeys(loading.missing, loading.unexpected)`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.state:State.load_state_dict",
    ready=SETUP,
    setup="""
        import types
        from collections import OrderedDict
        from collections.abc import Mapping
        from minitorch.nn.module.loading import Loading, restored_on_error
    """,
    stub='''
        def load_state_dict(self, state_dict, strict=True, assign=False):
            """Load a state into this module and all modules inside it, or raise one error and change nothing.

            state_dict  it stays as it is. Loading(...) gets the caller's, and load a new OrderedDict, which hooks may change
            strict      passed to raise_errors

            TypeError if state_dict is not a Mapping. Returns _IncompatibleKeys(missing, unexpected) of the Loading.
            """
            ...
    ''',
    given="""
        pair = Pair(Scale(1.0), Scale(2.0))
    """,
    facts="""
        >>> state = types.MappingProxyType({"first.factor": mt.tensor([5.0]), "third": mt.ones(1)})
        >>> found = pair.load_state_dict(state, strict=False)
        >>> (found.missing_keys, found.unexpected_keys, pair.first.factor.item())
        (['second.factor'], ['third'], 5.0)
        if "TypeError": A Mapping need not be a dict.
        if "Missing key(s)": With strict=False, missing keys do not raise: pass `strict` to raise_errors.
        if (['third'], ['second.factor'], 5.0): The two lists are exchanged: first the missing keys, then the unexpected ones.
        else: The keys that do not match are returned, and the others are loaded.
        >>> words = ""
        >>> try:
        ...     pair.load_state_dict({"first.factor": mt.tensor([5.0])})
        ... except RuntimeError as error:
        ...     words = str(error)
        >>> ("second.factor" in words, pair.first.factor.item())
        (True, 1.0)
        if (False, 5.0): A strict load with a missing key raises: call loading.raise_errors(self, strict).
        if (True, 5.0): The module is half loaded. Load and raise inside `with restored_on_error(self)`.
        else: The error names the missing key, and the module is as it was.
        >>> pair.load_state_dict({"first.factor": mt.ones(3)}, strict=False)
        raises RuntimeError: size mismatch
        if (['second.factor'], []): A wrong shape is an error with strict=False, too. raise_errors decides: call it always.
        >>> pair.load_state_dict([("first.factor", mt.ones(1))], strict=False)
        raises TypeError
        else: Anything that is not a Mapping raises a TypeError.
        >>> pair.register_load_state_dict_pre_hook(lambda module, state, *rest: state.update({"first.factor": state.pop("old")}))
        >>> state = pair.state_dict()
        >>> state["old"] = state.pop("first.factor")
        >>> str(pair.load_state_dict(state)), list(state), list(pair.state_dict()._metadata)
        ('<All keys matched successfully>', ['second.factor', 'old'], ['', 'first', 'second'])
        else: The caller's dictionary stays as it is. Load from a new one: OrderedDict(state_dict).
        >>> seen = []
        >>> pair._load_from_state_dict = lambda state, prefix, metadata, *rest: seen.append(dict(metadata))
        >>> _ = pair.load_state_dict(pair.state_dict(), assign=True)
        >>> seen
        [{'version': 1, 'assign_to_params_buffers': True}]
        else: Loading(state_dict, assign) gets the caller's state, for its `_metadata`: a new dictionary has no versions.
    """,
)
