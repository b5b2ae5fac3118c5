"""Devices: the same code on the CPU and on a GPU, and PyTorch's errors where there is none."""

import pytest

import minitorch as mt

from .programs import same


@pytest.mark.parametrize(
    "program",
    [
        "print(torch.device('cuda'), repr(torch.device('cuda', 1)), torch.device('cuda:1') == torch.device('cuda', 1))",
        "print(torch.device('cpu').type, torch.device('cpu').index, torch.zeros(1).device, torch.zeros(1).is_cuda)",
        "torch.device('cuda:x')",
        "torch.device('tpu3')",
        "torch.device('cuda', -2)",
        "print({torch.device('cpu'): 1}[torch.device('cpu')])",
    ],
)
def test_device_objects(program, torch):
    same(program, torch)


@pytest.mark.skipif(mt.cuda.is_available(), reason="only without a GPU")
@pytest.mark.parametrize(
    "program",
    [
        "torch.zeros(2, device='cuda')",
        "torch.tensor([1.0]).cuda()",
        "torch.ones(2).to('cuda:0')",
        "print(torch.cuda.is_available(), torch.cuda.device_count())",
    ],
)
def test_without_a_gpu(program, torch):
    if torch.cuda.is_available():
        pytest.skip("PyTorch has a GPU here, so it says something else")
    same(program, torch)


def step(device):
    """One training step of a small classifier; the loss and the gradients, on the CPU."""
    mt.manual_seed(0)
    x, y = mt.randn(16, 8).to(device), mt.randint(0, 3, (16,)).to(device)
    w1, w2 = (mt.randn(*size).to(device).requires_grad_() for size in ((8, 12), (12, 3)))
    loss = mt.nn.functional.cross_entropy((x @ w1).tanh() @ w2, y)
    loss.backward()
    return [t.detach().cpu() for t in (loss, w1.grad, w2.grad)]


@pytest.mark.gpu
def test_a_training_step_is_the_same_on_both():
    for ours, theirs in zip(step("cuda"), step("cpu"), strict=True):
        assert mt.allclose(ours, theirs, rtol=1e-4, atol=1e-5)


@pytest.mark.gpu
def test_a_default_device_is_where_tensors_are_made():
    with mt.device("cuda"):
        assert all(x.is_cuda for x in (mt.zeros(2), mt.randn(2), mt.arange(3), mt.tensor([1.0]), mt.eye(2)))
    assert mt.zeros(2).is_cpu
    image = mt.ones(1, 2, 3, 3, device="cuda").contiguous(memory_format=mt.channels_last)
    assert image.is_cuda and image.stride() == (18, 1, 6, 2)


@pytest.mark.gpu
def test_devices_do_not_mix():
    with pytest.raises(RuntimeError, match="Expected all tensors to be on the same device"):
        mt.ones(2, device="cuda") + mt.ones(2)


@pytest.mark.gpu
@pytest.mark.parametrize(
    "name", "add mul exp tanh sum mean max cumsum matmul softmax reshape getitem cat where".split()
)
def test_operations_on_a_gpu(name):
    operations = {
        "add": lambda x: x + x,
        "mul": lambda x: x * 2.5,
        "max": lambda x: x.max(1).values,
        "cumsum": lambda x: x.cumsum(0),
        "matmul": lambda x: x @ x.t(),
        "softmax": lambda x: x.softmax(1),
        "reshape": lambda x: x.reshape(-1),
        "getitem": lambda x: x[1:, mt.tensor([0, 2], device=x.device)],
        "cat": lambda x: mt.cat([x, x]),
        "where": lambda x: mt.where(x > 0, x, 0.0),
    }
    operation = operations.get(name, lambda x: getattr(x, name)())
    numbers = mt.randn(4, 4)
    found = []
    for device in ("cpu", "cuda"):
        x = numbers.to(device).requires_grad_()
        operation(x).sum().backward()
        found.append((operation(x).detach().cpu(), x.grad.cpu()))
    for cpu, gpu in zip(*found, strict=True):
        assert mt.allclose(cpu, gpu, rtol=1e-4, atol=1e-5)
