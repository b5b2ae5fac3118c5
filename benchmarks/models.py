"""Training steps of real models: each function prepares a step, forward, backward and update, with either library.

Sizes are those of small models on a processor. `step` is called often; what it needs is made before.
"""


def training(lib, model, optimizer, batch, loss):
    """A function that makes one step."""

    def step():
        optimizer.zero_grad()
        loss(model, *batch).backward()
        optimizer.step()

    return step


def cross_entropy(lib):
    return lambda model, x, y: lib.nn.functional.cross_entropy(model(x), y)


def perceptron(batch, *widths, adam=False):
    """Linear layers with relu between them."""

    def prepare(lib):
        lib.manual_seed(0)
        nn, pairs = lib.nn, list(zip(widths, widths[1:], strict=False))
        layers = [layer for n, m in pairs[:-1] for layer in (nn.Linear(n, m), nn.ReLU())]
        model = nn.Sequential(*layers, nn.Linear(*pairs[-1]))
        optimizer = (lib.optim.Adam if adam else lib.optim.SGD)(model.parameters(), lr=1e-3)
        data = lib.randn(batch, widths[0]), lib.randint(0, widths[-1], (batch,))
        return training(lib, model, optimizer, data, cross_entropy(lib))

    return prepare


def convolutions(lib):
    """Two convolutions with pooling on images of 28 x 28, 64 of them."""
    lib.manual_seed(0)
    nn = lib.nn
    model = nn.Sequential(
        nn.Conv2d(1, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(64 * 49, 10),
    )  # fmt: skip
    data = lib.randn(64, 1, 28, 28), lib.randint(0, 10, (64,))
    return training(lib, model, lib.optim.SGD(model.parameters(), lr=0.01), data, cross_entropy(lib))


def residual(lib):
    """Three residual blocks with batch norm on images of 32 x 32, 16 of them."""
    nn = lib.nn

    class Block(nn.Module):
        def __init__(self, n, m, stride):
            super().__init__()
            self.one, self.two = nn.Conv2d(n, m, 3, stride, 1, bias=False), nn.Conv2d(m, m, 3, 1, 1, bias=False)
            self.first, self.second = nn.BatchNorm2d(m), nn.BatchNorm2d(m)
            self.short = nn.Sequential()
            if n != m:
                self.short = nn.Sequential(nn.Conv2d(n, m, 1, stride, bias=False), nn.BatchNorm2d(m))

        def forward(self, x):
            out = self.second(self.two(self.first(self.one(x)).relu()))
            return (out + self.short(x)).relu()

    lib.manual_seed(0)
    start = nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU()
    blocks = Block(16, 16, 1), Block(16, 32, 2), Block(32, 64, 2)
    model = nn.Sequential(*start, *blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10))
    data = lib.randn(16, 3, 32, 32), lib.randint(0, 10, (16,))
    optimizer = lib.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    return training(lib, model, optimizer, data, cross_entropy(lib))


def recurrent(lib):
    """An LSTM from 64 numbers to 128 over 64 time steps, 32 sequences."""
    lib.manual_seed(0)
    lstm, head = lib.nn.LSTM(64, 128, batch_first=True), lib.nn.Linear(128, 10)
    data = lib.randn(32, 64, 64), lib.randint(0, 10, (32,))
    optimizer = lib.optim.SGD([*lstm.parameters(), *head.parameters()], lr=0.01)

    def loss(model, x, y):
        return lib.nn.functional.cross_entropy(head(lstm(x)[0][:, -1]), y)

    return training(lib, None, optimizer, data, loss)


def gpt(lib):
    """A GPT of two layers, 128 wide, with 4 heads: 8 texts of 128 tokens."""
    nn, functional = lib.nn, lib.nn.functional

    class Block(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.heads = heads
            self.one, self.two = nn.LayerNorm(width), nn.LayerNorm(width)
            self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.wide, self.back = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def forward(self, x):
            n, t, width = x.shape
            q, k, v = [
                part.view(n, t, self.heads, width // self.heads).transpose(1, 2)
                for part in self.qkv(self.one(x)).split(width, dim=2)
            ]
            found = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + self.out(found.transpose(1, 2).reshape(n, t, width))
            return x + self.back(functional.gelu(self.wide(self.two(x))))

    class GPT(nn.Module):
        def __init__(self, tokens, length, width, heads, depth):
            super().__init__()
            self.tokens, self.places = nn.Embedding(tokens, width), nn.Embedding(length, width)
            self.blocks = nn.Sequential(*[Block(width, heads) for _ in range(depth)])
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, tokens, bias=False)

        def forward(self, x):
            x = self.tokens(x) + self.places(lib.arange(x.shape[1]))
            return self.head(self.norm(self.blocks(x)))

    lib.manual_seed(0)
    model, text = GPT(65, 128, 128, 4, 2), lib.randint(0, 65, (8, 129))
    optimizer = lib.optim.AdamW(model.parameters(), lr=1e-3)

    def loss(model, x, y):
        return functional.cross_entropy(model(x).view(-1, 65), y.reshape(-1))

    return training(lib, model, optimizer, (text[:, :-1], text[:, 1:]), loss)


def rows(lib):
    """Layer norm, gelu and softmax of 256 rows of 1024 numbers, and the way back."""
    lib.manual_seed(0)
    x, norm = lib.randn(256, 1024, requires_grad=True), lib.nn.LayerNorm(1024)
    target = lib.randn(256, 1024)

    def step():
        x.grad = None
        (lib.nn.functional.gelu(norm(x)).softmax(1) * target).sum().backward()

    return step


def adam(lib):
    """Adam's step over 200 parameters of 32 x 32."""
    lib.manual_seed(0)
    parameters = [lib.nn.Parameter(lib.randn(32, 32)) for _ in range(200)]
    for p in parameters:
        p.grad = lib.randn(32, 32)
    return lib.optim.Adam(parameters).step


def loader(lib):
    """A DataLoader's way through 20,000 rows of ten numbers, 64 at a time."""
    data = lib.utils.data.TensorDataset(lib.randn(20_000, 10), lib.arange(20_000) % 10)
    batches = lib.utils.data.DataLoader(data, 64, shuffle=True)

    def step():
        for _ in batches:
            pass

    return step


def long_graph(lib):
    """A graph of 100,000 small steps, and the way back."""
    x = lib.ones(8, requires_grad=True)

    def step():
        y = x
        for _ in range(100_000):
            y = y * 1.00001
        y.sum().backward()

    return step


MODELS = {
    "64-64-10, batch 32": perceptron(32, 64, 64, 10),
    "784-128-10, batch 64": perceptron(64, 784, 128, 10),
    "784-1024-1024-10, batch 256, Adam": perceptron(256, 784, 1024, 1024, 10, adam=True),
    "convolutions 1-32-64 on 28 x 28, batch 64": convolutions,
    "residual blocks on 32 x 32, batch 16": residual,
    "LSTM 64 to 128 over 64 time steps, batch 32": recurrent,
    "GPT, 2 layers, 128 wide, 8 x 128 tokens, AdamW": gpt,
    "layer norm, gelu, softmax of 256 x 1024": rows,
    "Adam over 200 parameters": adam,
    "DataLoader over 20,000 rows": loader,
    "100,000 steps and back": long_graph,
}
