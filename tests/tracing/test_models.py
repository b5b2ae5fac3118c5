"""A traced module does what the module does: results, gradients, buffers, random numbers, training; for real models."""

import copy
import io

import pytest

import minitorch as mt
from minitorch import nn

F = nn.functional


class Attention(nn.Module):
    """A block of a small GPT, in PyTorch's usual words."""

    def __init__(self, width=16, heads=4):
        super().__init__()
        self.heads, self.first, self.second = heads, nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width), nn.Dropout(0.1))

    def forward(self, x):
        B, T, C = x.shape
        parts = self.qkv(self.first(x)).chunk(3, -1)
        q, k, v = [part.view(B, T, self.heads, C // self.heads).transpose(1, 2) for part in parts]
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(B, T, C)
        x = x + self.out(y)
        return x + self.mlp(self.second(x))


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.token, self.place, self.block = nn.Embedding(20, 16), nn.Embedding(8, 16), Attention()
        self.head = nn.Linear(16, 20, bias=False)
        self.head.weight = self.token.weight  # one tensor in two places

    def forward(self, index):
        return self.head(self.block(self.token(index) + self.place(mt.arange(index.shape[1]))))


class Masked(nn.Module):
    """Attention by hand, with a mask in a buffer that no state_dict has."""

    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(8, 24)
        self.register_buffer("mask", mt.tril(mt.ones(6, 6)), persistent=False)

    def forward(self, x):
        q, k, v = self.qkv(x).split(8, 2)
        scores = (q @ k.transpose(-2, -1)) / 8**0.5
        scores = scores.masked_fill(self.mask[: x.shape[1], : x.shape[1]] == 0, float("-inf"))
        return F.dropout(F.softmax(scores, -1), 0.2, self.training) @ v


def mlp():
    return nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 3))


def cnn():
    return nn.Sequential(
        nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Dropout(0.3), nn.Linear(36, 5)
    )  # fmt: skip


MODELS = {
    "mlp": (mlp, lambda: (mt.randn(4, 6),)),
    "cnn": (cnn, lambda: (mt.randn(3, 1, 8, 8),)),
    "gpt": (GPT, lambda: (mt.randint(0, 20, (2, 8)),)),
    "masked": (Masked, lambda: (mt.randn(2, 5, 8),)),
    "lstm": (lambda: nn.LSTM(3, 4, 2, batch_first=True, dropout=0.2), lambda: (mt.randn(2, 5, 3),)),
    "gru": (lambda: nn.GRU(3, 4, bidirectional=True), lambda: (mt.randn(5, 2, 3),)),
    "cell": (lambda: nn.LSTMCell(3, 4), lambda: (mt.randn(2, 3), (mt.randn(2, 4), mt.randn(2, 4)))),
    "attention": (lambda: nn.MultiheadAttention(8, 2), lambda: (mt.randn(5, 2, 8),) * 3),
    "encoder": (lambda: nn.TransformerEncoderLayer(8, 2, 16), lambda: (mt.randn(5, 2, 8),)),
    "transposed": (lambda: nn.ConvTranspose2d(2, 3, 3, stride=2), lambda: (mt.randn(1, 2, 4, 4),)),
    "norms": (
        lambda: nn.Sequential(nn.GroupNorm(2, 4), nn.InstanceNorm1d(4), nn.PReLU()),
        lambda: (mt.randn(2, 4, 3),),
    ),
    "pools": (lambda: nn.Sequential(nn.AvgPool2d(2), nn.AdaptiveMaxPool2d(2)), lambda: (mt.randn(1, 2, 8, 8),)),
    "upsampled": (lambda: nn.Upsample(scale_factor=2, mode="bilinear"), lambda: (mt.randn(1, 2, 3, 3),)),
    "bags": (lambda: nn.EmbeddingBag(6, 3), lambda: (mt.randint(0, 6, (2, 4)),)),
    "loss": (lambda: nn.CrossEntropyLoss(label_smoothing=0.1), lambda: (mt.randn(3, 4), mt.tensor([0, 1, 3]))),
}


def flat(x):
    """The tensors in a result."""
    return [x] if isinstance(x, mt.Tensor) else [one for part in x for one in flat(part)]


def agree(a, b):
    return len(a) == len(b) and all([mt.allclose(x, y, 1e-4, 1e-6) for x, y in zip(a, b, strict=True)])


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("name", MODELS)
def test_a_traced_model_is_the_model(name, training):
    make, inputs = MODELS[name]
    model = make().train(training)
    before, drawn = copy.deepcopy(model.state_dict()), mt.get_rng_state()
    traced = mt.jit.trace(model, inputs())
    assert agree(list(before.values()), list(model.state_dict().values()))  # the trace itself leaves nothing behind
    mt.set_rng_state(drawn)
    other, x = copy.deepcopy(model), inputs()
    mt.manual_seed(1)
    expected = flat(other(*x))
    mt.manual_seed(1)
    found = flat(traced(*x))
    assert agree(found, expected)
    assert list(traced.state_dict()) == list(other.state_dict())
    assert agree(list(traced.state_dict().values()), list(other.state_dict().values()))  # running statistics moved
    if any([x.requires_grad for x in expected]):
        for outs in (found, expected):
            sum([x.sum() for x in outs if x.requires_grad]).backward()
        for (path, p), (same, q) in zip(model.named_parameters(), other.named_parameters(), strict=True):
            assert path == same and (p.grad is None) == (q.grad is None)
            assert p.grad is None or mt.allclose(p.grad, q.grad, 1e-4, 1e-6), path


@pytest.mark.parametrize("name", MODELS)
def test_a_file_holds_the_whole_model(name):
    make, inputs = MODELS[name]
    model, x = make(), inputs()
    traced, file = mt.jit.trace(model, x), io.BytesIO()
    mt.jit.save(traced, file)
    file.seek(0)
    loaded = mt.jit.load(file)
    assert str(loaded.graph) == str(traced.graph) and list(loaded.state_dict()) == list(model.state_dict())
    mt.manual_seed(2)
    expected = flat(copy.deepcopy(model)(*x))
    mt.manual_seed(2)
    assert agree(flat(loaded(*x)), expected)
    assert all([p.requires_grad for p in loaded.parameters()])


def test_training_through_the_trace_is_training_the_model():
    model = cnn()
    other = copy.deepcopy(model)
    x, y = mt.randn(8, 1, 8, 8), mt.randint(0, 5, (8,))
    traced = mt.jit.trace(model, x)
    losses = []
    for net in (traced, other):
        mt.manual_seed(3)
        optimizer = mt.optim.Adam(net.parameters(), 0.01)
        for _ in range(5):
            optimizer.zero_grad()
            loss = F.cross_entropy(net(x), y)
            loss.backward()
            optimizer.step()
        losses.append(loss.item())
    assert losses[0] == pytest.approx(losses[1], rel=1e-4)
    assert agree(list(model.state_dict().values()), list(other.state_dict().values()))  # the model was trained


def test_as_in_pytorch(torch):
    """The same numbers as torch.jit.trace, for the same weights."""
    net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.GELU(), torch.nn.Linear(4, 2))
    ours = nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.Linear(4, 2))
    ours.load_state_dict({name: mt.tensor(x.numpy()) for name, x in net.state_dict().items()})
    x, other = torch.randn(5, 3), torch.randn(5, 3)
    expected = torch.jit.trace(net, x)(other).detach().numpy()
    found = mt.jit.trace(ours, mt.tensor(x.numpy()))(mt.tensor(other.numpy()))
    assert mt.allclose(found, mt.tensor(expected), 1e-5, 1e-6)


def test_a_copy_and_a_pickle_run_by_themselves():
    import pickle

    model, x = mlp(), mt.randn(4, 6)
    traced = mt.jit.trace(model, x)
    for other in (copy.deepcopy(traced), pickle.loads(pickle.dumps(traced))):
        assert mt.equal(other(x), traced(x))
        with mt.no_grad():
            other.get_parameter("4.bias").add_(1)
        assert mt.allclose(other(x), traced(x) + 1)


def test_a_traced_model_inside_of_another_is_traced_too():
    inner = mt.jit.trace(mlp(), mt.randn(4, 6))
    outer = mt.jit.trace(nn.Sequential(inner, nn.ReLU()), mt.randn(4, 6))
    x = mt.randn(4, 6)
    assert mt.equal(outer(x), inner(x).relu()) and list(outer.state_dict())[0] == "0.0.weight"


IMAGE = [
    nn.AdaptiveAvgPool2d(1), nn.FractionalMaxPool2d(2, output_size=2), nn.LPPool2d(2, 2), nn.MaxPool2d(2, return_indices=True),
    nn.PixelShuffle(2), nn.ReflectionPad2d(1), nn.ZeroPad2d(1), nn.Unfold(2), nn.Dropout2d(0.3), nn.ChannelShuffle(2),
    nn.LocalResponseNorm(2), nn.Upsample(scale_factor=2), nn.Conv2d(4, 4, 3, padding="same", groups=2), nn.Softmax(1),
    nn.ELU(), nn.Softplus(), nn.Hardswish(), nn.SELU(), nn.GELU(), nn.LeakyReLU(), nn.RReLU(), nn.SiLU(inplace=True),
    nn.ELU(inplace=True), nn.ReLU(inplace=True), nn.Dropout(0.3, inplace=True), nn.GLU(1), nn.LogSoftmax(1), nn.PReLU(),
]  # fmt: skip


@pytest.mark.parametrize("layer", IMAGE, ids=lambda layer: str(layer)[:40])
def test_layers_of_every_kind(layer):
    x = (mt.randn(2, 4, 6, 6).abs() + 0.1).requires_grad_()
    traced, found = mt.jit.trace(layer, x.detach()), []
    for call in (layer, traced):
        mt.manual_seed(6)
        outs = flat(call(x * 1))
        found.append([*outs, *mt.autograd.grad(outs[0].sum(), x)])
    assert agree(*found)
    file = io.BytesIO()
    mt.jit.save(traced, file)
    file.seek(0)
    assert str(mt.jit.load(file).graph) == str(traced.graph)
