"""Random numbers: the same as PyTorch's for the same seed, whatever is drawn and in whatever order."""

import copy
import math
import operator
import pickle
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import minitorch
import minitorch as mt
from minitorch import dtypes
from minitorch import random as ours
from minitorch.random.state import STATE

from ..rounding import angles, close, same, stretched, vector_code

FLOATING = ("float32", "float64", "float16", "bfloat16")
INTEGER = ("int64", "int32", "int16", "int8", "uint8", "bool")
SIZES = (0, 1, 2, 3, 15, 16, 17, 31, 32, 40, 100, 1000)


def numpy_of(name):
    """The NumPy dtype of that name; skips where bfloat16's package is missing."""
    if name == "bfloat16":
        pytest.importorskip("ml_dtypes")
    return getattr(dtypes, name).numpy


def in_step(mine, theirs):
    """Whether both generators have come equally far: the next integers that they draw are the same."""
    import torch

    drawn = ours.randint(0, 2**24, (3,), np.dtype(np.int64), mine)
    return same(drawn, torch.randint(2**24, (3,), generator=theirs))


@pytest.fixture
def pair(torch):
    """A generator of each library, with the same seed."""
    return ours.Generator().manual_seed(12), torch.Generator().manual_seed(12)


@pytest.fixture
def scalar_bernoulli(torch):
    """Skips where PyTorch draws bernoulli_(p) from MKL's generator: it then uses one word, whatever the size."""
    g, h = torch.Generator().manual_seed(0), torch.Generator().manual_seed(0)
    torch.empty(4).bernoulli_(0.5, generator=g)
    torch.empty(8, dtype=torch.uint8).random_(generator=h)
    if not torch.equal(g.get_state(), h.get_state()):
        pytest.skip("PyTorch draws bernoulli_(p) from MKL's own generator on this processor")


def test_the_numbers_everybody_knows():
    g = ours.Generator().manual_seed(0)
    numbers = ours.normal((2, 3), np.dtype(np.float32), generator=g)
    known = [[1.5410, -0.2934, -2.1788], [0.5684, -1.0845, -1.3986]]
    np.testing.assert_allclose(numbers, known, atol=5e-5)
    assert ours.Generator().manual_seed(5489).words(1) == [3499211612]  # Matsumoto and Nishimura's first number


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("name", [*FLOATING, "complex64", "complex128"])
def test_normal(torch, pair, name, n):
    mine, theirs = pair
    for mean, std in ((0, 1), (0.3, 1.7), (-2.0, 0.01), (5.0, 0.0)):
        array = ours.normal((n,), numpy_of(name), mean, std, mine)
        assert close(
            array,
            torch.empty(n, dtype=getattr(torch, name)).normal_(mean, std, generator=theirs),
            mean,
            angles(torch, name, n, std),
        )
    assert in_step(mine, theirs)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("name", FLOATING)
def test_uniform(torch, pair, name, n):
    mine, theirs = pair
    for low, high in ((0, 1), (-0.3, 0.7), (2.0, 5.0), (1000.0, 1000.1), (-1 / 28, 1 / 28), (1.5, 1.5)):
        array = ours.uniform((n,), numpy_of(name), low, high, mine)
        drawn = torch.empty(n, dtype=getattr(torch, name)).uniform_(low, high, generator=theirs)
        assert stretched(torch, array, drawn, low, high)


@pytest.mark.parametrize("name", FLOATING)
def test_large_draws_meet_the_rare_roundings(torch, pair, name):
    mine, theirs = pair
    kind, tensor = numpy_of(name), torch.empty(400_000, dtype=getattr(torch, name))
    drawn = tensor.uniform_(1000, 1000.1, generator=theirs)
    assert stretched(torch, ours.uniform((400_000,), kind, 1000, 1000.1, mine), drawn, 1000, 1000.1)
    assert same(ours.uniform((400_000,), kind, 0, 1, mine), tensor.uniform_(generator=theirs))
    drawn, size = tensor.normal_(0.3, 1.7, generator=theirs), angles(torch, name, 400_000, 1.7)
    assert close(ours.normal((400_000,), kind, 0.3, 1.7, mine), drawn, 0.3, size)
    assert close(ours.exponential((400_000,), kind, 3.0, mine), tensor.exponential_(3.0, generator=theirs))


@pytest.mark.parametrize("n", [16, 40, 400_000])
def test_float32_normals_in_rows_are_the_same_to_the_last_bit(torch, pair, n):
    if not vector_code(torch):
        pytest.skip("PyTorch's polynomials for logarithm, sine and cosine belong to its vector code for x86")
    mine, theirs = pair
    for mean, std in ((0, 1), (0.3, 1.7)):
        expected = torch.empty(n).normal_(mean, std, generator=theirs)
        assert same(ours.normal((n,), np.dtype(np.float32), mean, std, mine), expected)


@pytest.mark.parametrize("kind", ["complex64", "complex128"])
def test_complex_rand(torch, pair, kind):
    mine, theirs = pair
    expected = torch.rand(3, 5, dtype=getattr(torch, kind), generator=theirs)
    assert same(ours.uniform((3, 5), numpy_of(kind), generator=mine), expected)


@pytest.mark.parametrize("width", [1, 10, 2**28 - 1, 2**28, 2**31, 2**32 - 1, 2**32, 2**40, 2**63 - 1])
def test_randint_on_both_sides_of_the_switch_to_long_words(torch, pair, width):
    mine, theirs = pair
    array = ours.randint(0, width, (50,), np.dtype(np.int64), mine)
    assert same(array, torch.randint(0, width, (50,), generator=theirs))


@pytest.mark.parametrize("name", [*INTEGER, *FLOATING])
def test_random_without_bounds(torch, pair, name):
    mine, theirs = pair
    array = ours.random_integers((50,), numpy_of(name), generator=mine)
    assert same(array, torch.empty(50, dtype=getattr(torch, name)).random_(generator=theirs))


@pytest.mark.parametrize("name", ["int64", "int16", "uint8", "float32", "float16"])
def test_random_with_bounds(torch, pair, name):
    mine, theirs = pair
    for low, high in ((0, 2), (3, 100), (5, None)):
        array = ours.random_integers((50,), numpy_of(name), low, high, mine)
        assert same(array, torch.empty(50, dtype=getattr(torch, name)).random_(low, high, generator=theirs))


def test_random_over_all_of_int64(torch, pair):
    mine, theirs = pair
    array = ours.random_integers((50,), np.dtype(np.int64), -(2**63), None, mine)
    assert same(array, torch.empty(50, dtype=torch.int64).random_(-(2**63), None, generator=theirs))


@pytest.mark.parametrize("n", [0, 1, 2, 10, 1000, 60_000])
def test_randperm(torch, pair, n):
    mine, theirs = pair
    assert same(ours.randperm(n, np.dtype(np.int64), mine), torch.randperm(n, generator=theirs))


@pytest.mark.parametrize("name", ["float32", "int64", "bool"])
def test_bernoulli_with_a_number(torch, pair, scalar_bernoulli, name):
    mine, theirs = pair
    for p in (0, 0.3, 1):
        array = ours.bernoulli(p, (5, 20), numpy_of(name), mine)
        assert same(array, torch.empty(5, 20, dtype=getattr(torch, name)).bernoulli_(p, generator=theirs))


@pytest.mark.parametrize("p_name", FLOATING)
@pytest.mark.parametrize("name", ["float32", "float64", "uint8"])
def test_bernoulli_with_an_array(torch, pair, name, p_name):
    mine, theirs = pair
    p = torch.linspace(0, 1, 100).to(getattr(torch, p_name))
    array = ours.bernoulli(p.double().numpy().astype(numpy_of(p_name)), (3, 100), numpy_of(name), mine)
    assert same(array, torch.empty(3, 100, dtype=getattr(torch, name)).bernoulli_(p, generator=theirs))


@pytest.mark.parametrize("rate", [0.5, 3, math.inf])
@pytest.mark.parametrize("name", FLOATING)
def test_exponential(torch, pair, scalar_bernoulli, name, rate):
    mine, theirs = pair
    array = ours.exponential((100,), numpy_of(name), rate, mine)
    assert close(array, torch.empty(100, dtype=getattr(torch, name)).exponential_(rate, generator=theirs))
    assert in_step(mine, theirs)


# --- many calls in a row ----------------------------------------------------------------------------------------------

far = st.just(0.0) | st.floats(1e-100, 3)  # what a rounding of smaller products has lost cannot be had in float64
floats, sizes = st.sampled_from(("float32", "float64", "float16")), st.integers(0, 70)
bounds = st.tuples(st.integers(-(2**40), 2**40), st.integers(1, 2**33)).map(lambda b: (b[0], b[0] + b[1]))
CALLS = st.one_of(
    st.tuples(st.just("normal"), floats, sizes, st.floats(-3, 3), st.floats(0, 3)),
    st.tuples(st.just("uniform"), floats, sizes, far.map(operator.neg), far),
    st.tuples(st.just("randint"), st.just("int64"), sizes, bounds),
    st.tuples(st.just("randperm"), st.just("int64"), sizes),
    st.tuples(st.just("bernoulli"), floats, sizes, st.floats(0, 1)),
    st.tuples(st.just("random"), st.sampled_from(INTEGER), sizes),
    st.tuples(st.just("through bytes"), st.none(), st.none()),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(-(2**63), 2**64 - 1), calls=st.lists(CALLS, min_size=1, max_size=8))
def test_any_calls_in_any_order(torch, seed, calls):
    g, h = ours.Generator().manual_seed(seed), torch.Generator().manual_seed(seed)
    for what, name, n, *more in calls:
        kind, tensor = name and getattr(dtypes, name).numpy, name and torch.empty(n, dtype=getattr(torch, name))
        if what == "normal":
            size = angles(torch, name, n, more[1])
            assert close(ours.normal((n,), kind, *more, g), tensor.normal_(*more, generator=h), more[0], size)
        elif what == "uniform":
            assert stretched(torch, ours.uniform((n,), kind, *more, g), tensor.uniform_(*more, generator=h), *more)
        elif what == "randint":
            assert same(ours.randint(*more[0], (n,), kind, g), torch.randint(*more[0], (n,), generator=h))
        elif what == "randperm":
            assert same(ours.randperm(n, kind, g), torch.randperm(n, generator=h))
        elif what == "bernoulli":
            p = np.full(n, more[0], kind)
            assert same(ours.bernoulli(p, (n,), kind, g), tensor.bernoulli_(torch.from_numpy(p), generator=h))
        elif what == "random":
            assert same(ours.random_integers((n,), kind, generator=g), tensor.random_(generator=h))
        else:  # each goes on from the other's bytes
            of_g, of_h = g.get_state().numpy(), h.get_state()
            g.set_state(of_h.numpy())
            h.set_state(torch.from_numpy(of_g))
    assert close(ours.normal((3,), np.dtype(np.float64), generator=g), torch.empty(3).double().normal_(generator=h))


# --- the generator ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draws", [1, 2, 3, 623, 624, 625, 2000])
def test_state_is_pytorch_s_byte_for_byte(torch, pair, draws):
    mine, theirs = pair
    ours.normal((1,), np.dtype(np.float32), generator=mine)
    torch.empty(1).normal_(generator=theirs)
    mine.words(draws)
    torch.empty(draws, dtype=torch.uint8).random_(generator=theirs)
    one, other = (np.array(g.get_state().numpy()).view(STATE)[0] for g in (mine, theirs))
    waiting = np.array([one["normal"]]), torch.tensor([float(other["normal"])], dtype=torch.float64)
    assert waiting[0] != 0 and close(*waiting)  # the second of a pair of normal numbers
    one["normal"] = other["normal"]
    assert one.tobytes() == other.tobytes()


def test_state_before_the_first_draw_goes_both_ways(torch, pair):
    mine, theirs = pair
    mine.manual_seed(99), theirs.manual_seed(99)
    first, second = mine.get_state().numpy(), theirs.get_state()
    assert first.tobytes() == second.numpy().tobytes()
    ours.uniform((3,), np.dtype(np.float32), generator=mine), torch.rand(5, generator=theirs)
    theirs.set_state(torch.from_numpy(first))
    mine.set_state(second)
    assert mine.initial_seed() == theirs.initial_seed() == 99
    assert mine.get_state().numpy().tobytes() == theirs.get_state().numpy().tobytes()
    assert same(ours.uniform((9,), np.dtype(np.float32), generator=mine), torch.rand(9, generator=theirs))


def test_state_takes_back(torch):
    g = ours.Generator().manual_seed(3)
    ours.normal((1,), np.dtype(np.float32), generator=g)
    before = g.get_state()
    first = ours.normal((5,), np.dtype(np.float32), generator=g)
    assert g.set_state(before) is g
    assert np.array_equal(first, ours.normal((5,), np.dtype(np.float32), generator=g))


def test_copies_and_pickles_go_on_from_the_same_place():
    g = ours.Generator().manual_seed(3)
    ours.normal((1,), np.dtype(np.float32), generator=g)
    others = [copy.deepcopy(g), pickle.loads(pickle.dumps(g))]
    expected = ours.normal((5,), np.dtype(np.float32), generator=g)
    for other in others:
        assert np.array_equal(expected, ours.normal((5,), np.dtype(np.float32), generator=other))


def test_default_generator():
    assert ours.manual_seed(7) is ours.default_generator
    assert ours.initial_seed() == 7
    a = ours.uniform((3,), np.dtype(np.float32))
    b = ours.uniform((3,), np.dtype(np.float32), generator=ours.Generator().manual_seed(7))
    assert np.array_equal(a, b)
    assert ours.seed() == ours.initial_seed() != ours.seed()


def test_seeds(torch):
    for seed in (0, 1, -1, -(2**63), 2**64 - 1, np.int64(5)):
        mine, theirs = ours.Generator().manual_seed(seed), torch.Generator().manual_seed(int(seed))
        assert mine.initial_seed() == theirs.initial_seed()
        assert same(ours.uniform((3,), np.dtype(np.float32), generator=mine), torch.rand(3, generator=theirs))
    assert ours.Generator().initial_seed() == torch.Generator().initial_seed()
    assert str(ours.Generator().device) == str(torch.Generator().device)


F, I = np.dtype(np.float32), np.dtype(np.int64)
MISTAKES = {
    "manual_seed expected a long, but got float": lambda: ours.Generator().manual_seed(1.5),
    "Overflow when unpacking long long": lambda: ours.manual_seed(2**64),
    "RNG state must be": lambda: ours.Generator().set_state(np.zeros(5056)),
    "Invalid mt19937 state": lambda: ours.Generator().set_state(np.zeros(5, np.uint8)),
    "generator expects a minitorch.Generator": lambda: ours.uniform((2,), F, generator=5),
    '"check_uniform_bounds" not implemented': lambda: ours.uniform((2,), I),
    '"normal_kernel_cpu" not implemented': lambda: ours.normal((2,), I),
    "expects lambda > 0.0, but found lambda=-1": lambda: ours.exponential((2,), F, -1),
    "expects p to be in": lambda: ours.bernoulli(1.5, (2,), F),
    "bernoulli_ expects p": lambda: ours.bernoulli(np.array([0.5, np.nan], F), (2,), F),
    '"bernoulli_tensor_cpu_p_" not implemented': lambda: ours.bernoulli(np.array([1]), (1,), F),
    "expects 'from' to be less than 'to'": lambda: ours.randint(5, 5, (2,), I),
    "from is out of bounds": lambda: ours.randint(-3, 3, (2,), np.dtype(np.uint8)),
    "to - 1 is out of bounds": lambda: ours.randint(0, 300, (2,), np.dtype(np.uint8)),
    "negative dimension -1": lambda: ours.randperm(-1, I),
    "without overflow: the last number is 256": lambda: ours.randperm(257, np.dtype(np.uint8)),
}


@pytest.mark.parametrize("message", MISTAKES)
def test_mistakes_are_explained(message):
    with pytest.raises((RuntimeError, TypeError, ValueError, NotImplementedError), match=message):
        MISTAKES[message]()


def test_importing_does_not_load_numpy_random():
    code = "import sys, minitorch; print('numpy.random' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_public_names():
    assert minitorch.Generator is ours.Generator
    assert minitorch.default_generator is ours.default_generator


def test_the_default_generator_goes_back_to_where_it_stood(torch):
    drawn = []
    for lib in (mt, torch):
        lib.manual_seed(7)
        here = lib.get_rng_state()
        first = lib.rand(3).tolist()
        with lib.random.fork_rng():
            lib.rand(100)
        second = lib.rand(3).tolist()
        lib.set_rng_state(here)
        assert lib.rand(3).tolist() == first
        drawn.append((first, second, tuple(here.shape), here.tolist()))
        with pytest.raises(TypeError, match="RNG state must be a"):
            lib.set_rng_state(lib.zeros(5056))
        with pytest.raises(RuntimeError, match="size 5056|Invalid mt19937 state"):
            lib.set_rng_state(here[:-1])
    assert drawn[0] == drawn[1]


def test_random_counts_none_as_no_upper_bound(torch):
    for bounds in ((5, None), (-5, None), (), (9,), (3, 9)):
        drawn = []
        for lib in (mt, torch):
            lib.manual_seed(0)
            drawn.append(lib.zeros(4, dtype=lib.int64).random_(*bounds).tolist())
        assert drawn[0] == drawn[1]


@pytest.mark.parametrize("shape, order", [((5, 4, 8), (1, 0, 2)), ((3, 4), (1, 0)), ((2, 8, 3, 4), (0, 2, 3, 1))])
def test_draws_for_memory_in_another_order(shape, order, torch):
    def drawn(m):
        x = m.full(shape, 0.5).permute(order)
        half, part = m.full(shape, 0.5, dtype=m.float16).permute(order), m.zeros(shape).permute(order)[..., 1:]
        m.manual_seed(3)
        made = [m.randn_like(x), m.rand_like(x), x.clone().normal_(2, 3)]
        made += [
            m.randn_like(half).float(),
            part.normal_(),
            m.randn_like(part),
            m.randn_like(x.double()),
            m.rand(1),
        ]
        return [*made, m.multinomial(x.reshape(shape[-1], -1).t(), 1), m.randn(1)]

    for mine, theirs in zip(drawn(mt), drawn(torch), strict=True):
        assert mine.stride() == theirs.stride()
        np.testing.assert_allclose(mine.numpy(), theirs.numpy(), rtol=2e-6, atol=1e-6)


def test_a_copy_of_a_generator_and_draws_into_other_dtypes(torch):
    said = []
    for lib in (mt, torch):
        g = lib.Generator().manual_seed(3)
        lib.rand(3, generator=g)
        h = lib.Generator()
        h.set_state(g.get_state())
        p = lib.rand(6, dtype=lib.float64, generator=g)
        drawn = lib.bernoulli(p, generator=g, out=lib.empty(6, dtype=lib.uint8))
        said.append(
            (
                lib.equal(lib.rand(6, dtype=lib.float64, generator=h), p),
                h.initial_seed(),
                drawn.tolist(),
                str(drawn.dtype)[-5:],
            )
        )
    assert said[0] == said[1]


DRAWN_WITH = """normal(m,1.0) normal(1.0,m) normal(m,m) normal(m,torch.ones(2,3)) bernoulli(m) (m*1).normal_()
(m*1).uniform_() (m*1).exponential_() (m*1).random_()
(m*1).random_(5) (m*1).random_(1,5) (m*1).bernoulli_() (m*1).bernoulli_(m) ones(3).bernoulli_(m) ones(3).normal_()""".split()


SEEDS = [
    3.7,
    -3.7,
    "7",
    " 7 ",
    "7.5",
    True,
    None,
    np.float32(2.9),
    -1,
    2**64 - 1,
    float("nan"),
    float("inf"),
    [1],
    b"12",
]


@pytest.mark.parametrize("seed", SEEDS, ids=repr)
def test_seeds_are_made_integers(torch, seed):
    """PyTorch applies int() to the seed of a function; a Generator takes integers alone."""

    def outcome(call):
        try:
            return call()
        except Exception as error:
            return type(error)

    def seen(library):
        with library.random.fork_rng():
            function = outcome(lambda: library.manual_seed(seed).initial_seed())
        return (
            function,
            outcome(lambda: library.Generator().manual_seed(seed).initial_seed()),
            outcome(lambda: library.cuda.manual_seed(seed)),
            outcome(lambda: library.cuda.manual_seed_all(seed)),
        )

    assert seen(mt) == seen(torch)
