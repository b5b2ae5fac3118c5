"""get_attribute: Reading what is registered (difficulty 2, 6 minutes)

Python calls `__getattr__` only for an attribute that it did not find, so your function only searches three dictionaries.

1. The three dictionaries are attributes, too. Where does Python keep the attributes of an object?
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
        >>> m._parameters["bias"], m._buffers["mean"], m._modules["inner"] = None, 2, 3
        >>> m.bias, m.mean, m.inner
        (None, 2, 3)
        if "no attribute 'bias'": `bias` is registered, and its value is None. Ask whether the name is in a dictionary.
        else: Return the value that `_parameters`, `_buffers` or `_modules` has for the name. Look in all three before you raise.
        >>> type("Encoder", (mt.nn.Module,), {"__repr__": None})().wieght
        raises AttributeError: Encoder
        if "not callable": Printing a module reads its attributes, so it would call __getattr__. Name the class: type(self).__name__.
        if "'Module' object has": The message should name the class of this module: use type(self).__name__.
        else: A misspelled name such as `m.wieght` is an error: raise an AttributeError at the end, which names the class.
        >>> half = mt.nn.Module.__new__(mt.nn.Module)
        >>> half.__dict__.update(_modules={"inner": 3}, table={"real": 1})
        >>> (half.inner, list(vars(half)), hasattr(half, "real"))
        (3, ['_modules', 'table'], False)
        if (3, ['_modules', 'table'], True): A module does not have the attributes of the modules inside it: look in its own three dictionaries.
        if "RecursionError": If `_parameters` does not exist, `self._parameters` calls `__getattr__`. Read it from `self.__dict__`.
        else: A dictionary that does not exist counts as empty: `self.__dict__.get(place, {})`. Search all three, and change none.
        >>> mt.nn.Module().wieght
        raises AttributeError: wieght
        else: The message names the attribute, too.
    """,
)
