"""ao.quantization: observers, fake quantization, stubs: what they find, print, keep and refuse, as PyTorch's do."""

import warnings

import minitorch as mt

SETUP = """
torch.manual_seed(0)
q = torch.ao.quantization
X, Y = torch.randn(4, 3), torch.randn(4, 3) * 3

def seen(observer, *given):
    for x in given or (X, Y):
        observer(x)
    return observer, observer.calculate_qparams(), observer.state_dict()

def loaded(observer, other):
    seen(observer)
    return other.load_state_dict(observer.state_dict()), other.state_dict()

def switched(fake, *switches):
    for switch in switches:
        fake.apply(switch)
    return fake(X), fake(Y), fake

class Made:
    with_args = classmethod(q.observer._with_args)

    def __init__(self, a, b=1):
        self.a, self.b = a, b

def slope(fake):
    x = X.clone().requires_grad_()
    out = fake(x)
    (out * Y).sum().backward()
    return out, x.grad, fake
"""

LINES = """
seen(q.MinMaxObserver())
seen(q.MinMaxObserver(dtype=torch.qint8, qscheme=torch.per_tensor_symmetric))
seen(q.MinMaxObserver(dtype=torch.quint8, qscheme=torch.per_tensor_symmetric))
seen(q.MinMaxObserver(quant_min=0, quant_max=15))
seen(q.MinMaxObserver(quant_min=0, quant_max=15, qscheme=torch.per_tensor_symmetric))
seen(q.MinMaxObserver(dtype=torch.qint32)), seen(q.MinMaxObserver(dtype=torch.int8)), seen(q.MinMaxObserver(reduce_range=True))
seen(q.MinMaxObserver(dtype=torch.int16)), seen(q.MinMaxObserver(eps=1.0)), seen(q.MinMaxObserver(), torch.ones(0), X.abs())
seen(q.MinMaxObserver(dtype=torch.qint8, reduce_range=True)), seen(q.MinMaxObserver(quant_min=-5, quant_max=5, reduce_range=True))
seen(q.MovingAverageMinMaxObserver()), seen(q.MovingAverageMinMaxObserver(averaging_constant=0.3, dtype=torch.qint8))
seen(q.PerChannelMinMaxObserver()), seen(q.PerChannelMinMaxObserver(ch_axis=1, dtype=torch.qint8))
seen(q.PerChannelMinMaxObserver(qscheme=torch.per_channel_symmetric, dtype=torch.qint8))
seen(q.PerChannelMinMaxObserver(qscheme=torch.per_channel_affine_float_qparams))
seen(q.MovingAveragePerChannelMinMaxObserver(ch_axis=1)), seen(q.MovingAveragePerChannelMinMaxObserver(0.5))
seen(q.FixedQParamsObserver(0.5, 3)), q.PlaceholderObserver(), q.NoopObserver(), q.RecordingObserver()
q.MinMaxObserver().calculate_qparams(), q.PerChannelMinMaxObserver().calculate_qparams()
seen(q.default_observer()), seen(q.default_weight_observer()), seen(q.default_per_channel_weight_observer())
loaded(q.MinMaxObserver(), q.MinMaxObserver()), loaded(q.PerChannelMinMaxObserver(), q.PerChannelMinMaxObserver())
loaded(q.FakeQuantize(q.PerChannelMinMaxObserver), q.FakeQuantize(q.PerChannelMinMaxObserver))
slope(q.FakeQuantize()), slope(q.FakeQuantize(quant_min=0, quant_max=7)), slope(q.default_fake_quant())
slope(q.default_weight_fake_quant()), slope(q.default_per_channel_weight_fake_quant())
slope(q.FakeQuantize(q.MinMaxObserver.with_args(dtype=torch.qint8), quant_min=-8, quant_max=7))
slope(q.default_fixed_qparams_range_neg1to1_fake_quant()), slope(q.default_fixed_qparams_range_0to1_fake_quant())
switched(q.FakeQuantize(), q.disable_observer), switched(q.FakeQuantize(), q.disable_fake_quant)
switched(q.FakeQuantize(), q.disable_observer, q.enable_observer, q.disable_fake_quant, q.enable_fake_quant)
(lambda o: (o(X), o.reset_min_max_vals(), o))(q.MinMaxObserver())
(lambda o: (o(X), o.reset_min_max_vals(), o.min_val.shape))(q.PerChannelMinMaxObserver())
q.QuantWrapper(torch.nn.Linear(2, 1)), q.QuantStub()(X), q.QuantStub(q.default_qconfig).qconfig == q.default_qconfig
Made.with_args(b=3).with_callable_args(a=list)().__dict__, Made.with_args(a=1)(b=4).__dict__
q.MinMaxObserver(qscheme=torch.per_channel_affine)
q.MinMaxObserver(qscheme=torch.per_tensor_symmetric, reduce_range=True)
q.MovingAverageMinMaxObserver(qscheme=torch.per_channel_affine)
q.MovingAverageMinMaxObserver(is_dynamic=True)
q.PerChannelMinMaxObserver(qscheme=torch.per_tensor_affine)
q.PerChannelMinMaxObserver(is_dynamic=True)
q.MovingAveragePerChannelMinMaxObserver(qscheme=torch.per_tensor_affine)
q.PerChannelMinMaxObserver(qscheme=torch.per_channel_symmetric, reduce_range=True)
q.MinMaxObserver(quant_min=1, quant_max=5)
q.MinMaxObserver(quant_min=0, quant_max=0)
q.MinMaxObserver(quant_min=-200, quant_max=200, dtype=torch.qint8)
q.FixedQParamsObserver(1.0, 0, is_dynamic=True)
q.PlaceholderObserver().calculate_qparams()
q.NoopObserver().calculate_qparams()
q.FakeQuantize(quant_min=3, quant_max=1)
q.FakeQuantize(quant_min=-3, quant_max=1)
q.FakeQuantize(quant_min=0, quant_max=256)
q.FakeQuantize(quant_min=-129, quant_max=2, dtype=torch.qint8)
q.FixedQParamsFakeQuantize(q.MinMaxObserver)
q.QConfig(q.MinMaxObserver(), q.MinMaxObserver)
torch.quint8, torch.quint8.is_floating_point, torch.quint8.itemsize, torch.qint32.itemsize, torch.per_tensor_affine, torch.qint8
q.ObserverBase(torch.quint8)
q.MinMaxObserver.with_args(quant_min=0)().quant_max, torch.quantization.MinMaxObserver is q.MinMaxObserver
"""


def shown(value):
    """A result in words, its numbers rounded."""
    if isinstance(value, dict):
        return {key: shown(part) for key, part in value.items()}
    if isinstance(value, (tuple, list)) and not hasattr(value, "missing_keys"):
        return [shown(part) for part in value]
    if hasattr(value, "detach"):
        numbers = [round(number, 5) + 0 for number in value.detach().reshape(-1).tolist()]
        return tuple(value.shape), str(value.dtype), numbers
    return repr(value)


def told(lib):
    names, found = {"torch": lib}, {}
    exec(SETUP, names)
    for line in LINES.strip().splitlines():
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            try:
                result = shown(eval(line, names))
            except Exception as error:
                result = f"{type(error).__name__}: {error}"
        said = sorted({str(one.message) for one in warned})
        found[line] = f"{result} {said}".replace("minitorch", "torch")
    return found


def test_observers_and_rounding_are_pytorchs(torch):
    ours, theirs = told(mt), told(torch)
    wrong = {line: (ours[line], theirs[line]) for line in ours if ours[line] != theirs[line]}
    assert not wrong
