"""Names that old programs ask for: what PyTorch keeps, what it removed, what tensors of other kinds would answer."""

import pytest

import minitorch as mt


def test_names_that_were_removed_say_what_to_use():
    for name in ("eig", "symeig", "solve", "lstsq", "matrix_rank"):
        with pytest.raises(RuntimeError, match="deprecated since version 1.9 and is now removed"):
            getattr(mt, name)(*[mt.eye(2)] * (2 if name in ("solve", "lstsq") else 1))


def test_range_has_its_end():
    with pytest.warns(UserWarning, match="deprecated"):
        assert mt.range(1, 4, 0.5).tolist() == [1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0]


def test_segments_are_reduced():
    x = mt.arange(6.0).reshape(6, 1)
    lengths = mt.tensor([2, 0, 4])
    assert mt.segment_reduce(x, "sum", lengths=lengths).tolist() == [[1.0], [0.0], [14.0]]
    assert mt.segment_reduce(x, "max", lengths=lengths).tolist() == [[1.0], [-mt.inf], [5.0]]
    assert mt.segment_reduce(x, "mean", lengths=lengths)[2].tolist() == [3.5]


def test_dense_tensors_say_that_they_are_dense():
    x = mt.ones(2)
    for name, error in (("values", RuntimeError), ("coalesce", RuntimeError), ("q_scale", NotImplementedError)):
        with pytest.raises(error):
            getattr(x, name)()
    assert x.dim_order() == (0,) and x.is_mtia is False and x.bool()._is_all_true().item()


@pytest.mark.parametrize("shape", [(2, 3, 4), (1, 2, 3), (2, 1, 3), (4, 1), (1, 2, 3, 4)])
@pytest.mark.parametrize(
    "formats", [False, True, [], ["contiguous_format"], ["contiguous_format", "channels_last"], [3], "x"]
)
def test_order_of_dimensions(torch, shape, formats):
    def answer(lib):
        check = (
            [getattr(lib, one) if isinstance(one, str) else one for one in formats]
            if type(formats) is list
            else formats
        )
        try:
            return lib.zeros(shape).dim_order(ambiguity_check=check)
        except (RuntimeError, TypeError) as error:
            return str(error)

    assert answer(mt) == answer(torch)


def test_symbols_are_numbers():
    assert (mt.sym_int(2.5), mt.sym_max(1, 2.0), mt.sym_not(True), mt.sym_sqrt(4)) == (2, 2.0, False, 2.0)


def test_the_default_type():
    try:
        mt.set_default_tensor_type("torch.DoubleTensor")
        assert mt.zeros(1).dtype is mt.float64
    finally:
        mt.set_default_tensor_type(mt.FloatTensor)
    with pytest.raises(TypeError, match="only floating-point types"):
        mt.set_default_tensor_type(mt.IntTensor)


def test_types_of_python_name_dtypes(torch):
    def of(m):
        x = m.tensor([[1.5, 0.0], [2.5, 3.0]])
        made = [
            x.to(float),
            x.to(dtype=int),
            x.to("cpu", bool),
            x.type(m.Tensor),
            m.as_tensor(x, dtype=int),
            x.sum(dtype=int),
        ]
        made += [
            x.mean(1, dtype=float),
            x.softmax(0, dtype=float),
            x.cumsum(0, dtype=complex),
            x.view(int),
            x.norm(dtype=float),
        ]
        made += [m.linalg.norm(x, dtype=float), m.nn.Linear(2, 2).to(float).weight.detach() * 0, m.zeros(2, dtype=int)]
        return [(str(one.dtype).split(".")[1], one.tolist()) for one in made] + [m.finfo(float).eps, m.iinfo(int).max]

    assert of(mt) == of(torch)


ROOM = [
    lambda m, x: m.full((2,), m.nan, dtype=m.int64), lambda m, x: x.fill_(m.inf), lambda m, x: x.byte().fill_(300),
    lambda m, x: x.byte().fill_(-1).tolist(), lambda m, x: x.byte().fill_(-1.0), lambda m, x: m.full_like(x, m.nan),
    lambda m, x: m.full((2,), 1e39), lambda m, x: m.full((2,), -m.inf).tolist(), lambda m, x: x.half().masked_fill(x == 0, -1e9),
    lambda m, x: x.masked_fill(x == 0, -m.inf), lambda m, x: x.bool().fill_(m.nan).tolist(), lambda m, x: x.float().fill_(1j),
    lambda m, x: x.int().index_fill(0, m.tensor([0]), 1 << 40), lambda m, x: x.short().fill_(1e9), lambda m, x: x.cfloat().fill_(1e39),
    lambda m, x: x.bfloat16().fill_(1e39), lambda m, x: x.half().masked_fill(x == 0, -m.inf).tolist(), lambda m, x: m.fill(x, m.nan),
]  # fmt: skip


@pytest.mark.parametrize("fill", ROOM)
def test_numbers_that_a_dtype_has_no_room_for(torch, fill):
    def of(m):
        try:
            return fill(m, m.zeros(2, dtype=m.int64))
        except RuntimeError as error:
            return str(error)

    assert of(mt) == of(torch)


def test_triangles_are_solved_in_the_dtype_of_the_triangle(torch):
    def of(m):
        A, B = m.tensor([[2.0, 0.0], [1.0, 1.0]]), m.tensor([[2.0], [4.0]]).double()
        made = m.linalg.solve_triangular(A, B, upper=False), m.linalg.solve_triangular(A.double(), A, upper=False)
        return [(str(x.dtype).split(".")[1], x.tolist()) for x in made]

    assert of(mt) == of(torch)


def test_factors_of_what_is_not_a_number(torch):
    for rows in ([[1.0, 0.0], [mt.nan, 1.0]], [[mt.nan, 0.0], [0.0, 1.0]]):
        with pytest.raises(RuntimeError) as theirs:
            torch.linalg.cholesky(torch.tensor(rows))
        with pytest.raises(mt.linalg.LinAlgError) as ours:
            mt.linalg.cholesky(mt.tensor(rows))
        assert str(ours.value) == str(theirs.value) and type(ours.value).__name__ == type(theirs.value).__name__


def test_many_shapes_at_once():
    assert mt.broadcast_shapes((2, 1), 3, (1, 1), mt.Size([1])) == (2, 3) and mt.broadcast_shapes((2,)) == (2,)


OLD = """x.add(0.5, y)|x.clone().add_(0.5, y)|torch.add(x, 0.5, y)|x.sub(2, y)|torch.sub(x, s, y)|x.clone().sub_(s, y)
x.addcmul(0.5, y, y)|x.clone().addcmul_(0.5, y, y)|torch.addcdiv(x, 0.5, y, y)|x.clone().addcdiv_(s, y, y)
m.addmm(0.5, m, m)|torch.addmm(0.5, m, 2, m, m)|m.clone().addmm_(0.5, 2, m, m)|x.addmv(0.5, 2, m, x)|m.addr(0.5, x, y)
torch.addr(0.5, m, 2, x, y)|m.addbmm(0.5, 2, k, k)|torch.baddbmm(0.5, k, k, k)|k.clone().baddbmm_(0.5, 2, k, k)
torch.add(x, 0.5, y, out=o)|torch.addmm(0.5, m, m, m, out=o)"""


@pytest.mark.filterwarnings("ignore:This overload")
def test_factors_that_stand_before_the_tensors(torch):
    for call in OLD.replace("\n", "|").split("|"):
        made = []
        for library in (torch, mt):
            x, m = library.tensor([1.0, 2.0, 3.0]), library.arange(9.0).view(3, 3)
            names = {"x": x, "y": x + 3, "s": library.tensor(0.5), "m": m, "k": library.stack([m, m + 1, m - 2])}
            made.append(eval(call, names | {"torch": library, "o": library.empty(0)}).tolist())
        assert made[0] == made[1], call


def test_old_forms_warn_once():
    from minitorch.deprecated_signatures import told

    told.clear()
    x = mt.ones(2)
    with pytest.warns(UserWarning, match=r"add_\(Number alpha, Tensor other\)") as seen:
        x.add_(2, x).sub_(1, x)
    assert len(seen) == 1 and seen[0].filename == __file__ and x.tolist() == [0.0, 0.0]
    with pytest.raises(TypeError):
        x.mul_(2, x)
    with pytest.raises(RuntimeError, match="expanded size"):
        mt.addmm(mt.ones(3), mt.ones(2, 2), mt.ones(2, 2))
