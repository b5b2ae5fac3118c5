"""version: which version of minitorch this is, and with what it was built (shelf)."""

__version__ = "0.1.0"
debug = False
cuda = hip = rocm = xpu = git_version = None  # GPUs come with CuPy, which has versions of its own
