"""Data pipes: what PyTorch's give, one by one and in a DataLoader with its seeds and workers."""

import sys
import warnings

import pytest

import minitorch as mt


def ten(n=10, library=mt):
    return library.utils.data.datapipes.iter.IterableWrapper(range(n))


def squares(x):
    return x * x


def even(x):
    return x % 2 == 0


def mean(x):
    return x.sum().item() / 2


def row(x):
    return x, x + 1


ITER = {
    "map": lambda p: p.map(squares).filter(even),
    "columns": lambda p: p.map(row).map(squares, 0).map(squares, 1, -1).map(max, [0, 1]),
    "batch": lambda p: p.batch(3).map(list),
    "drop": lambda p: [*p.batch(4, drop_last=True), len(p.batch(4, True))],
    "unbatch": lambda p: p.batch(2).batch(2).unbatch(-1).concat(p.filter(even)),
    "zip": lambda p: p.zip(ten(3, sys.modules[type(p).__module__.split(".")[0]])),
    "collate": lambda p: p.batch(2).collate().map(mean),
    "shuffle": lambda p: p.shuffle(),
    "buffer": lambda p: p.shuffle(buffer_size=3).set_seed(4),
    "off": lambda p: p.shuffle().set_shuffle(False),
    "columns out of place": lambda p: p.map(squares, output_col=1),
    "no bool": lambda p: p.filter(squares),
    "no such name": lambda p: p.nothing,
    "no batches": lambda p: p.batch(0),
    "too few": lambda p: p.map(row, [0, 1]),
}


def answer(pipe, make):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return str(list(make(pipe)))
        except (AttributeError, ValueError, AssertionError) as error:
            return type(error).__name__, str(error)[:40]  # PyTorch's go on with what the pipe was made of


@pytest.mark.parametrize("name", ITER)
def test_pipes_give_what_pytorchs_give(torch, name):
    import torch.utils.data.datapipes  # the fixture's, with all its parts

    found = []
    for library in (mt, torch):
        library.manual_seed(3)
        found.append([answer(ten(library=library), ITER[name]), library.rand(1).item()])
    assert found[0] == found[1]


@pytest.mark.skipif(sys.platform == "win32", reason="processes are forked")
@pytest.mark.parametrize(
    "options",
    [
        {}, {"shuffle": True}, {"shuffle": False, "num_workers": 2}, {"shuffle": True, "num_workers": 2},
        {"num_workers": 2, "persistent_workers": True},
    ],
    ids=str,
)  # fmt: skip
def test_a_loader_seeds_pipes_and_shares_them_out(torch, options):
    import torch.utils.data.datapipes

    found = []
    for library in (mt, torch):
        library.manual_seed(1)
        pipe = ten(11, library).shuffle().sharding_filter()
        loader = library.utils.data.DataLoader(pipe, 2, **options)
        found.append([[batch.tolist() for batch in loader] for _ in range(2)])
        found[-1].append(library.rand(1).item())
    assert found[0] == found[1]
    assert sorted(sum(found[0][0], [])) == list(range(11))


def test_a_shuffler_is_added_and_old_iterators_end():
    with pytest.warns(UserWarning, match="does not contain a `Shuffler`"):
        loader = mt.utils.data.DataLoader(ten(), shuffle=True)
    assert sorted(batch.item() for batch in loader) == list(range(10))
    pipe = ten()
    first, second = iter(pipe), iter(pipe)
    assert next(second) == 0
    with pytest.raises(RuntimeError, match="^This iterator has been invalidated"):
        next(first)


def test_map_pipes(torch):
    import torch.utils.data.datapipes

    found = []
    for library in (mt, torch):
        pipe = library.utils.data.datapipes.map.SequenceWrapper(list(range(7)))
        batches, both = pipe.batch(3), pipe.concat(pipe.map(squares))
        ways = [batches[2], len(batches), both[9], len(both), pipe.zip(both)[1], list(pipe.shuffle().set_seed(0))]
        for one, index in ((batches, 3), (both, 20), (pipe.zip(both), 20)):
            with pytest.raises(IndexError) as caught:
                one[index]
            ways.append(str(caught.value))
        found.append(ways)
    assert found[0] == found[1]
