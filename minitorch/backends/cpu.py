"""cpu: torch.backends.cpu: what the processor can do, as NumPy has found it (shelf)."""

from numpy._core._multiarray_umath import __cpu_features__ as features


def get_cpu_capability():
    """ "AVX512", "AVX2" or "DEFAULT". Source: PyTorch, torch.backends.cpu.get_cpu_capability."""
    if features.get("AVX512F"):
        return "AVX512"
    return "AVX2" if features.get("AVX2") else "DEFAULT"
