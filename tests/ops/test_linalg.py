"""Linear algebra beside PyTorch's samples: its messages, the names of results and of recorded steps, singular matrices."""

import doctest
import warnings

import numpy as np
import pytest

import minitorch as mt

SHOWN = """
linalg.slogdet(eye(2))
logdet(-eye(1))
linalg.eigh(eye(2))
linalg.lstsq(eye(2), ones(2, 1)).rank
linalg.matrix_rank(ones(0, 2))
linalg.matrix_norm(ones(0, 3), 2)
linalg.matrix_norm(ones(3, 0), 1)
linalg.vector_norm(ones(2), dtype=float64)
matrix_power(ones(2, 2), 0)
trace(ones(2, 2, dtype=int32))
linalg.inv(eye(2), out=empty(0))
"""

STEPS = """
linalg.inv inverse linalg.inv_ex linalg.det linalg.slogdet linalg.cholesky
linalg.qr linalg.svd linalg.svdvals linalg.eigh linalg.eigvalsh  linalg.lu_factor
trace linalg.vector_norm linalg.matrix_norm svd qr
""".split()


def lines(text):
    return text.strip().splitlines()


def of(library, expression):
    """The value of an expression in a library's names."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return eval(expression, {}, Names(library))


class Names(dict):
    """A library's names as the names of an expression."""

    def __init__(self, library):
        self.library = library

    def __missing__(self, name):
        return getattr(self.library, name)


def plain(value):
    """What is shown or said, without the name of the library."""
    return str(value).split("\n\nException")[0].replace("minitorch.", "").replace("torch.", "").strip()


@pytest.mark.parametrize("expression", lines(SHOWN))
def test_results_look_like_pytorchs(expression, torch):
    assert plain(repr(of(mt, expression))) == plain(repr(of(torch, expression)))


def test_out_takes_the_results():
    values, vectors = mt.empty(0), mt.empty(0)
    made = mt.linalg.eigh(mt.eye(2), out=(values, vectors))
    assert made.eigenvalues is values and values.tolist() == [1.0, 1.0] and vectors.shape == (2, 2)


def test_equal_singular_values_have_a_gradient():
    x = mt.eye(3).requires_grad_()
    mt.linalg.matrix_norm(x, "nuc").backward()
    assert np.allclose(x.grad.numpy(), np.eye(3), atol=1e-6)


@pytest.mark.parametrize("name", [n for n in mt.linalg.__all__ if ">>>" in (getattr(mt.linalg, n).__doc__ or "")])
def test_examples_show_what_is_so(name):
    test = doctest.DocTestParser().get_doctest(getattr(mt.linalg, name).__doc__, {}, name, None, 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_where_two_rows_are_one_the_distance_has_no_slope():
    x = mt.eye(30, requires_grad=True)
    mt.cdist(x, x.detach()).diagonal().sum().backward()
    assert not x.grad.any()


@pytest.mark.parametrize("name", ["inv", "det", "cholesky", "solve", "slogdet", "eigh", "svd", "qr"])
def test_gradients_of_complex_matrices(name):
    """By finite differences: a formula of one result is told the conjugate of the gradient, one of several is not."""
    generator = mt.Generator().manual_seed(3)
    parts = mt.randn(2, 3, 3, dtype=mt.float64, generator=generator)
    A = (mt.complex(parts[0], parts[1]) + 3 * mt.eye(3)).requires_grad_()

    def lengths(x):
        if name == "solve":
            return mt.linalg.solve(x, x.mT @ x)
        if name in ("cholesky", "eigh"):
            x = x @ x.mH + mt.eye(3)
        made = getattr(mt.linalg, name)(x)
        part = {"slogdet": 1, "eigh": 0, "svd": 1, "qr": 1}.get(name)  # of several results, one that is unique
        return made if part is None else made[part]

    assert mt.autograd.gradcheck(lengths, A)
