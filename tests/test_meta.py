"""The device "meta": shapes, dtypes and strides without numbers."""

import functools
import io
import time
import warnings

import pytest

import minitorch as mt

FORMS = """
x; x.t(); x.stride(); x.t().stride(); x.is_meta; x.is_cpu; x.get_device(); x == x; x.sum(); x.max(1)[1]; x.sort()[0]
len(x); [r for r in x]; m.cat([x, x]); m.where(x > 0, x, 0); m.stack([x, x], 2).stride(); x.half(); x[:, 1]
x.view(3, 2); x.T.contiguous().stride(); x @ x.t(); x.softmax(1); x.add_(1); x.mul(2).exp(); x.type(); x.new_zeros(2)
m.zeros_like(x); m.randn_like(x); m.ones_like(x, device="cpu"); m.einsum("ij,kj->ik", x, x)
x[m.zeros(4, dtype=m.long, device="meta")]; x.expand(4, 2, 3).stride(); x.cumsum(0); x.argmax(1); x.topk(2)[0]
m.tensor([1, 2], device="meta"); m.device("meta"); m.device("meta:0"); m.empty(2, 0, device="meta")
m.zeros(2, device="meta", requires_grad=True); m.arange(5, device="meta"); m.linspace(0, 1, 5, device="meta")
m.full((2,), 3.0, device="meta"); m.eye(3, device="meta"); x.data_ptr(); m.randint(3, (2,), device="meta")
m.randperm(3, device="meta"); m.normal(0.0, 1.0, (2,), device="meta"); m.rand(2, device="meta")
m.nn.Conv2d(3, 4, 3, device="meta")(m.ones(1, 3, 8, 8, device="meta")).shape
m.nn.MaxPool2d(2)(m.ones(1, 3, 8, 8, device="meta"))
m.nn.BatchNorm2d(3, device="meta")(m.ones(1, 3, 8, 8, device="meta")).shape
m.nn.LSTM(3, 4, device="meta")(m.ones(2, 1, 3, device="meta"))[0].shape
m.nn.Embedding(5, 4, device="meta")(m.zeros(2, 3, dtype=m.long, device="meta")).shape
m.nn.Linear(2, 3, device="meta").weight.sum()
m.nn.TransformerEncoderLayer(8, 2, device="meta")(m.ones(2, 1, 8, device="meta")).shape
m.nn.Linear(2, 3).to("meta").weight; m.nn.CrossEntropyLoss()(x, m.zeros(2, dtype=m.long, device="meta"))
m.nn.functional.interpolate(x[None], scale_factor=2)
m.nn.functional.scaled_dot_product_attention(x[None], x[None], x[None]); copy.deepcopy(x)
pickle.loads(pickle.dumps(x)); f"{x}"; m.nn.Linear(2, 3).to_empty(device="meta").weight
m.nn.Linear(2, 3, device="meta").to_empty(device="cpu").weight.device; x.to("meta") is x
m.nn.init.kaiming_uniform_(m.nn.Linear(2, 3, device="meta").weight); m.ones(2, 3).to("meta"); x.copy_(m.ones(2, 3))
loaded(m, x)
m.nn.Conv2d(3, 5, 2, device="meta")(m.rand(2**4, 3, 2**12, 2**12, device="meta"))
m.nn.ConvTranspose2d(3, 5, 2, device="meta")(m.rand(2**4, 3, 2**12, 2**12, device="meta")).stride()
m.nn.Linear(10**5, 10**5, device="meta").weight.half().shape; m.empty(10**12, device="meta").relu().numel()
gradients(m); inside(m); x.item(); x[0, 0].item(); x.numpy(); x.cpu(); x.to("cpu"); bool(x[0, 0]); float(x[0, 0])
m.ones(2, 3).copy_(x); x.nn.Linear
""".replace("\n", ";").split(";")


def loaded(m, x):
    memory = io.BytesIO()
    m.save({"x": m.ones(3, 2).t(), "y": m.ones(2)}, memory)
    memory.seek(0)
    return m.load(memory, map_location="meta")


def gradients(m):
    net = m.nn.Sequential(m.nn.Linear(2, 3, device="meta"), m.nn.ReLU(), m.nn.Linear(3, 1, device="meta"))
    net(m.ones(5, 2, device="meta")).sum().backward()
    found = [p.grad for p in net.parameters()]
    optimizer = m.optim.Adam(net.parameters())
    optimizer.step()
    return found, net[0].bias


def inside(m):
    """What is made in the block, and that nothing was drawn there."""
    before = m.get_rng_state()
    with m.device("meta"):
        made = m.zeros(2), m.tensor([1.0]), m.arange(3), m.nn.LSTM(2, 3).weight_ih_l0, m.nn.BatchNorm1d(2).running_var
        made += (
            m.ones(2, device="cpu"),
            m.rand(2).normal_().uniform_().bernoulli_(0.5),
            m.randperm(3),
            m.get_default_device(),
        )
    return made, m.equal(before, m.get_rng_state()), m.zeros(2)


def answer(m, form):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            text = repr(eval(form, globals(), {"m": m, "x": m.randn(2, 3, device="meta")}))
        except Exception as error:
            text = f"{type(error).__name__} {error}"
    return text.replace("minitorch", "torch")


@pytest.mark.parametrize("form", [form.strip() for form in FORMS if form.strip()])
def test_meta(torch, form):
    assert answer(mt, form) == answer(torch, form)


def test_loading_into_a_model_without_numbers():
    full, empty = mt.nn.Linear(2, 3), mt.nn.Linear(2, 3, device="meta")
    with pytest.warns(UserWarning, match="for weight: copying from a non-meta parameter"):
        empty.load_state_dict(full.state_dict())
    empty.load_state_dict(full.state_dict(), assign=True)
    assert (empty(mt.ones(1, 2)) == full(mt.ones(1, 2))).all()
    empty_net = mt.nn.Linear(2, 3, device="meta")
    for call in (mt.nonzero, lambda x: x.unique(), lambda x: x.tolist(), lambda x: empty_net.to("cpu")):
        with pytest.raises(NotImplementedError):
            call(mt.ones(2, device="meta"))


def test_sums_of_more_numbers_than_can_be_gone_through():
    x = mt.empty(2**22, 2**20, device="meta")
    for made, shape in [
        (x.sum(), ()), (x.sum(1), (2**22,)), (x.sum(-1, keepdim=True), (2**22, 1)), (x.mean(0), (2**20,)),
        (x.sum((0, 1)), ()), (x.prod(), ()),
    ]:  # fmt: skip
        assert made.is_meta and made.shape == shape and made.dtype == mt.float32


MANY = """x.amax() m.amax(0) m.amin(1,keepdim=True) x.all() m.any(1) m.argmax(0) x.argmin() m@m m@r t.outer(r,r) t.mm(m,m)
t.gather(m,0,mi) t.index_select(m,0,ri) m[ri] m[:,ri] m[ri,ri] x.sort() m.sort(0) m.argsort(1) m.cumsum(1) m.cumprod(1)
x.topk(5) m.median(0) t.cat([x,x]) t.where(b,x,x) t.einsum('ij,jk->ik',m,m) m.std() m.var(0)
m.norm() m.softmax(0) m.logsumexp(0) m.max(0) t.nn.functional.cross_entropy(m,ri) t.nn.functional.conv2d(c,w,padding=1)
t.nn.functional.max_pool2d(c,2) t.nn.functional.glu(m) t.nn.functional.pixel_shuffle(c,2) m.diff() m.repeat(2,2) m.roll(1,0)
m.flip(0) m.tril() m.scatter_add(0,mi,m) m.index_add(0,ri,m) m.take(mi) m.t().reshape(-1)
t.arange(2**40,device='meta') t.nn.functional.normalize(m) m.masked_fill(m>0,1.)""".split()


@pytest.mark.parametrize("code", MANY)
def test_operations_on_very_many_numbers_go_through_none_of_them(torch, code):
    def made(t):
        many, rows, empty = 2**40, 2**20, functools.partial(t.empty, device="meta")
        names = {
            "t": t, "x": empty(many), "b": empty(many, dtype=t.bool), "m": empty(rows, rows), "r": empty(rows),
            "mi": empty(rows, rows, dtype=t.int64), "ri": empty(rows, dtype=t.int64), "c": empty(64, 64, 4096, 4096),
            "w": empty(8, 64, 3, 3),
        }  # fmt: skip
        result = eval(code, names)
        parts = result if isinstance(result, tuple) else (result,)
        return [(str(one.dtype).split(".")[1], tuple(one.shape), one.stride()) for one in parts]

    begin = time.process_time()
    ours = made(mt)
    assert time.process_time() - begin < 2 and ours == made(torch)


def test_what_a_function_gives_for_many_grows_as_it_does_for_few():
    few, many = ([mt.empty(n, 50, 49, device="meta") for _ in range(2)] for n in (60, 60 + 2**14))
    for call in (
        lambda a, b: mt.cat([a, b])[::3], lambda a, b: mt.nn.functional.pad(a, (1, 2, 0, 3)), lambda a, b: a.flatten()[:-1].cumsum(0),
        lambda a, b: mt.stack([a, b], 1).flip(1), lambda a, b: a.unfold(0, 7, 5).amax(-1), lambda a, b: mt.vstack([a, b, a]),
    ):  # fmt: skip
        small, large = call(*few), call(*many)
        assert small.ndim == large.ndim and small.dtype == large.dtype
        further = call(*[mt.empty(60 + 30, 50, 49, device="meta")] * 2).shape  # 30 rows are whole steps of 3 and of 5
        for n, more, lots in zip(small.shape, further, large.shape, strict=True):
            assert abs(lots - n - (more - n) * 2**14 / 30) <= 1
    with pytest.raises(RuntimeError, match="must match"):
        many[0] + many[0][:-1]
    with pytest.raises(RuntimeError):
        many[0] @ many[1]
