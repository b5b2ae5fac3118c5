"""Calls with odd shapes, dtypes, strides and numbers, in a process of its own: it neither crashes nor hangs, and errors are PyTorch's.

The generator is seeded: the calls are the same every time.
"""

import random
import subprocess
import sys

import pytest

import minitorch as mt

ERRORS = (RuntimeError, TypeError, ValueError, IndexError, NotImplementedError, AssertionError)
NAMES = """add sub mul div pow matmul mm dot cat stack sum prod mean std max min argmax sort topk kthvalue cumsum cumprod median
mode softmax log_softmax norm dist where clamp lerp addcmul addmm gather scatter index_select take masked_select nonzero
narrow select diagonal diag_embed tril roll flip repeat_interleave unfold as_strided as_strided_scatter select_scatter
slice_scatter view reshape expand permute transpose squeeze unsqueeze flatten unflatten split chunk movedim resize_ set_
index_add index_copy index_fill scatter_reduce histc bincount searchsorted bucketize quantile logsumexp renorm cdist cross
kron einsum tensordot linalg.inv linalg.det linalg.svd linalg.qr linalg.solve linalg.norm fft.fft fft.irfft fft.fftshift
special.polygamma special.logit bernoulli multinomial nn.functional.pad nn.functional.linear
nn.functional.embedding nn.functional.conv1d nn.functional.conv2d nn.functional.cross_entropy nn.functional.layer_norm
nn.functional.batch_norm nn.functional.one_hot""".split()
KINDS = (mt.float32, mt.float64, mt.float16, mt.int64, mt.uint8, mt.bool, mt.complex64)
SHAPES = ((), (0,), (1,), (3,), (2, 3), (0, 3), (3, 0), (4, 4), (2, 3, 4), (1, 5, 1))
NUMBERS = (
    0,
    1,
    -1,
    2,
    -7,
    100,
    2**31,
    2**62,
    -(2**62),
    2**70,
    0.5,
    float("nan"),
    True,
    None,
    "a",
    (),
    (0, 0),
    (2, 2),
    (-1,),
)


def tensor(chance):
    x = (mt.randn(chance.choice(SHAPES)) * 3).to(chance.choice(KINDS))
    layouts = (lambda: x, lambda: x.t(), lambda: x[..., ::2], lambda: x.expand(2, *x.shape), lambda: x.unsqueeze(0).mT)
    try:
        return chance.choice(layouts)()
    except ERRORS:
        return x


def one_call(seed):
    chance = random.Random(seed)
    mt.manual_seed(seed)
    name = chance.choice(NAMES)
    function = mt
    for part in name.split("."):
        function = getattr(function, part, None) or getattr(mt.Tensor, part)
    args = [tensor(chance)] + [
        tensor(chance) if chance.random() < 0.4 else chance.choice(NUMBERS) for _ in range(chance.randrange(4))
    ]
    if name in ("cat", "stack"):
        args = [[tensor(chance), args[0]], *args[1:]]
    wish = isinstance(args[0], mt.Tensor) and args[0].is_floating_point() and chance.random() < 0.5
    if wish:
        args[0] = args[0].clone().requires_grad_()
    try:
        out = function(*args)
        if wish and isinstance(out, mt.Tensor) and out.requires_grad and not out.is_complex():
            out.sum().backward()
    except ERRORS:
        pass
    except AttributeError as error:  # of a number or a text where a tensor is wanted
        assert "object has no attribute" in str(error), (name, args)
    except Exception as error:
        raise AssertionError(f"{name}({args}): {error!r}") from error


def calls(first, last):
    import resource
    import warnings

    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    for seed in range(first, last):
        print(seed, flush=True)
        one_call(seed)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit on memory to set")
def test_odd_calls_neither_crash_nor_hang():
    code = "from tests.ops.test_fuzz import calls; calls(0, 1500)"
    run = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code], capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, f"call {run.stdout.split()[-1:]}: {run.stderr[-2000:]}"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork, and no limit on memory to set")
@pytest.mark.parametrize("kind", ["--tensors", "--types"])
def test_a_sample_of_everything_neither_crashes_nor_hangs(kind, torch):
    """One call in twenty of fuzz_report's: functions, methods, layers, optimizers, distributions, loaders."""
    options = ["--count", "1", "--parts", "20", "--part", "7", kind]
    run = subprocess.run(
        [sys.executable, "-m", "tests.fuzz_report", *options], capture_output=True, text=True, timeout=200
    )
    assert run.returncode == 0, run.stdout + run.stderr
    share = float(run.stdout.split(" %")[0].split()[-1])
    assert share > 85, run.stdout  # the same outcome as PyTorch's: a result, or an error of the same type
