"""get_attribute: Reading what is registered (difficulty 2, 4 minutes)

Python asks only for what it did not find, so this is a search in three dictionaries. They are read from
self.__dict__: asking for self._parameters would, where it is missing, ask this very function again.

1. Three dictionaries, by name: `_parameters`, `_buffers`, `_modules`. Where are they kept, before anything else?
2. `own = self.__dict__`; for each of the three names ask whether it is in `own`, and whether `name` is in that
   dictionary.
3. `if kind in own and name in own[kind]: return own[kind][name]`; after the loop `raise AttributeError(...)`.
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
        if False: You return the whole dictionary in which the name stands. Asked for is what stands there under the
            name.
        if "AttributeError: 'Module' object has no attribute 'bias'": The three dictionaries are called `_parameters`,
            `_buffers` and `_modules`, with an underscore in front.
        else: A name that is registered is not found. Look in all three dictionaries, `_parameters`, `_buffers` and
            `_modules`, before you raise.
        >>> class Encoder(mt.nn.Module):
        ...     pass
        ...
        >>> Encoder().wieght
        raises AttributeError: Encoder
        if "AttributeError: 'Module' object has no attribute 'wieght'": The message should name the class of the module
            at hand, not always Module: type(self).__name__.
        else: A name that is nowhere gives None: a typing error such as `m.wieght` would pass for an attribute. Raise an
            AttributeError at the end.
        >>> half = mt.nn.Module.__new__(mt.nn.Module)
        >>> half.__dict__["_modules"] = {"inner": 3}
        >>> (half.inner, hasattr(half, "other"))
        (3, False)
        else: Only the first dictionary is asked. Buffers and modules have dictionaries of their own, `_buffers` and
            `_modules`: raise when all three have been asked.
    """,
)
