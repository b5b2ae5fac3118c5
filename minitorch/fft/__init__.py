"""fft: Fourier transforms under PyTorch's names.

>>> import minitorch as mt
>>> mt.fft.rfft(mt.tensor([1.0, 0.0, -1.0, 0.0])).abs()
tensor([0., 2., 0.])
"""

from .._tower import end_of_tower

# isort: off
try:
    from .fft import (
        fft, fft2, fftn, hfft, hfft2, hfftn, ifft, ifft2, ifftn, ihfft, ihfft2, ihfftn, irfft, irfft2, irfftn, rfft, rfft2,
        rfftn,
    )  # fmt: skip
    from .fftfreq import fftfreq, fftshift, ifftshift, rfftfreq
except ModuleNotFoundError as missing:
    end_of_tower(missing)

__all__ = [
    "fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "hfft2", "hfftn", "ifft", "ifft2", "ifftn", "ifftshift",
    "ihfft", "ihfft2", "ihfftn", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn",
]  # fmt: skip
