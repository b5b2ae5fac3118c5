"""collect_env: what a report of a fault should say about the computer: python -m minitorch.utils.collect_env (shelf)."""

import importlib.metadata
import os
import platform
import sys
from typing import NamedTuple

from ..backend import cuda_is_available
from ..threads import get_num_threads
from ..version import __version__

PACKAGES = "numpy scipy ml_dtypes cupy matplotlib jupyterlab torch".split()


class SystemEnv(NamedTuple):
    """What is known of the computer, the same names as PyTorch's where it has them."""

    torch_version: str
    is_debug_build: str
    os: str
    libc_version: str
    python_version: str
    python_platform: str
    is_cuda_available: str
    cpu_info: str
    cpu_count: str
    threads: str
    byte_order: str
    fast: str
    pip_packages: str


def version_of(package):
    """The version of an installed package, or None."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def get_env_info():
    """Look at this computer. Source: PyTorch, torch.utils.collect_env.get_env_info."""
    found = {package: version_of(package) for package in PACKAGES}
    return SystemEnv(
        __version__,
        "False",
        f"{platform.system()} {platform.release()} ({platform.machine()})",
        "-".join(platform.libc_ver()) or "N/A",
        f"{sys.version.splitlines()[0]} ({sys.maxsize.bit_length() + 1}-bit runtime)",
        platform.platform(),
        str(cuda_is_available()),
        platform.processor() or platform.machine(),
        str(os.cpu_count()),
        str(get_num_threads()),
        sys.byteorder,
        os.environ.get("MINITORCH_FAST", "1"),
        "\n".join([f"[pip3] {package}=={version}" for package, version in found.items() if version is not None]),
    )


FORM = """
minitorch version: {torch_version}
Is debug build: {is_debug_build}

OS: {os}
Libc version: {libc_version}

Python version: {python_version}
Python platform: {python_platform}
Is CUDA available: {is_cuda_available}

CPU:
Model name: {cpu_info}
CPU(s): {cpu_count}
Threads in use: {threads}
Byte Order: {byte_order}

Short cuts (MINITORCH_FAST): {fast}

Versions of relevant libraries:
{pip_packages}
""".strip()


def get_pretty_env_info():
    """The same as a text to be pasted. Source: PyTorch, torch.utils.collect_env.get_pretty_env_info."""
    return FORM.format(**get_env_info()._asdict())


def main():
    """Print it."""
    print("Collecting environment information...")
    print(get_pretty_env_info())


if __name__ == "__main__":
    main()
