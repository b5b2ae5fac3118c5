"""get_attribute: Reading what is registered (difficulty 2, 6 minutes)

Python calls `__getattr__` only for an attribute that it did not find, so this is a search in three dictionaries. The
code reads them from self.__dict__. If one of them does not exist, `self._parameters` would call `__getattr__` again.

1. Three dictionaries, by name: `_parameters`, `_buffers`, `_modules`. Where does Python keep them?
2. `own = self.__dict__`. For each of the three names, check that it is in `own` and that `name` is in that dictionary.
3. `if kind in own and name in own[kind]: return own[kind][name]`. After the loop, `raise AttributeError(...)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.registry:Registry.__getattr__",
    called="get_attribute",
    facts="""
        >>> m = mt.nn.Module()
        >>> m._parameters["bias"] = None
        >>> m.bias is None
        True
        if False: You return the whole dictionary. Return the value that it has for `name`.
        if "AttributeError: 'Module' object has no attribute 'bias'": `bias` is registered, and its value is None. Ask
            whether the name is in one of `_parameters`, `_buffers` and `_modules`, and not whether its value is true.
        else: A registered name is not found. Look in all three dictionaries, `_parameters`, `_buffers` and `_modules`,
            before you raise.
        >>> class Encoder(mt.nn.Module):
        ...     pass
        ...
        >>> Encoder().wieght
        raises AttributeError: Encoder
        if "AttributeError: 'Module' object has no attribute 'wieght'": The message should name the class of this
            module and not always Module: use type(self).__name__.
        else: A name that is not registered gives a value. A misspelled name such as `m.wieght` would then be read
            without an error. Raise an AttributeError at the end.
        >>> half = mt.nn.Module.__new__(mt.nn.Module)
        >>> half.__dict__["_modules"] = {"inner": 3}
        >>> (half.inner, hasattr(half, "other"))
        (3, False)
        if "RecursionError": A dictionary that does not exist is read as `self._parameters`, so Python calls
            `__getattr__` again. Read it from `self.__dict__`.
        if "KeyError": A dictionary that does not exist counts as empty: `self.__dict__.get(place, {})`.
        else: Only the first dictionary is searched, or a missing dictionary ends the search. Search all three.
    """,
)
