"""utils.data in one process: PyTorch's samples, orders, batches, errors and warnings for the same seed."""

import collections
import warnings
from collections import abc

import numpy as np
import pytest

import minitorch as mt

Point = collections.namedtuple("Point", "x y")


def plain(found):
    """Tensors as (dtype, shape, numbers), so that the two libraries' can be compared, and the kinds of what holds them."""
    if hasattr(found, "numpy"):
        return str(found.dtype).split(".")[-1], tuple(found.shape), found.tolist()
    if isinstance(found, abc.Mapping):
        return type(found).__name__, {key: plain(value) for key, value in found.items()}
    if isinstance(found, abc.Sequence) and not isinstance(found, str | bytes | range):
        return type(found).__name__, [plain(item) for item in found]
    return found.tolist() if isinstance(found, np.ndarray) else found


def outcome(library, case):
    """What a case gives with this library and what follows from the generator, or the type and words of its error."""
    library.manual_seed(3)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found = plain(case(library, library.utils.data))
        except Exception as error:
            found = type(error).__name__, str(error).replace("minitorch", "torch")
    said = [(w.category, str(w.message)) for w in caught]
    return found, said, library.rand(2).tolist()


def stream(library, n=7, said=None):
    class Stream(library.utils.data.IterableDataset):
        def __iter__(self):
            return iter(range(n))

        def __len__(self):
            return n if said is None else said

        def __repr__(self):
            return "stream"

    return Stream()


VALUES = {
    "shuffle, twice": lambda t, data: [list(data.DataLoader(range(23), batch_size=5, shuffle=True)) for _ in range(2)],
    "shuffle, again": lambda t, data: [list(loader) for loader in [data.DataLoader(range(9), 4, True)] * 2],
    "no batches": lambda t, data: list(data.DataLoader(range(9), batch_size=None, shuffle=True)),
    "generator": lambda t, data: list(data.DataLoader(range(9), 4, True, generator=t.Generator().manual_seed(5))),
    "drop_last": lambda t, data: list(data.DataLoader(range(9), 4, drop_last=True)),
    "empty": lambda t, data: list(data.DataLoader(range(0))),
    "tensors": lambda t, data: list(data.DataLoader(data.TensorDataset(t.arange(9.0), t.arange(9)), 4, True)),
    "sampler": lambda t, data: list(data.DataLoader("abcdef", 2, sampler=data.SubsetRandomSampler(range(5)))),
    "batch_sampler": lambda t, data: list(data.DataLoader(range(9), batch_sampler=[[1, 2], [5]])),
    "collate_fn": lambda t, data: list(data.DataLoader(range(9), 4, collate_fn=list)),
    "getitems": lambda t, data: list(data.DataLoader(data.Subset(data.TensorDataset(t.arange(9)), [4, 2]), 2)),
    "pinned": lambda t, data: list(data.DataLoader(range(3), pin_memory=True)),
    "lengths": lambda t, data: [len(data.DataLoader(range(9), n, drop_last=d)) for n in (2, 3) for d in (False, True)],
    "dict of tensors": lambda t, data: list(
        data.DataLoader([{"x": t.ones(2), "y": [1]}, {"x": t.zeros(2), "y": [2]}], 2)
    ),
    "stream": lambda t, data: list(data.DataLoader(stream(t), batch_size=3)),
    "stream, drop_last": lambda t, data: list(data.DataLoader(stream(t), batch_size=3, drop_last=True)),
    "stream, no batches": lambda t, data: list(data.DataLoader(stream(t), batch_size=None)),
    "stream, lengths": lambda t, data: [len(data.DataLoader(stream(t), n)) for n in (None, 2, 7)],
    "random": lambda t, data: list(data.RandomSampler(range(50))),
    "random, many": lambda t, data: list(data.RandomSampler(range(50), num_samples=120)),
    "random, again": lambda t, data: list(data.RandomSampler(range(50), True, 70)),
    "subset": lambda t, data: list(data.SubsetRandomSampler([5, 7, 9, 11])),
    "weighted": lambda t, data: list(data.WeightedRandomSampler([0.1, 0.5, 3, 2], 20)),
    "weighted, once each": lambda t, data: list(data.WeightedRandomSampler([0.1, 0.5, 3, 2], 3, False)),
    "batches": lambda t, data: [list(data.BatchSampler(range(5), 2, d)) for d in (False, True)],
    "split": lambda t, data: [list(part) for part in data.random_split(range(31), [10, 21])],
    "fractions": lambda t, data: [list(part) for part in data.random_split(range(29), [0.3, 0.3, 0.4])],
    "an empty part": lambda t, data: [list(part) for part in data.random_split(range(2), [0.9, 0.1, 0.0])],
    "concat": lambda t, data: [(data.ConcatDataset(["ab"]) + "cde")[i] for i in (-5, -1, 2, 4)],
    "subset of a list": lambda t, data: data.Subset(t.arange(5), [3, 2])[[0, 1]],
    "worker": lambda t, data: data.get_worker_info(),
}
BATCHES = {
    "ints": [1, 2], "floats": [1.0, 2], "bools": [True, False], "texts": ["a", "b"], "bytes": [b"a", b"b"],
    "float32": [np.float32(1), np.float32(2)], "float16": [np.float16(1)] * 2, "mixed": [np.float32(1), 2.0],
    "int8": [np.int8(1), np.int8(2)], "bool_": [np.bool_(1), np.bool_(0)],
    "arrays": [np.arange(3), np.arange(3)], "text arrays": [np.array(["a"])], "lists": [[1, "a"], [3, "b"]],
    "uneven": [[1, 2], [3]], "tuples": [(1, 2.0), (3, 4.0)], "named": [Point(1, 2.0), Point(3, 4.0)],
    "dicts": [{"a": 1, "b": [1]}, {"a": 2, "b": [2]}], "ranges": [range(2), range(2)], "None": [None, None],
    "ordered": [collections.OrderedDict(a=1)] * 2, "shapes": [np.zeros(3), np.zeros(4)], "empty": [],
    "chain map": [collections.ChainMap({"a": 1})] * 2, "user list": [collections.UserList([1, 2])] * 2,
}  # fmt: skip
ERRORS = {
    "workers": lambda t, data: data.DataLoader(range(3), num_workers=-1),
    "timeout": lambda t, data: data.DataLoader(range(3), timeout=-1),
    "timeout alone": lambda t, data: iter(data.DataLoader(range(3), timeout=1)),
    "prefetch": lambda t, data: data.DataLoader(range(3), prefetch_factor=2),
    "prefetch < 0": lambda t, data: data.DataLoader(range(3), num_workers=1, prefetch_factor=-1),
    "persistent": lambda t, data: data.DataLoader(range(3), persistent_workers=True),
    "two orders": lambda t, data: data.DataLoader(range(3), shuffle=True, sampler=range(3)),
    "two batches": lambda t, data: data.DataLoader(range(3), shuffle=True, batch_sampler=range(3)),
    "drop_last": lambda t, data: data.DataLoader(range(3), batch_size=None, drop_last=True),
    "stream shuffled": lambda t, data: data.DataLoader(stream(t), shuffle=True),
    "stream sampled": lambda t, data: data.DataLoader(stream(t), sampler=range(3)),
    "stream batched": lambda t, data: data.DataLoader(stream(t), batch_sampler=range(3)),
    "batch_size 0": lambda t, data: data.DataLoader(range(3), batch_size=0),
    "batch_size True": lambda t, data: data.DataLoader(range(3), batch_size=True),
    "drop_last 1": lambda t, data: data.DataLoader(range(3), drop_last=1),
    "nothing to shuffle": lambda t, data: data.DataLoader(range(0), shuffle=True),
    "context alone": lambda t, data: data.DataLoader(range(3), multiprocessing_context="fork"),
    "afterwards": lambda t, data: setattr(data.DataLoader(range(3)), "batch_size", 3),
    "pickled": lambda t, data: iter(data.DataLoader(range(3), batch_size=None)).__getstate__(),
    "tensors": lambda t, data: data.TensorDataset(t.zeros(3), t.zeros(4)),
    "concat": lambda t, data: data.ConcatDataset([]),
    "concat before": lambda t, data: data.ConcatDataset([range(3)])[-4],
    "concat streams": lambda t, data: data.ConcatDataset([stream(t)]),
    "split": lambda t, data: data.random_split(range(31), [10, 20]),
    "fraction": lambda t, data: data.random_split(range(31), [1.5, -0.5]),
    "replacement": lambda t, data: data.RandomSampler(range(3), replacement=2),
    "num_samples": lambda t, data: data.RandomSampler(range(3), num_samples=0),
    "weights": lambda t, data: data.WeightedRandomSampler([[1.0]], 1),
    "weighted none": lambda t, data: data.WeightedRandomSampler([1.0], 0),
    "weighted 3": lambda t, data: data.WeightedRandomSampler([1.0], 1, replacement=3),
    "batch sampler": lambda t, data: data.BatchSampler(range(3), 2, 3),
    "sampler": lambda t, data: iter(data.Sampler()),
    "dataset": lambda t, data: data.Dataset()[0],
    "stream of nothing": lambda t, data: data.IterableDataset(),
}


def begun(value):
    """The same with the beginnings of what is said: an error's or a warning's first words."""
    if isinstance(value, list | tuple):
        return [begun(one) for one in value]
    return value[:24] if isinstance(value, str) else value


@pytest.mark.parametrize("name", VALUES)
def test_values(torch, name):
    assert begun(outcome(mt, VALUES[name])) == begun(outcome(torch, VALUES[name]))


@pytest.mark.parametrize("name", ERRORS)
def test_errors(torch, name):
    mine = outcome(mt, ERRORS[name])
    assert begun(mine) == begun(outcome(torch, ERRORS[name]))
    assert isinstance(mine[0], tuple) or mine[1]  # an error or a warning


@pytest.mark.parametrize("name", BATCHES)
def test_collate_and_convert(torch, name):
    assert outcome(mt, lambda t, data: data.default_collate(BATCHES[name])) == outcome(
        torch, lambda t, data: data.default_collate(BATCHES[name])
    )
    assert outcome(mt, lambda t, data: data.default_convert(BATCHES[name])) == outcome(
        torch, lambda t, data: data.default_convert(BATCHES[name])
    )


def test_a_rule_for_another_kind_of_sample():
    collate = mt.utils.data._utils.collate
    rules = {**collate.default_collate_fn_map, complex: lambda batch, *, collate_fn_map: mt.tensor(batch)}
    assert collate.collate([(1j, 1), (2j, 2)], collate_fn_map=rules)[0].dtype is mt.complex64


def test_paths_are_pytorchs():
    from minitorch.utils.data._utils.collate import default_collate
    from minitorch.utils.data.dataloader import DataLoader
    from minitorch.utils.data.dataset import TensorDataset, random_split
    from minitorch.utils.data.sampler import RandomSampler

    here = mt.utils.data
    assert (default_collate, DataLoader, TensorDataset) == (here.default_collate, here.DataLoader, here.TensorDataset)
    assert random_split is here.random_split
    assert RandomSampler is here.RandomSampler


def test_a_sampler_without_end_begins_at_once():
    sampler = mt.utils.data.RandomSampler(range(5), replacement=True, num_samples=10**12)
    assert 0 <= next(iter(sampler)) < 5
