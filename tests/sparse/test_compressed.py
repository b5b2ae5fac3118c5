"""Sparse tensors in csr, csc, bsr and bsc: results, printed forms, kinds and words of errors are PyTorch's."""

import copy
import io
import pickle
import re

import pytest

import minitorch as mt

pytestmark = [
    pytest.mark.filterwarnings("ignore:Sparse CS"),
    pytest.mark.filterwarnings("ignore:Sparse BS"),
    pytest.mark.filterwarnings("ignore:Sparse invariant"),
]
LAYOUTS = "csr csc bsr bsc".split()


def tried(code, names):
    """What a program gives, in words: its result, or the error. Of a missing kernel PyTorch lists all others, too."""
    try:
        found = eval(code, names)
    except Exception as error:
        return f"{type(error).__name__}: {str(error).split(' This could be because')[0]}".replace("minitorch", "torch")
    kind = f"{found.dtype} {type(found.grad_fn).__name__} " if hasattr(found, "grad_fn") else ""
    return re.sub(r"\s+", " ", kind + repr(found)).replace("minitorch", "torch")


def matrix(lib, layout):
    dense = lib.tensor([[1.0, 0, -2, 0], [0, 0, 3, 0], [0, 4, 0, 5], [0, 0, 0, 0]])
    return dense.to_sparse(layout=getattr(lib, "sparse_" + layout), blocksize=(2, 2) if layout[0] == "b" else None)


def calls(text):
    return [call.strip() for line in text.split("\n") for call in line.split("|") if call.strip()]


ON_ALL = calls("""
X | X.sin() | X.relu() | X.sgn() | X.isnan() | -X | X.abs() | X.erf() | X.frac() | X.to(torch.int32) | X.clone()
X.bool() | X * 2 | 2 * X | X * torch.tensor(2.0) | X.cos() | X / 2 | X**2 | X + 1 | X * X | X + X | X + Y | X - Y
X + D | D + X | X * D | D * X | X + C | C + X | X @ D | D @ X | X @ v | X @ X | X @ CSR | CSR @ X | CSC @ X
torch.mv(X, v) | torch.sparse.mm(X, D) | torch.sparse.mm(D, X) | torch.addmm(D, X, D, beta=2, alpha=3)
torch.addmm(D, D, X) | torch.addmv(v, X, v) | torch.sparse.sampled_addmm(X, D, D, beta=2) | X.t() | X.mT
X.transpose(0, -1) | X.permute(1, 0) | X.sum() | X.sum(0) | X.sum(0, keepdim=True)
X.sum((0, 1), keepdim=True) | X.bool().sum() | torch.add(X, X, alpha=3) | X.mean() | X.to_dense() | X.to_sparse()
X.to_sparse(1) | X.to_sparse_csr() | X.to_sparse_csc() | X.to_sparse_bsr((2, 2)) | X.indices()
X.to_sparse_bsc((1, 2)) | X.to_sparse_bsr((3, 2)) | X.to_sparse_bsr(2) | X.to_sparse(layout=torch.sparse_bsr)
X.to_sparse_csr(0) | X.to_sparse(layout=torch.sparse_csr, blocksize=(2, 2)) | X.to_sparse(layout=torch.strided)
X.crow_indices() | X.col_indices() | X.ccol_indices() | X.row_indices() | X.values() | X._indices() | X.is_coalesced()
X._nnz() | X.layout | X.is_sparse | X.is_sparse_csr | X.sparse_dim() | X.dense_dim() | X._dimI() | X.stride()
X.is_contiguous() | X.contiguous() | X.untyped_storage() | X.numpy() | X.tolist() | X.type() | X.type(torch.float64)
X.requires_grad_() | X[0] | X[0, 2] | X[:, 0] | X[0:1] | X.unbind() | X.__setitem__(0, 1.0) | X.zero_() | X.fill_(1.0)
X.mul_(2) | X.copy_(Y) | X.copy_(D) | D.copy_(X) | X.copy_(CSR) | torch.zeros_like(X) | torch.ones_like(X)
X.reshape(2, 8) | X.expand(2, 4, 4) | X == Y | torch.equal(X, Y) | bool(X) | X.norm() | X.cumsum(0)
torch.cat([X, X]) | X.sparse_mask(Y) | X.sparse_mask(CSR) | X[:] | X[4] | X.expand(4, 4) | X * v | D.sparse_mask(X)
X.sparse_mask(C) | torch.nn.functional.linear(D, X, v) | torch.zeros(2, 4, layout=X.layout)
torch.zeros(3, layout=X.layout) | torch.sparse.spdiags(D[:1], torch.tensor([0]), (4, 4), layout=X.layout)
torch.zeros(3, 2, 4, layout=X.layout)
""")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("call", ON_ALL)
def test_results_and_errors(torch, call, layout):
    def make(lib):
        names = {
            "X": matrix(lib, layout),
            "Y": matrix(lib, layout),
            "D": lib.arange(16.0).reshape(4, 4),
            "v": lib.arange(4.0),
        }
        names |= {"C": matrix(lib, "csr").to_sparse(), "CSR": matrix(lib, "csr"), "CSC": matrix(lib, "csc")}
        return tried(call, names | {"torch": lib})

    assert make(mt) == make(torch)


def parts(lib):
    """Matrices, batches of them, and such with dense dimensions."""
    batch = lib.tensor([[[1.0, 0, 2, 0], [0, 3, 0, 0]], [[0, 1, 2, 0], [0, 0, 0, 3]]])
    uneven = lib.tensor([[[1.0, 0, 2, 0], [0, 3, 0, 0]], [[0, 1, 0, 0], [0, 0, 0, 3]]])
    dense, values = lib.tensor([[1.0, 0, 2], [0, 0, 3], [0, 4, 0], [0, 0, 0]]), lib.arange(1.0, 7.0).reshape(3, 2)
    twice = lib.sparse_coo_tensor(lib.tensor([[1, 0, 1], [1, 0, 1]]), lib.tensor([1.0, 2.0, 3.0]), (2, 2))
    return {
        "torch": lib, "D": dense, "B": batch, "U": uneven, "C": dense.to_sparse(), "T": twice, "H": batch.to_sparse(2),
        "R": batch.to_sparse_csr(), "S": batch.to_sparse_csc(), "Q": batch.to_sparse_bsr((2, 1)),
        "V": lib.sparse_csr_tensor([0, 1, 3], [1, 0, 3], values, (2, 4, 2)),
        "W": lib.sparse_csc_tensor([0, 1, 3], [1, 0, 3], values, (4, 2, 2)),
    }  # fmt: skip


OF_FORMS = calls("""
D.to_sparse_bsc((1, 3)) | D.to_sparse_bsr((2, 2)) | D.to_sparse_bsr(1) | D.to_sparse_bsr((2,))
D.to_sparse_bsr((0, 2)) | B.to_sparse_csc(1) | D.to_sparse_bsr((4, 3), dense_dim=1) | D.to_sparse_csr(dense_dim=1)
D.to_sparse(layout=torch.sparse_bsr) | B.to_sparse_bsr((2, 2), 1)
D.to_sparse(layout=torch.sparse_csc, blocksize=(1, 1)) | D.to_sparse(blocksize=(2, 2)) | D.to_sparse(dense_dim=1)
U.to_sparse_bsr((2, 2)) | B.to_sparse_csr() | B.to_sparse_bsc((1, 2)) | U.to_sparse_csr()
torch.zeros(0, 3).to_sparse_csc() | torch.zeros(0, 2, 3).to_sparse_csr() | torch.arange(3.0).to_sparse_csr()
torch.zeros(2, 2).to_sparse_bsr((2, 1)) | D.half().to_sparse_csc() | C.to_sparse_csr() | C.to_sparse_csc()
C.to_sparse_bsr((2, 3)) | C.to_sparse_bsc((3, 2)) | C.to_sparse_csr(dense_dim=0) | C.to_sparse(1) | T.to_sparse_csr()
T.to_sparse_bsr((2, 2)) | H.to_sparse_csc() | H.to_sparse_bsr((2, 2)) | R.to_sparse().to_sparse_csr() | R.to_dense()
R.to_sparse() | R.to_sparse_csc() | S.to_sparse_csr() | R.to_sparse_bsr((1, 1)) | Q.to_sparse_bsc((2, 1))
Q.to_sparse_bsc((1, 1)) | Q.to_sparse() | Q.mT | R.transpose(0, 1) | R.t() | R[1] | R[1, 0] | Q[0] | R * 2 | R.sum()
V | V.to_dense() | W.to_dense() | V.to_sparse_csc() | V.to_sparse_bsr((2, 2)) | V.dense_dim() | V[0] | V.select(2, 0)
V.mT | W.to_sparse() | R.relu() | R.crow_indices().dtype | C.to_sparse_csr() + (D * (D == 4)).to_sparse_csr()
torch._validate_sparse_csc_tensor_args(R.crow_indices(), R.col_indices(), R.values(), (2, 4, 2))
torch.testing.assert_close(R, R * 1) | torch.testing.assert_close(R, R * 2)
torch.testing.assert_close(C.to_sparse_csr(), C.to_sparse_csc())
torch.testing.assert_close(Q, B.to_sparse_bsr((2, 2)))
torch.testing.assert_close(C.to_sparse_csr(), C.to_sparse_csc(), check_layout=False)
torch.sparse_csr_tensor([0, 1], [5], [1.0], (1, 2)).to_dense()
torch.sparse_csr_tensor([0, 2, 2], [1, 1], [1.0, 2.0], (2, 2)).to_dense()
""")


@pytest.mark.parametrize("call", OF_FORMS)
def test_from_one_form_to_another(torch, call):
    assert tried(call, parts(mt)) == tried(call, parts(torch))


PARTS = """
csr [0,1,2],[0,1],[1.,2.] | csc [0,1,2],[0,1],[1,2],(5,2) | bsr [0,1,2],[0,1],[[[1.,2.]],[[3.,4.]]]
bsc [0,1,2],[0,1],[[[1.]],[[2.]]] | csr [0,1,2],[0,1],[1,2],dtype=torch.float64,requires_grad=True
csr [0,1,2],[0,1],[1,2],requires_grad=True | bsr [0,1,2],[0,1],[1.,2.]
csr [0,1,2],[0,1],[1.,2.],layout=torch.sparse_csc | csr 1,2,3 | csr [0.,1],[0],[1.] | csr [0,1,2],[0,1],[1.,2.],(2,-1)
csr [[0,1,2]],[[0,1]],[[1.,2.]]
csr torch.tensor([0,1],dtype=torch.int32),torch.tensor([0],dtype=torch.int32),torch.tensor([1.])
csr [1,1,2],[0,1],[1.,2.],(2,2) | csr [0,1,3],[0,1],[1.,2.],(2,2) | csr [0,3,2],[0,1],[1.,2.],(2,2)
csc [0,1,2],[0,2],[1.,2.],(2,2) | csr [0,2,2],[1,0],[1.,2.],(2,2) | csc [0,2,2],[1,1],[1.,2.],(2,2)
csc [0,1,2],[0,1],[1.,2.],(2,3) | csr [0,1,2],[0,1],[1.,2.],(2,2,1) | bsc [0,1,2],[0,1],[[[1.,1.]],[[2.,2.]]],(2,3)
bsr [0,1,2],[0,1],[[[1.,1.]],[[2.,2.]]],(3,4) | csr [0,1,2],[0,1],[1.,2.,3.],(2,2) | csr [0,1,2],[[0,1]],[1.,2.],(2,2)
csr [[0,1,2]],[[0,1]],[1.,2.],(2,2) | csr [[0,1,2]],[[0,1]],[[1.,2.]],(2,2,2)
csr torch.tensor([0,1],dtype=torch.int32),torch.tensor([0]),torch.tensor([1.]),(1,1)
csr [0,1],[0],torch.tensor(1.),(1,1) | csr torch.tensor([0,0,1,0,2])[::2],torch.tensor([0,1]),[1.,2.],(2,2)
csr [0,1,2],[0,1],[1.,2.],(2,2),pin_memory=True | csr [[0,1,2],[0,1,2]],[[0,1],[1,0]],[[1.,2.],[3,4]],(2,2,2)
csr [0,1,2],[0,1],[[1.,2.],[3,4]],(2,2,2) | compressed [0,1],[0],[1.]
compressed [0,1],[0],[1.],layout=torch.sparse_coo | compressed [0,1],[0],[1.],(1,1),layout=torch.sparse_csc
"""


@pytest.mark.parametrize("check", [True, False])
@pytest.mark.parametrize("call", calls(PARTS))
def test_parts_that_fit_and_parts_that_do_not(torch, call, check):
    name, arguments = call.split(" ", 1)
    code = f"torch.sparse_{name}_tensor({arguments}, check_invariants={check})"
    assert tried(code, {"torch": mt}) == tried(code, {"torch": torch})


def of_parts(lib, layout, values):
    indices = {"csr": ([0, 2, 3, 5, 5], [0, 2, 2, 1, 3]), "csc": ([0, 1, 2, 4, 5], [0, 2, 0, 1, 2])}
    indices |= {"bsr": ([0, 2, 3], [0, 1, 0]), "bsc": ([0, 1, 3], [0, 0, 1])}
    compressed, plain = map(lib.tensor, indices[layout])
    return lib.sparse_compressed_tensor(compressed, plain, values, (4, 4), layout=getattr(lib, f"sparse_{layout}"))


GRADIENTS = calls("""
X | X.to_dense() | X.to_dense(masked_grad=False) | X.values() | X.sum() | X * 2 | X.sin() | X.relu() | -X | X.clone()
X.double() | X.to_sparse() | X.to_sparse_csr() | X.to_sparse_csc() | X.to_sparse_bsr((2, 2)) | X.to_sparse_bsc((2, 2))
X.t() | X.transpose(0, 1) | X @ E | X @ E[:, 0] | D @ X | torch.sparse.mm(X, E) | torch.sparse.mm(D, X)
torch.sparse.addmm(F, X, E, alpha=3) | torch.addmv(F[0], X, E[:, 0]) | X + D
torch.sparse.sampled_addmm(X, D, E, beta=2, alpha=3)
F.to_sparse(layout=X.layout, blocksize=(2, 2) if X.values().ndim > 1 else None) | torch.nn.functional.linear(D, X)
""")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("call", GRADIENTS)
def test_gradients(torch, call, layout):
    def make(lib):
        values = (lib.arange(1.0, 6.0) if layout[0] == "c" else lib.arange(1.0, 13.0).reshape(3, 2, 2)).requires_grad_()
        D, E = lib.arange(16.0).reshape(4, 4).requires_grad_(), lib.arange(1.0, 17.0).reshape(4, 4).requires_grad_()
        names = {
            "torch": lib,
            "X": of_parts(lib, layout, values),
            "D": D,
            "E": E,
            "F": lib.ones(4, 4).triu().requires_grad_(),
        }

        def back(found):
            whole = found.to_dense()
            (whole * lib.arange(1.0, whole.numel() + 1).reshape(whole.shape)).sum().backward()
            return type(found.grad_fn).__name__, values.grad, D.grad, E.grad, names["F"].grad

        return tried(f"back({call})", names | {"back": back})

    assert make(mt) == make(torch)


def test_a_leaf_in_csr_has_a_gradient_in_csr(torch):
    def make(lib):
        x = of_parts(lib, "csr", lib.arange(1.0, 6.0)).requires_grad_()
        lib.sparse.mm(x, lib.arange(16.0).reshape(4, 4)).sum().backward()
        return tried("x.grad", {"x": x})

    assert make(mt) == make(torch)


@pytest.mark.parametrize("zipped", [True, False])
def test_files_go_both_ways(torch, zipped):
    def state(lib):
        found = {name: matrix(lib, name) for name in LAYOUTS} | {"batch": parts(lib)["R"], "hybrid": parts(lib)["W"]}
        return found | {"parameter": lib.nn.Parameter(matrix(lib, "bsr"))}

    for writer, reader in ((mt, torch), (torch, mt), (mt, mt)):
        file = io.BytesIO()
        writer.save(state(writer), file, _use_new_zipfile_serialization=zipped)
        file.seek(0)
        found = reader.load(file, weights_only=True)
        expected = state(reader)
        assert {name: tried("x", {"x": x}) for name, x in found.items()} == {
            name: tried("x", {"x": x}) for name, x in expected.items()
        }


def test_a_file_with_places_outside_is_refused(torch):
    file = io.BytesIO()
    torch.save(torch.sparse_csc_tensor([0, 1], [5], [1.0], (1, 1)), file)
    file.seek(0)
    with pytest.raises(pickle.UnpicklingError, match="0 <= row_indices < nrows"):
        mt.load(file)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_copies_and_pickles(layout):
    made = matrix(mt, layout).requires_grad_()
    for again in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert repr(again) == repr(made)
        assert again.requires_grad
    again.detach().values()[0] = 7.0
    assert repr(again) != repr(made)


def test_products_of_larger_matrices():
    """As of the same dense matrices, in all layouts."""
    mt.manual_seed(0)
    dense, other = (mt.randn(12, 8) * (mt.rand(12, 8) < 0.3)).double(), mt.randn(8, 12).double()
    for layout in LAYOUTS:
        x = dense.to_sparse(layout=getattr(mt, f"sparse_{layout}"), blocksize=(3, 2) if layout[0] == "b" else None)
        assert mt.equal(x.to_dense(), dense)
        if layout != "bsc":
            assert mt.allclose(x @ other, dense @ other)
        if layout != "bsr":
            assert mt.allclose(other @ x, other @ dense)
        if layout[0] == "c":
            assert mt.allclose(other[0] @ x, other[0] @ dense)
            assert mt.allclose((x @ other.to_sparse_csr()).to_dense(), dense @ other)
