"""factory: factory_kwargs: the arguments of a layer that say how its tensors are made (shelf)."""

KNOWN = ("device", "dtype", "memory_format")


def factory_kwargs(kwargs):
    """`device`, `dtype` and `memory_format` of a layer's further arguments, as empty(), zeros() ... take them.

    kwargs  a dictionary; "factory_kwargs" in it may hold those whose names the layer uses for something else

    >>> import minitorch as mt
    >>> mt.nn.factory_kwargs({"factory_kwargs": {"dtype": mt.float64}})
    {'dtype': minitorch.float64}

    Errors: TypeError for other arguments, and for one that is given twice. Source: PyTorch, torch.nn.factory_kwargs.
    """
    if kwargs is None:
        return {}
    if not kwargs.keys() <= {*KNOWN, "factory_kwargs"}:
        raise TypeError(f"unexpected kwargs {kwargs.keys() - {*KNOWN, 'factory_kwargs'}}")
    found = dict(kwargs.get("factory_kwargs", {}))
    for name in KNOWN:
        if name in kwargs:
            if name in found:
                raise TypeError(f"{name} specified twice, in **kwargs and in factory_kwargs")
            found[name] = kwargs[name]
    return found
