"""version: which PyTorch this behaves as, which version of minitorch it is, and with what it was built (shelf)."""

# Programs compare torch.__version__ to choose among PyTorch's ways of doing a thing. So it answers which PyTorch is meant,
# and says behind the plus, where PyTorch has "cpu", what this is. Three parts between dots, as programs split them.
__version__ = "2.13.0+minitorch"
minitorch = "0.1.0"  # the library's own version
debug = False
cuda = hip = rocm = xpu = git_version = None  # GPUs come with CuPy, which has versions of its own
