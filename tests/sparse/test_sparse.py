"""Sparse tensors: values, gradients, printed forms and kinds of errors are PyTorch's."""

import copy
import io
import pickle
from functools import partial
from multiprocessing.reduction import ForkingPickler

import numpy as np
import pytest

import minitorch as mt

INDICES, VALUES, SIZE = [[0, 1, 1, 0], [2, 0, 2, 2]], [3.0, 4.0, 5.0, 1.0], (2, 3)


def both(torch, make):
    """The same for both libraries: (ours, theirs)."""
    return make(mt), make(torch)


def shown(x):
    """Everything about a result that can be compared."""
    if isinstance(x, Exception):
        return type(x).__name__
    if isinstance(x, (tuple, list)):
        return [shown(one) for one in x]
    if not hasattr(x, "is_sparse"):
        return x
    if x.is_sparse_csr:
        parts = x.crow_indices().tolist(), x.col_indices().tolist()
        return (tuple(x.shape), *parts, rounded(x.values()), str(x.dtype)[-7:])
    if x.is_sparse:
        return tuple(x.shape), x.is_coalesced(), x._indices().tolist(), rounded(x._values()), str(x.dtype)[-7:]
    return tuple(x.shape), rounded(x), str(x.dtype)[-7:]


def rounded(x):
    """The numbers, without their last digits."""
    return np.round(np.array(x.detach().tolist(), dtype=object).astype("complex128"), 4).tolist()


def tried(function):
    """What a call gives: its result, or the error."""
    try:
        return function()
    except Exception as error:
        return error


def matrix(torch, coalesced=False, **options):
    made = torch.sparse_coo_tensor(torch.tensor(INDICES), torch.tensor(VALUES), SIZE, **options)
    return made.coalesce() if coalesced else made


def dense(torch):
    return torch.arange(6.0).reshape(2, 3)


def other(torch):
    return torch.arange(12.0).reshape(3, 4)


def stretched(torch):
    """Hybrid: places in one dimension, rows of numbers."""
    return torch.sparse_coo_tensor(torch.tensor([[2, 0, 2]]), torch.arange(6.0).reshape(3, 2), (3, 2))


CALLS = """
S.coalesce() | S.to_dense() | S.t() | S.T | S.transpose(0, 1) | S.permute(1, 0) | -S | S.abs() | S.sin() | S.tanh() | S.sqrt()
S.sign() | S.floor() | S.relu() | S.expm1() | S.erf() | S.isnan() | S.nan_to_num() | S * 2 | 2 * S | S / 2 | S // 2 | S + S
S - S | C + C | C - C | S + C | torch.add(S, C, alpha=2) | D + S | D - S | S * S | C * S | C * C | S * D | D * S
S * torch.tensor(2.0) | S * torch.tensor([1.0, 2, 3]) | S @ E | torch.mm(S, E) | torch.spmm(S, E) | torch.sparse.mm(S, E)
torch.mv(S, E[:, 1]) | S @ E[:, 1] | D @ S.t() | torch.sparse.mm(D, S.t()) | S @ S.t() | torch.sparse.mm(S, S.t()) | S.sum()
torch.addmm(E[:2], S, E, beta=2, alpha=3) | torch.sparse.addmm(E[:2], S, E, beta=2, alpha=3) | torch.sparse.sum(S)
torch.sparse.sum(S, 0) | torch.sparse.sum(S, (0, 1)) | S.sum(0) | S.sum(0, keepdim=True) | S.sum(dtype=torch.float64)
torch.sparse.softmax(S, 1) | torch.sparse.log_softmax(S, 0) | torch.sparse.softmax(S, 1, dtype=torch.float64) | torch.cat([S, C])
torch.cat([S, S], 1) | torch.cat([S, D]) | S.index_select(0, torch.tensor([1, 1, 0])) | S[0] | S[0, 2] | S[:, 0] | S[0:1]
S.select(0, 1) | D.sparse_mask(C) | D.sparse_mask(S) | S.sparse_mask(C) | S.double() | S.to(torch.int32) | S.bool() | S.clone()
S.detach() | D.to_sparse() | D.to_sparse(1) | D.to_sparse(0) | D.to_sparse(3) | torch.tensor(3.0).to_sparse() | H.to_dense()
H.coalesce() | H + H | H * 3 | torch.sparse.sum(H, 0) | torch.sparse.sum(H, 1) | torch.sparse.softmax(H, 0) | H[0]
torch.cat([H, H], 1) | H.index_select(0, torch.tensor([2, 1])) | torch.zeros_like(S) | S.zero_() | S.mul_(2) | S.add_(C) | S.neg_()
D.add_(S, alpha=-2) | D.sub_(S) | S.copy_(C) | S.div_(2) | S.add_(D) | S + D | S + 1 | S / D | D / S | S + H
S.exp() | S.cos() | S.reshape(3, 2) | S.max() | S.prod() | S == S | S.numpy() | S.tolist() | S.item() | S.indices()
S.values() | C.indices() | C.values() | S._nnz() | S.sparse_dim() | S.dense_dim() | H.dense_dim() | D.values() | D.coalesce()
D._nnz() | D.is_coalesced() | D.sparse_dim() | D.dense_dim() | D.to_dense() | S.is_sparse | D.is_sparse | S.stride() | len(S)
S.numel() | S.dim() | S.untyped_storage() | S.expand(2, 2, 3) | torch.linalg.inv(S @ S.t()) | S.unsqueeze(0) | S.is_contiguous()
S.__setitem__(0, 1.0) | S.sparse_resize_((3, 4), 2, 0) | S.sparse_resize_and_clear_((3, 4), 2, 0) | S.unbind() | S.any() | S.norm()
torch.sparse.mm(S, D) | torch.mm(S, D) | torch.bmm(torch.stack([D, D]).to_sparse(), torch.stack([E, E])) | S.fill_(1.0) | bool(S)
torch.softmax(S, 1) | S.sort() | S.gather(0, torch.zeros(1, 3).long()) | S.cumsum(0) | S.chunk(2)
torch.sparse.spdiags(D, torch.tensor([0, 1]), (3, 3)).to_dense() | S.narrow_copy(0, 0, 1) | S.narrow_copy(1, -2, 1)
torch.sparse.spdiags(E[:2], torch.tensor([0, -1]), (3, 4))
torch.sparse.spdiags(E[:2], torch.tensor([0, 2]), (3, 4), torch.sparse_csr)
S.narrow_copy(1, 1, -1) | isinstance(S, torch.sparse.FloatTensor) | S.type()[-18:]
"""
CALLS = [call.strip() for line in CALLS.split("\n") for call in line.split("|") if call.strip()]


@pytest.mark.parametrize("call", CALLS)
def test_results_and_kinds_of_errors(torch, call):
    def make(lib):
        names = {
            "torch": lib,
            "S": matrix(lib),
            "C": matrix(lib, True),
            "D": dense(lib),
            "E": other(lib),
            "H": stretched(lib),
        }
        return tried(lambda: eval(call, names))

    ours, theirs = both(torch, make)
    assert shown(ours) == shown(theirs)


GRADIENTS = """
S | S @ E | torch.sparse.mm(S, E) | S.to_dense() | S.coalesce().values() | S + S | D + S | S * S | S * 2 | S / 2 | S * D | -S
S.sum() | torch.sparse.sum(S) | torch.sparse.sum(S, 0) | torch.sparse.sum(S, -1) | S.t() | torch.sparse.softmax(S, 1)
torch.sparse.log_softmax(S, 1) | torch.addmm(E[:2], S, E, alpha=3) | torch.sparse.addmm(E[:2], S, E, beta=2, alpha=3)
torch.mv(S, E[:, 1]) | S.relu() | S.abs() | S.clone() | S.double() | S.sparse_mask(S.detach().coalesce()) | E.t() @ S.t()
torch.sparse.mm(E.t(), S.t()) | torch.add(S, S, alpha=3) | S.to_dense(masked_grad=False) | torch.mm(S, S.t()) | S.coalesce()
D.sparse_mask(S.detach().coalesce()) * S
"""
GRADIENTS = [call.strip() for line in GRADIENTS.split("\n") for call in line.split("|") if call.strip()]


@pytest.mark.parametrize("of", ["values", "leaf"])
@pytest.mark.parametrize("call", GRADIENTS)
def test_gradients(torch, call, of):
    """Of the numbers that a sparse tensor is made of, of one that is a leaf, and of the dense operands."""

    def make(lib):
        numbers = lib.tensor(VALUES, requires_grad=of == "values")
        sparse = lib.sparse_coo_tensor(lib.tensor(INDICES), numbers, SIZE, requires_grad=of == "leaf")
        first, second = dense(lib).requires_grad_(), other(lib).requires_grad_()
        if "* D" in call:
            first = first.detach()
        found = eval(call, {"torch": lib, "S": sparse, "D": first, "E": second})
        name = str(found.grad_fn and type(found.grad_fn).__name__)
        whole = found.to_dense() if found.is_sparse else found
        (whole * lib.arange(1.0, whole.numel() + 1).reshape(whole.shape)).sum().backward()
        leaf = numbers if of == "values" else sparse
        if leaf.grad.is_sparse:
            return leaf.grad.coalesce(), name, first.grad, second.grad
        return leaf.grad, name, first.grad, second.grad

    ours, theirs = both(torch, make)
    assert shown(ours) == shown(theirs)


COMPRESSED = """
R | R.to_dense() | R.to_sparse() | R.to_sparse_coo() | R.crow_indices() | R.col_indices() | R.values() | R @ E | R * 2 | R + R
torch.mm(R, E) | torch.sparse.mm(R, E) | R @ E[:, 1] | D.to_sparse_csr() | D.to_sparse(layout=torch.sparse_csr) | -R | R.sum()
torch.sparse_csr_tensor([0, 1, 2], [0, 1], [1.0, 2.0]) | torch.sparse_csr_tensor([0, 1, 2], [0, 1], [1, 2], (2, 5)) | R.double()
R.is_sparse | R.is_sparse_csr | R._nnz() | S.crow_indices() | D.crow_indices() | R.indices() | R.coalesce() | R.numpy() | R.clone()
torch.addmm(E[:2], R, E) | R.layout is torch.sparse_csr
"""
COMPRESSED = [call.strip() for line in COMPRESSED.split("\n") for call in line.split("|") if call.strip()]


@pytest.mark.filterwarnings("ignore:Sparse CSR")
@pytest.mark.parametrize("call", COMPRESSED)
def test_compressed_matrices(torch, call):
    def make(lib):
        names = {"torch": lib, "S": matrix(lib), "R": matrix(lib).to_sparse_csr(), "D": dense(lib), "E": other(lib)}
        return tried(lambda: eval(call, names))

    ours, theirs = both(torch, make)
    assert shown(ours) == shown(theirs)


@pytest.mark.filterwarnings("ignore:Sparse CSR")
def test_compressed_matrices_have_gradients_and_go_into_files(torch):
    def make(lib):
        numbers, y = lib.tensor([1.0, 2.0, 3.0], requires_grad=True), other(lib).requires_grad_()
        made = lib.sparse_csr_tensor([0, 1, 3], [2, 0, 2], numbers, (2, 3))
        (made @ y).pow(2).sum().backward()
        return numbers.grad, y.grad, made.detach()

    ours, theirs = both(torch, make)
    assert shown(ours) == shown(theirs)
    assert repr(ours[2]).replace("minitorch", "torch").split() == repr(theirs[2]).split()
    for writer, reader, made in ((mt, torch, ours[2]), (torch, mt, theirs[2])):
        file = io.BytesIO()
        writer.save(made, file)
        file.seek(0)
        assert shown(reader.load(file)) == shown(ours[2])


def test_printed_forms(torch):
    def make(lib):
        made = [
            matrix(lib),
            matrix(lib, requires_grad=True),
            matrix(lib, True),
            stretched(lib),
            lib.eye(30).to_sparse(),
        ]
        made += [lib.sparse_coo_tensor(size=(2, 3)), matrix(lib, dtype=lib.float64), lib.tensor(3.0).to_sparse()]
        made += [matrix(lib, requires_grad=True) * 2, lib.eye(2).int().to_sparse(), lib.nn.Parameter(matrix(lib))]
        made += [
            lib.arange(8.0).reshape(2, 2, 2).to_sparse(1),
            lib.sparse.FloatTensor,
            lib.zeros(2, 3).double().to_sparse(),
        ]
        return [repr(one).replace("minitorch", "torch") for one in made]

    ours, theirs = both(torch, make)
    assert ours == theirs


PARTS = """
[[-1], [0]], [1.0] | [[1, 0], [0, 1]], [1.0], (2, 2) | [[1], [0]], [1.0], (2,) | [1], [1.0], (2,) | [[1]], [1.0], (2,)
[[1.0], [0.0]], [1.0], (2, 2) | [[1], [0]], [1], (2, 2) | [[1], [0]], [True], (2, 2) | (2, 2) | [[1], [0]], 1.0, (2, 2)
[[1], [0]], [1.0] | [[1], [0]], [[1.0, 2.0]] | [[1], [0]], [1.0], (-1, 2) | [[], []], [], (2, 2) | [[1], [0]], [[1.0]], (2, 2, 2)
"""
PARTS = [call.strip() for line in PARTS.split("\n") for call in line.split("|") if call.strip()]


@pytest.mark.parametrize("parts", PARTS)
def test_parts_that_fit_and_parts_that_do_not(torch, parts):
    def make(lib):
        return tried(lambda: eval(f"torch.sparse_coo_tensor({parts})", {"torch": lib}))

    ours, theirs = both(torch, make)
    assert shown(ours) == shown(theirs)
    assert not isinstance(ours, RuntimeError) or str(ours) == str(theirs)


def test_places_outside_are_never_read():
    made = mt.sparse_coo_tensor([[5], [0]], [1.0], (2, 2))
    calls = [
        made.to_dense,
        made.coalesce,
        lambda: made @ mt.ones(2, 2),
        lambda: mt.ones(2, 2) * made,
        lambda: mt.ones(2, 2) + made,
    ]
    for call in [*calls, lambda: made.sum(0), lambda: made.index_select(0, mt.tensor([0])), lambda: made * made]:
        error = tried(call)
        assert isinstance(error, RuntimeError) or (call == made.coalesce and error._indices().tolist() == [[5], [0]])
    with pytest.raises(RuntimeError, match="size is inconsistent with indices: for dim 0, size is 2 but found index 5"):
        mt.sparse_coo_tensor([[5], [0]], [1.0], (2, 2), check_invariants=True)


@pytest.mark.parametrize("name", ["zeros", "empty", "ones", "zeros_like"])
def test_made_in_this_layout(torch, name):
    def make(lib):
        first = lib.ones(2, 3) if name.endswith("like") else (2, 3)
        return tried(lambda: getattr(lib, name)(first, layout=lib.sparse_coo, dtype=lib.float64))

    ours, theirs = both(torch, make)
    assert shown(ours) == shown(theirs)


def test_gradients_of_gradients():
    """As of the same product of dense matrices, which torch.sparse.mm does not give."""

    def second(product):
        numbers, y = mt.tensor(VALUES, requires_grad=True), mt.arange(12.0).reshape(3, 4).requires_grad_()
        first = mt.autograd.grad(product(numbers, y).pow(2).sum(), (numbers, y), create_graph=True)
        return mt.autograd.grad(sum([g.pow(2).sum() for g in first]), (numbers, y))

    places = mt.tensor(INDICES)
    sparse = lambda numbers, y: mt.sparse.mm(mt.sparse_coo_tensor(places, numbers, SIZE), y)
    dense = lambda numbers, y: mt.zeros(SIZE).index_put((places[0], places[1]), numbers, accumulate=True) @ y
    for one, other in zip(second(sparse), second(dense), strict=True):
        np.testing.assert_allclose(one.tolist(), other.tolist(), rtol=1e-5)


def test_close_or_not(torch):
    def make(lib):
        pairs = [
            (matrix(lib), matrix(lib, True)),
            (matrix(lib), dense(lib)),
            (matrix(lib), matrix(lib) * 2),
            (matrix(lib), dense(lib).to_sparse()),
        ]
        found = [tried(partial(lib.testing.assert_close, *pair)) for pair in pairs]
        return [str(one).replace("minitorch", "torch")[:60] for one in found]

    ours, theirs = both(torch, make)
    assert ours == theirs


def test_copies_and_pickles():
    made = matrix(mt, requires_grad=True)
    for again in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert shown(again) == shown(made)
        assert again.requires_grad
    assert made._array.indices is not copy.deepcopy(made)._array.indices


def test_other_processes_are_sent_the_parts():
    mt.multiprocessing.get_context("fork")
    made = matrix(mt)
    assert shown(pickle.loads(ForkingPickler.dumps(made))) == shown(made)
    with pytest.raises(RuntimeError, match="Batches of sparse tensors are not currently supported"):
        mt.utils.data.default_collate([made, made])


@pytest.mark.parametrize("zipped", [True, False])
def test_files_go_both_ways(torch, zipped):
    state = lambda lib: {
        "a": matrix(lib),
        "b": matrix(lib, True),
        "p": lib.nn.Parameter(matrix(lib)),
        "h": stretched(lib),
    }
    for writer, reader in ((mt, torch), (torch, mt), (mt, mt)):
        file = io.BytesIO()
        writer.save(state(writer), file, _use_new_zipfile_serialization=zipped)
        file.seek(0)
        found = reader.load(file, weights_only=zipped)
        assert [shown(x) for x in found.values()] == [shown(x) for x in state(mt).values()]
        assert isinstance(found["p"], reader.nn.Parameter)


def test_a_file_with_places_outside_is_refused(torch):
    file = io.BytesIO()
    torch.save(torch.sparse_coo_tensor([[5], [0]], [1.0], (2, 2)), file)
    file.seek(0)
    with pytest.raises(pickle.UnpicklingError, match="size is inconsistent with indices"):
        mt.load(file)


def test_a_dense_program_loads_nothing_of_it():
    import subprocess
    import sys

    code = "import sys, minitorch as mt\nx = mt.ones(2, requires_grad=True)\n(x * 2).sum().backward()\nx.is_sparse, x.layout\n"
    code += "mt.save(x, '/dev/null')\nprint([name for name in sys.modules if name.startswith('minitorch.sparse')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


# --- embeddings and optimizers ---------------------------------------------------------------------------------------------


LAYERS = {
    "Embedding": lambda lib: lib.nn.Embedding(5, 2, sparse=True),
    "padding": lambda lib: lib.nn.Embedding(5, 2, padding_idx=1, sparse=True),
    "sum": lambda lib: lib.nn.EmbeddingBag(5, 2, mode="sum", sparse=True),
    "mean": lambda lib: lib.nn.EmbeddingBag(5, 2, mode="mean", sparse=True, padding_idx=3),
}


@pytest.mark.parametrize("layer", LAYERS)
def test_gradients_of_tables(torch, layer):
    """A sparse gradient, two of them added, one added to a dense one, and the reverse."""

    def make(lib):
        lib.manual_seed(0)
        table, found = LAYERS[layer](lib), []
        index = lib.tensor([[1, 3, 1]]), lib.tensor([[2, 3]])
        for loss in (
            lambda: (table(index[0]) ** 2).sum(),
            lambda: (table(index[1]) ** 2).sum(),
            lambda: table.weight.sum(),
        ):
            loss().backward()
            found.append(table.weight.grad.clone())
        table.zero_grad()
        ((table(index[0]) ** 2).sum() + table.weight.sum()).backward()
        return [*found, table.weight.grad]

    ours, theirs = both(torch, make)
    assert [x.is_sparse for x in ours] == [x.is_sparse for x in theirs] == [True, True, False, False]
    assert [shown(x.to_dense()) for x in ours] == [shown(x.to_dense()) for x in theirs]
    assert shown(ours[0]) == shown(theirs[0])


REFUSING = "Adam AdamW RMSprop Adadelta Adamax NAdam RAdam ASGD Rprop Adafactor LBFGS".split()
OPTIMIZERS = {name: [{}] for name in REFUSING} | {
    "SGD": [{}, {"momentum": 0.9}, {"maximize": True}, {"weight_decay": 0.1}, {"momentum": 0.9, "nesterov": True}],
    "Adagrad": [{}, {"lr_decay": 0.1}, {"maximize": True}, {"weight_decay": 0.1}], "SparseAdam": [{}, {"maximize": True}],
}  # fmt: skip
OPTIMIZERS = [(name, options) for name, each in OPTIMIZERS.items() for options in each]


@pytest.mark.parametrize(("name", "options"), OPTIMIZERS, ids=str)
def test_steps_on_sparse_gradients(torch, name, options):
    def make(lib):
        lib.manual_seed(0)
        table = lib.nn.Embedding(5, 2, sparse=True)
        optimizer = getattr(lib.optim, name)(table.parameters(), lr=0.1, **options)

        def loss():
            optimizer.zero_grad()
            value = (table(lib.tensor([1, 3, 1, 2])) ** 2).sum()
            value.backward()
            return value

        for _ in range(3):
            optimizer.step(loss)
        return table.weight.detach()

    ours, theirs = both(torch, lambda lib: tried(lambda: make(lib)))
    if isinstance(theirs, Exception):
        assert str(ours) == str(theirs)
    else:
        assert np.allclose(ours.tolist(), theirs.tolist(), atol=1e-5)


def test_sparse_adam_wants_sparse_gradients():
    w = mt.ones(2, requires_grad=True)
    optimizer = mt.optim.SparseAdam([w])
    w.sum().backward()
    with pytest.raises(RuntimeError, match="SparseAdam does not support dense gradients, please consider Adam instead"):
        optimizer.step()
    with pytest.raises(ValueError, match=r"Sparse params at indices \[\[0, 0\]\]"):
        mt.optim.SparseAdam([matrix(mt, requires_grad=True)])


def test_norms_of_sparse_gradients_are_clipped():
    table = mt.nn.Embedding.from_pretrained(mt.ones(3, 1), freeze=False, sparse=True)
    (table(mt.tensor([0, 1, 0])) * mt.tensor([[1.0], [4.0], [2.0]])).sum().backward()
    assert mt.nn.utils.clip_grad_norm_(table.parameters(), 1.0).item() == pytest.approx(5.0)
    assert table.weight.grad.to_dense().view(-1).tolist() == pytest.approx([0.6, 0.8, 0.0])


def test_checks_of_sparse_gradients():
    check = mt.sparse.as_sparse_gradcheck(mt.autograd.gradcheck)
    x = matrix(mt, True, dtype=mt.float64).requires_grad_()
    y = other(mt).double().requires_grad_()
    assert check(mt.sparse.mm, (x, y))
    assert check(lambda x: mt.sparse.softmax(x, 1), (x,))


def test_the_package_is_found_in_it_as_in_pytorch():
    assert mt.sparse.torch.eye(3).index_select(0, mt.tensor([2])).tolist() == [[0.0, 0.0, 1.0]]


@pytest.mark.filterwarnings("ignore:torch.sparse.SparseTensor")
def test_a_graph_network_learns_the_same(torch):
    """Two layers of a graph network, its adjacency matrix from SciPy: ten losses."""
    scipy = pytest.importorskip("scipy.sparse")

    def make(lib):
        rng = np.random.default_rng(0)
        graph = scipy.random(20, 20, 0.2, random_state=1, format="csr")
        graph = (graph + graph.T + scipy.eye(20)).tocsr()
        graph = scipy.diags(1 / np.asarray(graph.sum(1)).ravel()).dot(graph).tocoo().astype(np.float32)
        places = lib.from_numpy(np.vstack((graph.row, graph.col)).astype(np.int64))
        adj = lib.sparse.FloatTensor(places, lib.from_numpy(graph.data), lib.Size(graph.shape))
        features, labels = (
            lib.from_numpy(rng.normal(size=(20, 6)).astype("float32")),
            lib.from_numpy(rng.integers(0, 3, 20)),
        )
        lib.manual_seed(0)
        first, second = (lib.nn.Parameter(lib.randn(*size) * 0.3) for size in ((6, 8), (8, 3)))
        optimizer, losses = lib.optim.Adam([first, second], lr=0.01, weight_decay=5e-4), []
        for _ in range(10):
            optimizer.zero_grad()
            hidden = lib.nn.functional.relu(lib.spmm(adj, lib.mm(features, first)))
            loss = lib.nn.functional.cross_entropy(lib.spmm(adj, lib.mm(hidden, second)), labels)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        return losses

    ours, theirs = both(torch, make)
    assert ours == pytest.approx(theirs, abs=1e-5)
