"""Tensors on different devices do not meet; tensors without numbers take no memory; the user's NumPy keeps its warnings."""

import subprocess
import sys
import warnings

import numpy as np
import pytest

import minitorch as mt

MEET = """
m+c c+m c+n n+c where(m>0,m,c) where(c>0,m,m) cat([m,c]) stack([m,c]) vstack([m,c]) maximum(m,c) clamp(m,c) m.masked_fill(c>0,1.)
addcmul(m,c,c) m==c allclose(m,c) isclose(m,c) outer(m,c) mse_loss(m,c) pow(m,c) complex(m,c)
logical_and(m,c) m.index_add(0,i,c[:1]) quantile(m,z) dist(m,c) meshgrid(m,c,indexing="ij") c.clone().copy_(m)
add(c,c,out=m.clone())
add(m,m,out=c.clone()) dot(m,c) polar(m,c) cross_entropy(M,zeros(2,dtype=long)) c.__setitem__(0,n)
""".split()  # PyTorch refuses them
NUMBERS = """
m[n] c[k] gather(c,0,k) c.index_select(0,k) c.scatter(0,k,c) M@C C@M mm(C,M) linalg.solve(M,C) c.clone().add_(m)
addmm(C,C,M) searchsorted(m,c) isin(c,m) take(c,k) linear(c,M) einsum("ij,jk->ik",C,M)
conv2d(ones(1,1,4,4),ones(1,1,2,2,device="meta"))
m.sum().item() bool(n) equal(m,m) allclose(m,m) nonzero(m) m.tolist() unique(m) masked_select(m,m>0) bincount(k)
repeat_interleave(c,k) float(n) m.numpy() m.cpu() m.to("cpu")
""".split()  # where there would be numbers that do not exist


def names(lib):
    found = {name: getattr(lib, name) for name in dir(lib)} | vars(lib.nn.functional)
    made = {
        "m": lib.ones(2, device="meta"), "c": lib.ones(2), "z": lib.tensor(1.0), "n": lib.tensor(1.0, device="meta"),
        "i": lib.tensor([0]), "k": lib.zeros(1, dtype=lib.int64, device="meta"), "C": lib.ones(2, 2),
        "M": lib.ones(2, 2, device="meta"),
    }  # fmt: skip
    return found | made | {"bool": bool, "float": float}


@pytest.mark.parametrize("code", MEET)
def test_tensors_on_two_devices_are_refused_as_in_pytorch(code, torch):
    for lib in (torch, mt):
        with pytest.raises((RuntimeError, NotImplementedError)):
            eval(code, names(lib))


@pytest.mark.parametrize("code", NUMBERS)
def test_nothing_makes_numbers_of_tensors_that_have_none(code):
    with pytest.raises((RuntimeError, NotImplementedError, TypeError, IndexError)):
        eval(code, names(mt))


@pytest.mark.parametrize(
    "code", "m+z z+m m*2 where(m>0,m,z) clamp(m,z) atan2(m,z) m.clone().mul_(z) m[i] m.clone().copy_(c)".split()
)
def test_one_number_of_the_cpu_goes_with_all(code, torch):
    assert eval(code, names(mt)).device.type == eval(code, names(torch)).device.type == "meta"


def test_tensors_without_numbers_take_no_memory():
    x = mt.rand(1024, 3, 65536, 65536, device="meta")
    assert x.stride() == (12884901888, 4294967296, 65536, 1) and x[1].storage_offset() == 12884901888
    assert mt.nn.Conv2d(3, 5, 2, device="meta")(x).shape == (1024, 5, 65535, 65535)
    assert x.transpose(1, 2).stride() == (12884901888, 65536, 4294967296, 1)
    for made, shape in (
        (x.softmax(1) + x.relu().exp(), x.shape), (x.mean((2, 3)), (1024, 3)), (x.flatten(1), (1024, 3 * 2**32)),
        (mt.cat([x, x], 1), (1024, 6, 65536, 65536)), (x.max(1).indices, (1024, 65536, 65536)),
    ):  # fmt: skip
        assert made.shape == shape and made.device.type == "meta"


CALLS = """tensor([1e300]) tensor(inf) linspace(-3e38,3e38,3) logspace(0,300,4) as_tensor([1e300]) zeros(1).log()
1/zeros(2) zeros(1)/0 isclose(x,x) allclose(x,x) histc(zeros(3)) linalg.inv(eye(2))
linalg.matrix_rank(zeros(2,2)) linalg.slogdet(zeros(2,2)) linalg.norm(x) cdist(zeros(2,2),zeros(2,2)) zeros(1).new_tensor([1e300])
repr(x) repr(tensor([1e-45,3e38])) randn(1000) rand(1000) x.cumsum(0) x.prod() x.sort() x.median() x.var()
multinomial(tensor([0.,1.]),1) sqrt(-zeros(1)-1) x.half() x.to(int32) x.softmax(0)
empty(9).exponential_() empty(40).normal_() x.clone().div_(0) x.nan_to_num()
xlogy(x,x) x.norm()""".split()


@pytest.mark.parametrize("code", CALLS)
def test_infinities_are_answers_and_no_warnings(code):
    values = {name: getattr(mt, name) for name in dir(mt)} | {"inf": float("inf"), "repr": repr}
    values["x"] = mt.tensor([float("inf"), float("nan"), 0.0, -1.0, 3e38])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        eval(code, values)


def test_the_users_numpy_keeps_its_warnings():
    mt.zeros(2).log()
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        np.log(np.zeros(1))
    code = "import minitorch as mt, numpy as np, warnings; warnings.simplefilter('error'); "
    code += "mt.zeros(1).log(); print(np.geterr()['divide'])"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout.strip() == "warn"


def test_every_name_can_be_typed():
    assert all(name.isidentifier() for name in dir(mt))


@pytest.mark.parametrize("alpha", [0.01, 0.3, 1.0, 5.0, 300.0])
def test_numbers_of_the_gamma_and_dirichlet_distributions_move_as_in_pytorch(alpha, torch):
    for lib in (mt, torch):
        lib.manual_seed(3)
    a, b = (lib.full((50, 3), alpha, dtype=lib.float64, requires_grad=True) for lib in (mt, torch))
    draws = (
        (mt._standard_gamma, torch._standard_gamma),
        (mt._sample_dirichlet, lambda x: torch.distributions.Dirichlet(x).rsample()),
    )
    for draw, theirs_draw in draws:
        ours, theirs = draw(a), theirs_draw(b)
        assert np.allclose(ours.detach().numpy(), theirs.detach().numpy(), 1e-12)
        weights = np.arange(1.0, 151.0).reshape(50, 3)
        (ours * mt.tensor(weights)).sum().backward()
        (theirs * torch.tensor(weights)).sum().backward()
        assert np.allclose(a.grad.numpy(), b.grad.numpy(), 2e-3, 1e-3)
        a.grad = b.grad = None
