"""Devices: their names, and PyTorch's errors where there is no GPU. test_cuda.py has what there is with one."""

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
