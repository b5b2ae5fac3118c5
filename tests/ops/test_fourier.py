"""Fourier transforms beside PyTorch's samples: messages, names of recorded steps, complex gradients, frequencies."""

import doctest
import subprocess
import sys

import numpy as np
import pytest

import minitorch as mt

from .test_linalg import lines, of, plain

SHOWN = """
fft.fftn(ones(3, 3), s=(1, -1), dim=(0, 1)).shape
fft.fftn(ones(3, 3), s=2).shape
fft.fftn(ones(3, 3), dim=()).shape
fft.irfftn(ones(3, 3), s=(2, -1)).shape
fft.fft(ones(3, dtype=int32)).dtype
fft.rfft(ones(3, dtype=float64)).dtype
fft.fft(ones(1), out=empty(0, dtype=complex128))
fft.fftfreq(5, 0.5)
fft.fftfreq(4, dtype=float64, requires_grad=True)
fft.rfftfreq(5)
fft.rfftfreq(4, 2.0, out=empty(0))
fft.fftshift(arange(5))
fft.ifftshift(arange(5))
fft.fftshift(arange(6).reshape(2, 3), dim=1)
"""


@pytest.mark.parametrize("expression", lines(SHOWN))
def test_results_look_like_pytorchs(expression, torch):
    assert plain(repr(of(mt, expression))) == plain(repr(of(torch, expression)))


ONE = "fft ifft rfft irfft".split()
SEVERAL = "fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn".split()


@pytest.mark.parametrize("norm", ["forward", "backward", "ortho"])
@pytest.mark.parametrize("name", ONE + SEVERAL)
def test_gradients_of_complex_losses(name, norm, torch):
    """Of the first and second order, where the gradient that comes in has an imaginary part, too."""
    generator = np.random.default_rng(3)
    draw = [generator.normal(size=(2, 4, 5)) for _ in range(4)]
    whole = not name.startswith("rfft")
    given = draw[0] + 1j * draw[1] if whole else draw[0]

    def gradients(library):
        x = library.tensor(given, requires_grad=True)
        y = getattr(library.fft, name)(x, 6 if name in ONE else (3, 6), norm=norm)
        weights = draw[2][:, :3, :3] + (1j * draw[3][:, :3, :3] if y.is_complex() else 0)
        weights = library.tensor(weights, requires_grad=True)
        (first,) = library.autograd.grad(y[:, :3, :3], x, weights, create_graph=True)
        loss = (first * first.conj() * first).sum()
        loss = loss.real + 2 * loss.imag if first.is_complex() else loss
        return first, library.autograd.grad(loss, weights)[0]

    for ours, theirs in zip(gradients(mt), gradients(torch), strict=True):
        assert np.allclose(ours.detach().numpy(), theirs.detach().resolve_conj().numpy())


def test_they_are_loaded_only_when_asked_for():
    code = "import sys, minitorch; print('minitorch.fft' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


NAMED = [f"fft.{name}" for name in mt.fft.__all__]


@pytest.mark.parametrize("path", NAMED)
def test_examples_show_what_is_so(path):
    found = of(mt, path)
    assert found.__doc__ and "Source: PyTorch, torch." in found.__doc__
    test = doctest.DocTestParser().get_doctest(found.__doc__, {}, path, None, 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0
