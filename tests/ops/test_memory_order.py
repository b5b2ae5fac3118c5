"""Results lie in memory as PyTorch's do: `view` works for the same tensors, and random numbers come in the same order."""

import numpy as np
import pytest

import minitorch as mt

F = "package.nn.functional"
CALLS = f"""package.cat([x,y],1) package.cat([x,x],0) package.cat([x,y[:1]]) package.stack([x,y])
x.masked_fill(x>0.5,0) {F}.softmax(x,1) {F}.log_softmax(x,-1) {F}.layer_norm(x,x.shape[-1:]) x.cumsum(1) x.cumprod(1)
x.tril() x.triu() x.topk(2,1)[0] x.topk(2,1)[1] x.index_add(1,zero,one) x.scatter(1,index,1.)
x.scatter_add(1,index,x) package.full_like(x,2) package.rand_like(x) package.randn_like(x)
x.double() x.half() x.bool() x.clone() x.exp() x*2 x+x""".split()


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


LINEAR = """inv(S) cholesky(S) cholesky(S,upper=True) eigh(S)[1] qr(B)[0] qr(B)[1] qr(B,mode="complete")[0]
svd(B)[0] svd(B,full_matrices=False)[0] lu_factor(B)[0] ldl_factor(S)[0] lu(B)[1]
solve(A,B[:4]) solve(A,B[:4].mT,left=False) solve_triangular(S,B[:4],upper=True)
lu_solve(*linalg.lu_factor(A),B[:4]) ldl_solve(*linalg.ldl_factor(S),B[:4])""".split()
OLD = "inverse(A.mT) mm(A.mT,A.mT) bmm(A[None].mT,A[None].mT)"


NEW = """x[None]|x[:, None]|x[..., None]|x[0, None]|x.unsqueeze(0)|x.unsqueeze(1)|x.unsqueeze(-1)|t[None]|t.unsqueeze(0)|s[None, None]
t.unsqueeze(1)|t[None].clone().is_contiguous()|t[None].double().is_contiguous()|(t[None] / 255).is_contiguous()
F.max_pool2d(t[None] / 255, 2)|F.interpolate(t[None] * 2, scale_factor=2)|F.conv2d(t[None] / 255, w)|F.instance_norm(last)
F.fractional_max_pool2d(last, 2, output_size=2)|F.max_pool2d(last, 2)"""


ALONG = """softmax(x, 1)|log_softmax(x, 3)|logsumexp(x, 1)|logsumexp(x, (1, 3))|logsumexp(x, 3, keepdim=True)|cumsum(x, 1)
cumprod(x, 3)|logcumsumexp(x, 1)|logcumsumexp(x, 3)
flip(x, (1,))"""


BACK = """F.max_pool2d(x, 2)|F.avg_pool2d(x, 2)|F.adaptive_avg_pool2d(x, 2)|F.adaptive_max_pool2d(x, 2)
F.pad(x, (1, 1, 1, 1), mode="reflect")|F.pad(x, (1, 1, 1, 1), mode="replicate")|F.pad(x, (1, 1, 1, 1), mode="circular")
F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2)|F.lp_pool2d(x, 2.0, 2)"""
