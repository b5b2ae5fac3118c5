"""utils: consume_prefix_in_state_dict_if_present, and a number for each dimension (core)."""


def consume_prefix_in_state_dict_if_present(state_dict, prefix):
    """Take `prefix` off the names that begin with it, in place: what a wrapper saved then fits the module in it.

    The metadata's names lose it too. Renamed entries move to the end.

    >>> import minitorch as mt
    >>> state = {"module.weight": mt.ones(1), "step": 3}
    >>> mt.nn.modules.utils.consume_prefix_in_state_dict_if_present(state, "module.")
    >>> sorted(state)
    ['step', 'weight']

    Source: PyTorch, torch.nn.modules.utils.consume_prefix_in_state_dict_if_present.
    """
    for name in list(state_dict):
        if name.startswith(prefix):
            state_dict[name.removeprefix(prefix)] = state_dict.pop(name)
    metadata = getattr(state_dict, "_metadata", {})
    for name in list(metadata):
        if name and name == prefix.removesuffix("."):
            metadata[""] = metadata.pop(name)
        elif name.startswith(prefix):
            metadata[name.removeprefix(prefix)] = metadata.pop(name)


def _ntuple(n, name="parse"):
    """A function that makes a tuple of so many out of one thing, and of several things a tuple."""

    def parse(x):
        return tuple(x) if hasattr(x, "__iter__") else (x,) * n

    parse.__name__ = name
    return parse


_single, _pair, _triple = _ntuple(1, "_single"), _ntuple(2, "_pair"), _ntuple(3, "_triple")


def _reverse_repeat_tuple(t, n):
    """Each element n times, the last one first: paddings by dimension in the order that nn.functional.pad takes."""
    return tuple([x for x in reversed(t) for _ in range(n)])
