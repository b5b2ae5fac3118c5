"""Linear algebra beside PyTorch's samples: its messages, the names of results and of recorded steps, singular matrices."""

import doctest
import warnings

import numpy as np
import pytest

import minitorch as mt

WRONG = """
linalg.vector_norm(ones(2, dtype=float64), dtype=float32)
linalg.matrix_norm(ones(2, 2, dtype=float16), dtype=bfloat16)
linalg.vecdot(ones(3), ones(4))
linalg.lstsq(ones(2, 3), ones(1))
linalg.lstsq(ones(2, 2, 3), ones(1, 2))
linalg.svd(ones(2))
linalg.cond(ones(2))
linalg.inv(eye(2), out=ones(2, 2, dtype=int32))
linalg.eigh(eye(2), out=(ones(2, dtype=int64), ones(2, 2)))
matrix_power(eye(2), 2, out=ones(2, 2, dtype=int64))
linalg.inv(zeros(2, 2))
linalg.inv(ones(3, 3))
linalg.inv(stack([eye(2), zeros(2, 2)]))
linalg.inv(ones(2, 3))
linalg.inv(ones(2))
linalg.inv(ones(2, 2, dtype=int64))
linalg.inv(eye(2, dtype=float16))
linalg.inv([1.0])
inverse([1.0])
linalg.inv_ex(zeros(2, 2), check_errors=True)
linalg.solve(zeros(2, 2), ones(2))
linalg.solve(zeros(3, 2, 2), ones(3, 2, 1))
linalg.solve(eye(2), ones(3, 2))
linalg.solve(eye(2), ones(2), left=False)
linalg.solve(eye(2), ones(2, dtype=float64))
det(ones(2, 3))
slogdet(ones(2, 3))
logdet(ones(2, 3))
linalg.tensorinv(ones(2, 3, 4))
linalg.tensorinv(ones(2, 3, 4), ind=0)
linalg.tensorsolve(ones(2, 3, 4), ones(2))
linalg.cholesky(-eye(2))
linalg.cholesky(-eye(2).expand(2, 2, 2))
linalg.cholesky_ex(-eye(2), check_errors=True)
cholesky(-eye(2))
cholesky_solve(ones(3, 1), eye(2))
triangular_solve(ones(3, 1), eye(2))
linalg.solve_triangular(eye(2), ones(3, 1), upper=True)
linalg.qr(eye(2), mode="bad")
linalg.qr(eye(2).requires_grad_(), mode="r").R.sum().backward()
linalg.qr(ones(3, 2).requires_grad_(), mode="complete").R.sum().backward()
linalg.svd(full((2, 2), nan))
linalg.svd(ones(2, 2), driver="gesvd")
svd(ones(2))
linalg.eigh(eye(2), UPLO="Z")
linalg.eig(full((2, 2), nan))
linalg.eigvals(ones(2, 3))
linalg.lu_factor(zeros(2, 2))
linalg.lu(eye(2), pivot=False)
linalg.pinv(ones(2, 3, dtype=int64))
linalg.norm(ones(2), ord="fro")
linalg.norm(ones(2, 2, 2), 1)
linalg.norm(ones(2, 2, 2), 1, dim=(0, 1, 2))
linalg.matrix_norm(ones(2, 2), 3)
linalg.matrix_norm(ones(2, 2), dim=(0, 0))
linalg.matrix_norm(ones(2, 2), dim=(0,))
linalg.vector_norm(ones(2, dtype=int64))
linalg.vector_norm(ones(0), inf)
linalg.vector_norm(ones(2), dtype=int64)
linalg.cond(eye(2), 3)
linalg.cond(ones(2, 3), 1)
norm(ones(2, 2, 2), p="nuc")
linalg.lstsq(eye(3, 2) * tensor([1.0, 0.0]), ones(3, 1), driver="gels")
cross(ones(2, 4), ones(2, 4))
linalg.cross(ones(2, 4), ones(2, 4))
linalg.vecdot(ones(3), ones(3, dtype=float64))
mv(ones(2, 2), ones(2, dtype=float64))
matmul(ones(2), ones(2, 2, dtype=int64))
matmul(ones(3, 2, 2, dtype=half), ones(2))
dot(ones(2), ones(2, dtype=bool))
vdot(ones(2, dtype=complex64), ones(2))
inner(ones(2, 2), ones(2, dtype=float64))
tensordot(ones(2, 2), ones(2, 2, dtype=float64), 1)
einsum("ij,jk", ones(2, 2), ones(2, 2, dtype=int64))
bmm(ones(1, 2, 2), ones(1, 2, 2, dtype=float64))
addmm(ones(2, 2), ones(2, 2, dtype=float64), ones(2, 2, dtype=float64))
addmm(ones(2, 2), ones(2, 2, dtype=int64), ones(2, 2))
addmv(ones(2), ones(2, 2, dtype=float64), ones(2))
addbmm(ones(2, 2), ones(1, 2, 2), ones(1, 2, 2, dtype=int64))
baddbmm(ones(1, 2, 2), ones(1, 2, 2, dtype=int64), ones(1, 2, 2))
baddbmm(ones(1, 2, 2), ones(1, 2, 2), ones(1, 2, 2, dtype=int64))
addr(ones(2, 2, dtype=int64), ones(2, dtype=int64), ones(2, dtype=int64), alpha=0.5)
nn.functional.bilinear(ones(1, 2), ones(1, 2), ones(1, 2, 2, dtype=float64))
cdist(ones(2, 2), ones(2, 2, dtype=float64))
chain_matmul(ones(2, 2), ones(2, 2, dtype=int64))
linalg.multi_dot([ones(2, 2), ones(2, 2, dtype=int64)])
linalg.multi_dot([ones(2, 2)])
linalg.multi_dot([ones(2, 2), ones(2, 2, 2), ones(2, 2)])
linalg.multi_dot([ones(2, 2), ones(3, 2), ones(2, 2)])
linalg.matrix_power(ones(2, 3), 2)
linalg.matrix_power(zeros(2, 2), -2)
vander(ones(2, 2))
linalg.vander(ones(2), N=1)
renorm(ones(2), 2, 0, 1)
cdist(ones(2, 3), ones(2, 2))
cdist(ones(2, 3), ones(2, 3), compute_mode="bad")
trace(ones(2))
kron(ones(2), 2)
"""

SHOWN = """
linalg.inv_ex(eye(2))
linalg.inv_ex(zeros(2, 2)).info
linalg.solve_ex(eye(2), ones(2))
slogdet(eye(2))
linalg.slogdet(eye(2))
logdet(-eye(1))
linalg.cholesky_ex(eye(2))
linalg.cholesky_ex(-eye(2)).info
linalg.eigh(eye(2))
linalg.lu_factor(eye(2))
linalg.lu_factor_ex(zeros(2, 2))
linalg.lu(eye(2))
lu(eye(2))
lu(eye(2), get_infos=True)
lu_unpack(*linalg.lu_factor(eye(2)), unpack_data=False)
triangular_solve(ones(2, 1), eye(2))
linalg.lstsq(eye(2), ones(2, 1))
linalg.lstsq(eye(2), ones(2, 1)).rank
linalg.lstsq(eye(2)[None], ones(3, 2, 1)).rank
svd(ones(2, 3), compute_uv=False).V
linalg.matrix_rank(ones(0, 2))
linalg.matrix_norm(ones(0, 3), 2)
linalg.matrix_norm(ones(3, 0), 1)
linalg.cond(zeros(2, 2), 1)
linalg.cond(zeros(2, 2, 2), "nuc")
linalg.cond(ones(0, 0))
linalg.vector_norm(ones(2), dtype=float64)
matrix_power(ones(2, 2), 0)
trace(ones(2, 2, dtype=int32))
linalg.solve_triangular(zeros(2, 2), ones(2, 1), upper=True)
linalg.inv(eye(2), out=empty(0))
"""

STEPS = """
linalg.inv inverse linalg.inv_ex linalg.det linalg.slogdet logdet linalg.cholesky linalg.cholesky_ex cholesky_inverse
linalg.qr linalg.svd linalg.svdvals linalg.eigh linalg.eigvalsh linalg.eig linalg.eigvals linalg.pinv linalg.lu_factor
matrix_exp trace linalg.vector_norm linalg.matrix_norm svd qr
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


@pytest.mark.parametrize("expression", lines(WRONG))
def test_errors_say_what_pytorchs_say(expression, torch):
    with pytest.raises(Exception) as theirs:
        of(torch, expression)
    with pytest.raises(RuntimeError if "LinAlg" in theirs.typename else theirs.type) as ours:
        of(mt, expression)
    assert plain(ours.value).splitlines()[0] == plain(theirs.value).splitlines()[0]
    assert ("LinAlg" in theirs.typename) == isinstance(ours.value, mt.linalg.LinAlgError)


@pytest.mark.parametrize("expression", lines(SHOWN))
def test_results_look_like_pytorchs(expression, torch):
    assert plain(repr(of(mt, expression))) == plain(repr(of(torch, expression)))


@pytest.mark.parametrize("name", STEPS)
def test_steps_have_pytorchs_names(name, torch):
    def steps(library):
        found = of(library, f"{name}(eye(3).requires_grad_() * 2)")
        return [t.grad_fn and t.grad_fn.name() for t in (found if isinstance(found, tuple) else (found,))]

    assert steps(mt) == steps(torch)


def test_out_takes_the_results():
    values, vectors = mt.empty(0), mt.empty(0)
    made = mt.linalg.eigh(mt.eye(2), out=(values, vectors))
    assert made.eigenvalues is values and values.tolist() == [1.0, 1.0] and vectors.shape == (2, 2)


def test_equal_singular_values_have_a_gradient():
    x = mt.eye(3).requires_grad_()
    mt.linalg.matrix_norm(x, "nuc").backward()
    assert np.allclose(x.grad.numpy(), np.eye(3), atol=1e-6)


def test_a_loss_on_the_phase_of_complex_vectors_is_an_error():
    x = mt.tensor([[1.0, 2j], [-2j, 3.0]]).requires_grad_()
    with pytest.raises(RuntimeError, match="specified up to multiplication"):
        mt.linalg.eigh(x).eigenvectors.imag.sum().backward()


@pytest.mark.parametrize("name", [n for n in mt.linalg.__all__ if ">>>" in (getattr(mt.linalg, n).__doc__ or "")])
def test_examples_show_what_is_so(name):
    test = doctest.DocTestParser().get_doctest(getattr(mt.linalg, name).__doc__, {}, name, None, 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


SHAPES = [((30, 7), (40, 7)), ((2, 30, 7), (40, 7)), ((3, 1, 5, 4), (2, 30, 4)), ((5, 4), (30, 4))]


@pytest.mark.parametrize("shapes", SHAPES)
@pytest.mark.parametrize("mode", ["use_mm_for_euclid_dist_if_necessary", "use_mm_for_euclid_dist"])
def test_distances_by_a_product_have_pytorchs_gradients(torch, shapes, mode):
    a, b = (np.random.default_rng(seed).random(shape) for seed, shape in enumerate(shapes))

    def made(lib):
        x, y = (lib.tensor(array, requires_grad=True) for array in (a, b))
        found = lib.cdist(x, y, compute_mode=mode)
        first = lib.autograd.grad((found**3).sum(), (x, y), create_graph=True)
        second = lib.autograd.grad((first[0] ** 2).sum() + first[1].sum(), (x, y))
        return [one.detach().numpy() for one in (found, *first, *second)], found.grad_fn.name()

    (ours, name), (theirs, other) = made(mt), made(torch)
    assert name == other
    for one, two in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one, two, rtol=1e-9, atol=1e-9)


def test_where_two_rows_are_one_the_distance_has_no_slope():
    x = mt.eye(30, requires_grad=True)
    mt.cdist(x, x.detach()).diagonal().sum().backward()
    assert not x.grad.any()
