"""On a GPU, or on its double where there is none: operations, programs and training runs give what the CPU gives."""

import numpy as np
import pytest

import minitorch as mt
import minitorch.fast

from . import fake_cupy
from .cuda_harness import check_row
from .cuda_scenarios import SCENARIOS, check
from .op_harness import database
from .samples_nn import ROWS

COMPARED = [row for row in ROWS if row.theirs]


@pytest.fixture(scope="module", autouse=True)
def gpu():
    """A GPU: the one that is here, else the double."""
    own = not mt.cuda.is_available()
    if own:
        fake_cupy.install()
    yield
    if own:
        fake_cupy.uninstall()


@pytest.fixture(scope="module")
def table(torch):
    return database()


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_program_gives_the_same_on_both(name):
    assert check(name) is None


@pytest.mark.parametrize("row", COMPARED, ids=lambda row: row.id)
def test_an_operation_gives_the_same_on_both(row, table):
    results = check_row(row, table[row.name, row.variant], ("float32",), 1)
    assert [w for _, _, wrong in results for w in wrong] == []


# --- what there is of torch.cuda --------------------------------------------------------------------------------------------


def test_the_device_says_what_it_is():
    cuda = mt.cuda
    assert cuda.is_available() and cuda.device_count() >= 1 and cuda.current_device() == 0
    found = cuda.get_device_properties("cuda:0")
    assert found.name == cuda.get_device_name(0) and (found.major, found.minor) == cuda.get_device_capability()
    cuda.set_device(0)
    with cuda.device(0):
        cuda.synchronize()
    with pytest.raises(RuntimeError, match="CUDA error: invalid device ordinal"):
        cuda.set_device(cuda.device_count())


def test_memory_is_counted():
    cuda = mt.cuda
    cuda.empty_cache()
    before = cuda.memory_allocated()
    x = mt.zeros(1000, device="cuda")
    assert cuda.memory_allocated() - before == 4096
    view = x[10:]
    del x
    assert cuda.memory_allocated() - before == 4096  # the view holds it
    assert cuda.max_memory_allocated() >= before + 4096 and cuda.memory_reserved() >= cuda.memory_allocated()
    del view
    assert cuda.memory_allocated() == before
    cuda.reset_peak_memory_stats()
    assert cuda.max_memory_allocated() == before


def test_seeds_and_states():
    cuda = mt.cuda
    for seed in (cuda.manual_seed, cuda.manual_seed_all):
        drawn = []
        for _ in range(2):
            seed(3)
            drawn.append(mt.rand(4, device="cuda"))
        assert drawn[0].equal(drawn[1])
    state = cuda.get_rng_state()
    first = mt.randn(3, device="cuda")
    cuda.set_rng_state(state)
    assert first.equal(mt.randn(3, device="cuda"))


def test_memory_is_shared_with_cupy_both_ways():
    import cupy

    x = mt.arange(4.0, device="cuda")
    there = cupy.asarray(x)
    there[1] += 5
    assert x.tolist() == [0, 6, 2, 3]
    array = cupy.arange(3.0)
    for here in (mt.as_tensor(array, device="cuda"), mt.as_tensor(array)):
        here[0] += 1
        assert here.is_cuda and here.dtype is mt.float64
    assert float(array[0]) == 2
    assert mt.tensor(array).add_(1).is_cuda and float(array[0]) == 2  # tensor copies


def test_pinned_memory():
    x = mt.ones(3)
    pinned = x.pin_memory()
    assert pinned.is_pinned() and pinned[1:].is_pinned() and not x.is_pinned() and pinned.pin_memory() is pinned
    assert pinned.to("cuda", non_blocking=True).tolist() == [1, 1, 1]
    with pytest.raises(RuntimeError, match="[Pp]in"):
        x.cuda().pin_memory()
    data = [{"x": mt.ones(2), "name": "a"}, {"x": mt.zeros(2), "name": "b"}]
    (batch,) = mt.utils.data.DataLoader(data, batch_size=2, pin_memory=True)
    assert batch["x"].is_pinned() and batch["name"] == ["a", "b"]
    assert mt.zeros(2, pin_memory=True).is_cpu


# --- the double itself --------------------------------------------------------------------------------------------------------


@pytest.fixture
def cupy():
    """The double; these tests are about nothing else."""
    import cupy

    if not getattr(cupy, "is_fake", False):
        pytest.skip("a real GPU is here, which needs no double")
    return cupy


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda cp, x: np.asarray(x), "Implicit conversion to a NumPy array"),
        (lambda cp, x: x + np.ones(3), "Unsupported type"),
        (lambda cp, x: cp.maximum.reduce(x), "`cupy_maximum.reduce` is not supported yet"),
        (lambda cp, x: cp.multiply.at(x, 0, 1), "`cupy_multiply.at` is not supported yet"),
        (lambda cp, x: cp.add.at(x.astype("complex64"), cp.array([0]), 1), "does not support complex64"),
        (lambda cp, x: x.max(initial=0), "unexpected keyword argument 'initial'"),
        (lambda cp, x: x.sum(where=x > 0), "unexpected keyword argument 'where'"),
        (lambda cp, x: cp.concatenate([x, np.ones(2)]), "Unsupported type"),
        (lambda cp, x: x.__setitem__(slice(None), np.ones(3)), "non-scalar numpy.ndarray cannot be used for fill"),
        (lambda cp, x: cp.array(["a"]), "Unsupported dtype"),
        (lambda cp, x: x.nothing, "has no attribute 'nothing'"),
        (lambda cp, x: cp.sum([1, 2]), "given where CuPy takes only cupy.ndarray"),
        (lambda cp, x: x.sort(kind="quicksort"), "kind can only be None or 'stable'"),
    ],
)
def test_the_double_refuses_what_cupy_refuses(cupy, call, error):
    with pytest.raises((TypeError, ValueError, AttributeError, NotImplementedError), match=error):
        call(cupy, cupy.arange(3.0))


def test_the_double_differs_silently_where_cupy_does(cupy):
    import cupyx.scipy.special

    x = cupy.arange(3.0)
    assert x[cupy.array([4])].tolist() == [1] and x.take(cupy.array([-4])).tolist() == [2]
    assert np.isnan(cupy.linalg.inv(cupy.zeros((2, 2))).get()).all()
    assert type(x.sum()) is type(x) and x.sum().shape == () and x[1].base is x
    assert not hasattr(cupy, "rec") and not hasattr(x, "__index__") and not hasattr(cupyx.scipy.special, "airy")
    assert (x.astype("float32") * 2.5).dtype == "float32" and (cupy.arange(3, dtype="int32") * 2.5).dtype == "float64"
