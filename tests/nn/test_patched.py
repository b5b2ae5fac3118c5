"""A tool that puts its own function in the place of one of nn.functional's is asked by the layers."""

import pytest

import minitorch as mt

nn, F = mt.nn, mt.nn.functional
X, Y, V = mt.ones(2, 4, 6, 6), mt.ones(2, 4, 6), mt.ones(2, 4, 4, 4, 4)
CALLS = """Conv1d(4,4,1):Y Conv2d(4,4,1):X Conv3d(4,4,1):V ConvTranspose1d(4,4,1):Y ConvTranspose2d(4,4,1):X Linear(6,2):Y
ConvTranspose3d(4,4,1):V MaxPool1d(2):Y MaxPool2d(2):X MaxPool3d(2):V AvgPool1d(2):Y AvgPool2d(2):X AvgPool3d(2):V
AdaptiveAvgPool1d(2):Y AdaptiveAvgPool2d(2):X AdaptiveAvgPool3d(2):V AdaptiveMaxPool1d(2):Y AdaptiveMaxPool2d(2):X
AdaptiveMaxPool3d(2):V LPPool1d(2,2):Y LPPool2d(2,2):X FractionalMaxPool2d(2,2):X Fold(3,2):mt.ones(1,4,4) Unfold(2):X
ReLU():X GELU():X SiLU():X Mish():X Hardswish():X ReLU6():X Hardtanh():X ELU():X SELU():X LeakyReLU():X PReLU():X Softmax(1):X
LogSoftmax(1):X Softplus():X Dropout():X Dropout2d():X AlphaDropout():X BatchNorm2d(4):X InstanceNorm2d(4):X
GroupNorm(2,4):X LayerNorm(6):X LocalResponseNorm(2):X Embedding(5,2):Y.long() Upsample(None,2):X
ZeroPad2d(1):X ReflectionPad2d(1):X PixelShuffle(2):X CosineSimilarity(1):X,X PairwiseDistance():Y,Y
MSELoss():X,X L1Loss():X,X SmoothL1Loss():X,X HuberLoss():X,X KLDivLoss():X,X BCEWithLogitsLoss():X,X
CrossEntropyLoss():Y,mt.zeros(2,6).long() NLLLoss():Y,mt.zeros(2,6).long() TripletMarginLoss():Y,Y,Y SoftMarginLoss():X,X
PoissonNLLLoss():X,X MultiLabelSoftMarginLoss():Y[0],Y[0] CosineEmbeddingLoss():Y[0],Y[0],mt.ones(4)""".split()
FUNCTIONS = [name for name in dir(F) if name[0] != "_" and type(getattr(F, name)).__name__ in ("function", "Op")]


@pytest.mark.filterwarnings("ignore:reduction")
@pytest.mark.parametrize("call", CALLS)
def test_layers_ask_the_patched_function(call, monkeypatch):
    layer, inputs = call.rsplit(":", 1)
    layer, asked = eval(f"nn.{layer}"), []
    for name in FUNCTIONS:
        monkeypatch.setattr(
            F, name, lambda *args, of=getattr(F, name), **kwargs: asked.append(of) or of(*args, **kwargs)
        )
    layer(*eval(f"[{inputs}]"))
    assert asked


@pytest.mark.parametrize("need_weights", [True, False])
def test_attention_asks_patched_functions(torch, monkeypatch, need_weights):
    def asked(lib):
        """The names of what is called, with gradients, and in eval mode without, where it is one step."""
        found, of = (
            [],
            {"linear": lib.nn.functional, "softmax": lib.nn.functional, "dropout": lib.nn.functional, "bmm": lib},
        )
        of["scaled_dot_product_attention"] = lib.nn.functional
        layer, x = lib.nn.MultiheadAttention(4, 2, dropout=0.1, batch_first=True), lib.ones(1, 3, 4)
        with monkeypatch.context() as block:
            for name, place in of.items():
                plain = getattr(place, name)
                block.setattr(place, name, lambda *args, n=name, f=plain, **kw: found.append(n) or f(*args, **kw))
            layer(x, x, x, need_weights=need_weights)
            layer.eval()(x, x + 1, x, need_weights=need_weights)
            with lib.no_grad():
                layer(x, x, x, need_weights=need_weights)
        return found

    assert asked(mt) == asked(torch)
