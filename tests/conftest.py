"""What the tests share: PyTorch as the oracle, and when to skip."""

import gc
import shutil
from collections import Counter

import pytest

import minitorch
from minitorch import fast
from minitorch.fast.twins import Numba


@pytest.fixture(scope="session")
def torch():
    """PyTorch, to compare with; tests that need it skip where it is not installed."""
    return pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch==2.13.0")


@pytest.fixture(autouse=True)
def alone():
    """Every test starts from the same random numbers and leaves nothing behind that others would see."""
    minitorch.manual_seed(0)
    before = waiting()
    yield
    left = minitorch.get_default_dtype()
    minitorch.set_default_dtype(minitorch.float32)
    assert left is minitorch.float32
    assert minitorch.is_grad_enabled()
    after = waiting()
    for short_cut in fast.table:
        short_cut.reasons = Counter(before.get(short_cut.name, short_cut.reasons))
        short_cut.wait("switched off", 0)
    assert {name: reasons for name, reasons in after.items() if name in before} == before


@pytest.fixture(scope="module")
def numpy_alone():
    """Without what numba compiles, which goes before the short cuts on NumPy; calls made meanwhile know of no numba."""
    before, Numba.missing = Numba.missing, True
    yield
    Numba.missing = before
    if fast.is_on():
        with fast.switched_off():
            pass


def waiting():
    """Why each short cut is left out now."""
    return {short_cut.name: dict(+short_cut.reasons) for short_cut in fast.table}


def pytest_collection_modifyitems(items):
    """Skip what this machine cannot run, and say why."""
    for item in items:
        if item.get_closest_marker("gpu") and not minitorch.cuda.is_available():
            item.add_marker(pytest.mark.skip(reason="needs CuPy and a CUDA GPU; neither is here"))
        if item.get_closest_marker("browser") and not browser():
            item.add_marker(pytest.mark.skip(reason="needs Chromium: apt-get install chromium"))


def pytest_collection_finish(session):
    """The tests themselves are no garbage: looking through twenty thousand of them each time takes most of a second."""
    gc.freeze()


def browser():
    """The path of a Chromium browser, or None."""
    return next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
    )
