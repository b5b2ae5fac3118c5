"""Results lie in memory as PyTorch's do: `view` works for the same tensors, and random numbers come in the same order."""

import itertools

import numpy as np
import pytest

import minitorch as mt

F = "package.nn.functional"
CALLS = f"""package.cat([x,y],1) package.cat([x,x],0) package.cat([x,y[:1]]) package.stack([x,y])
x.masked_fill(x>0.5,0) {F}.softmax(x,1) {F}.log_softmax(x,-1) {F}.layer_norm(x,x.shape[-1:]) x.cumsum(1) x.cumprod(1)
{F}.logsigmoid(x) x.tril() x.triu() x.sort(1)[1] x.topk(2,1)[0] x.topk(2,1)[1] x.index_add(1,zero,one) x.scatter(1,index,1.)
x.scatter_add(1,index,x) x.masked_scatter(x>0.5,x) package.full_like(x,2) package.rand_like(x) package.randn_like(x)
package.randint_like(x,5) x.double() x.half() x.bool() x.clone() x.exp() x*2 x+x""".split()


@pytest.mark.parametrize("turned", ["turned", "channels_last", "expanded", "every second"])
@pytest.mark.parametrize("code", CALLS)
def test_results_lie_in_memory_as_pytorchs_do(torch, code, turned):
    found = []
    for package in [mt, torch]:
        package.manual_seed(0)
        x = package.rand(2, 3, 4, 5)
        x = {
            "turned": lambda x=x: x.permute(3, 1, 2, 0),
            "channels_last": lambda x=x, package=package: x.contiguous(memory_format=package.channels_last),
            "expanded": lambda x=x: x[:, :1].expand(2, 3, 4, 5),
            "every second": lambda x=x: x[..., ::2],
        }[turned]()
        names = {
            "package": package,
            "x": x,
            "y": package.ones(x.shape),
            "zero": package.tensor([0]),
            "one": package.ones(x.shape)[:, :1],
            "index": package.zeros(x.shape).long(),
        }
        made = eval(code, names)
        found.append((made.stride(), made.double().numpy()))
    assert found[0][0] == found[1][0]
    np.testing.assert_allclose(found[0][1], found[1][1], rtol=1e-3, atol=1e-6)


LINEAR = """inv(S) cholesky(S) cholesky(S,upper=True) eigh(S)[1] eig(A)[1] qr(B)[0] qr(B)[1] qr(B,mode="complete")[0]
qr(B,mode="r")[1] svd(B)[0] svd(B)[2] svd(B,full_matrices=False)[0] lu_factor(B)[0] ldl_factor(S)[0] lu(B)[1] pinv(B)
solve(A,B[:4]) solve(A,B[:4].mT,left=False) solve_triangular(S,B[:4],upper=True) lstsq(A,B[:4])[0] matrix_power(A,-2)
lu_solve(*linalg.lu_factor(A),B[:4]) ldl_solve(*linalg.ldl_factor(S),B[:4]) matrix_exp(A)""".split()
OLD = "cholesky_solve(B[:4],S) cholesky_inverse(S) geqrf(B)[0] svd(B)[2] inverse(A.mT) mm(A.mT,A.mT) bmm(A[None].mT,A[None].mT)"


@pytest.mark.parametrize("code", [*("linalg." + x for x in LINEAR), *("package." + x for x in OLD.split())])
def test_what_lapack_makes_lies_by_columns(torch, code):
    found = []
    for package in [mt, torch]:
        A, B = package.arange(16.0).sin().view(4, 4) + package.eye(4), package.arange(15.0).cos().view(5, 3)
        names = {"A": A, "B": B, "S": A @ A.mT + package.eye(4), "linalg": package.linalg, "package": package}
        found.append(eval(code, names).stride())
    assert found[0] == found[1]


NEW = """x[None]|x[:, None]|x[..., None]|x[0, None]|x.unsqueeze(0)|x.unsqueeze(1)|x.unsqueeze(-1)|t[None]|t.unsqueeze(0)|s[None, None]
t.unsqueeze(1)|t[None].clone().is_contiguous()|t[None].double().is_contiguous()|(t[None] / 255).is_contiguous()
F.max_pool2d(t[None] / 255, 2)|F.interpolate(t[None] * 2, scale_factor=2)|F.conv2d(t[None] / 255, w)|F.instance_norm(last)
F.fractional_max_pool2d(last, 2, output_size=2)|F.max_pool2d(last, 2)"""


def test_new_dimensions_have_pytorchs_strides(torch):
    for call in NEW.replace("\n", "|").split("|"):
        made = []
        for library in (torch, mt):
            x, F = library.arange(60.0).view(3, 4, 5), library.nn.functional
            t = library.arange(60.0).view(4, 5, 3).permute(2, 0, 1)  # an image as files have it
            names = {"x": x, "t": t, "s": library.tensor(1.0), "F": F, "w": library.ones(2, 3, 2, 2)}
            found = eval(call, names | {"last": x[None].contiguous(memory_format=library.channels_last)})
            made.append(found if isinstance(found, bool) else found.stride())
        assert made[0] == made[1], call


ALONG = """softmax(x, 1)|log_softmax(x, 3)|logsumexp(x, 1)|logsumexp(x, (1, 3))|logsumexp(x, 3, keepdim=True)|cumsum(x, 1)
cumprod(x, 3)|logcumsumexp(x, 1)|logcumsumexp(x, 3)|cummax(x, 1)[0]|cummax(x, 3)[1]|cummin(x, 1)[1]
sort(x, 1)[0]|sort(x, 3)[1]|argsort(x, 1)|argsort(x, dim=3, stable=True)|flip(x, (1,))"""


@pytest.mark.parametrize("dims", [(0, 2, 3, 1), (3, 1, 0, 2), (0, 3, 2, 1)])
def test_what_goes_along_a_dimension_has_pytorchs_strides(torch, dims):
    for call in ALONG.replace("\n", "|").split("|"):
        found = [
            eval("lib." + call, {"lib": lib, "x": lib.arange(120.0).view(2, 3, 4, 5).permute(dims)}).stride()
            for lib in (torch, mt)
        ]
        assert found[0] == found[1], call


def test_one_image_keeps_its_channels_last_in_another_dtype(torch):
    found = []
    for lib in (mt, torch):
        x = lib.ones(1, 3, 4, 4, dtype=lib.uint8).to(memory_format=lib.channels_last)
        found.append(
            [lib.nn.functional.interpolate(y, scale_factor=2).stride() for y in (x.float(), x.float().double())]
        )
    assert found[0] == found[1]


BACK = """F.max_pool2d(x, 2)|F.avg_pool2d(x, 2)|F.adaptive_avg_pool2d(x, 2)|F.adaptive_max_pool2d(x, 2)
F.pad(x, (1, 1, 1, 1), mode="reflect")|F.pad(x, (1, 1, 1, 1), mode="replicate")|F.pad(x, (1, 1, 1, 1), mode="circular")
F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2)|F.lp_pool2d(x, 2.0, 2)"""


@pytest.mark.parametrize("images", [1, 2])
def test_gradients_of_poolings_and_paddings_lie_as_the_images_do(torch, images):
    found = []
    for library in (mt, torch):
        orders = (library.contiguous_format, library.channels_last)
        found.append([])
        for call, order, given in itertools.product(BACK.replace("\n", "|").split("|"), orders, orders):
            x = library.arange(images * 72.0).view(images, 3, 4, 6).contiguous(memory_format=order).requires_grad_()
            y = eval(call, {"x": x, "F": library.nn.functional})
            (g,) = library.autograd.grad(y, x, library.ones(y.shape).contiguous(memory_format=given))
            found[-1].append([call, order == orders[1], given == orders[1], y.stride(), g.stride(), g.tolist()])
    assert found[0] == found[1]


def test_copies_of_one_image_keep_its_order(torch):
    found = []
    for library in (mt, torch):
        x = library.ones(1, 3, 4, 6).contiguous(memory_format=library.channels_last)
        copies = (x.clone(), x.double(), library.nn.functional.pad(x, (1, 1)))
        found.append([library.nn.functional.max_pool2d(y, 2).stride() for y in copies])
    assert found[0] == found[1]
