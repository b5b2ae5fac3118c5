"""fft: Fourier transforms under PyTorch's names.

>>> import minitorch as mt
>>> mt.fft.rfft(mt.tensor([1.0, 0.0, -1.0, 0.0])).abs()
tensor([0., 2., 0.])
"""

from .._lazy import end_of_package

# isort: off
try:
    from .fft import fft, fft2, fftn, ifft, ifft2, ifftn, irfft, irfft2, irfftn, rfft, rfft2, rfftn
    from .fft import fftfreq, fftshift, ifftshift, rfftfreq
except ModuleNotFoundError as missing:
    end_of_package(missing)

__all__ = [
    "fft", "fft2", "fftfreq", "fftn", "fftshift", "ifft", "ifft2", "ifftn", "ifftshift", "irfft", "irfft2", "irfftn",
    "rfft", "rfft2", "rfftfreq", "rfftn",
]  # fmt: skip
