"""cpp_extension: torch.utils.cpp_extension for programs that import it; nothing in C++ or CUDA is built (shelf)."""

__all__ = [
    "BuildExtension", "CUDAExtension", "CUDA_HOME", "CUDNN_HOME", "CppExtension", "ROCM_HOME", "SyclExtension",
    "check_compiler_is_gcc", "get_cxx_compiler", "include_paths", "is_ninja_available", "library_paths", "load",
    "load_inline", "verify_ninja_availability",
]  # fmt: skip

CUDA_HOME = CUDNN_HOME = ROCM_HOME = None  # the compilers' folders: none is looked for


def refused(name):
    """A function under PyTorch's name that says why nothing is built."""

    def function(*args, **kwargs):
        raise RuntimeError(
            f"torch.utils.cpp_extension.{name}(): extensions are compiled against PyTorch's headers, and minitorch has none. "
            "Use the part of the program that is written in Python, or library.custom_op for an operator of your own."
        )

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""RuntimeError: nothing in C++ or CUDA is built.

    >>> import minitorch.utils.cpp_extension
    >>> minitorch.utils.cpp_extension.{name}("rows", ["rows.cpp"])
    Traceback (most recent call last):
        ...
    RuntimeError: torch.utils.cpp_extension.{name}(): extensions are compiled against PyTorch's headers, and minitorch has none. Use the part of the program that is written in Python, or library.custom_op for an operator of your own.

    Source: PyTorch, torch.utils.cpp_extension.{name}.
    """  # noqa: E501
    return function


load, load_inline = refused("load"), refused("load_inline")
CppExtension, CUDAExtension, SyclExtension = map(refused, ["CppExtension", "CUDAExtension", "SyclExtension"])
BuildExtension = refused("BuildExtension")
verify_ninja_availability = refused("verify_ninja_availability")
check_compiler_is_gcc, get_cxx_compiler = refused("check_compiler_is_gcc"), refused("get_cxx_compiler")


def include_paths(device_type="cpu", torch_include_dirs=True):
    """The folders of headers: none. Source: PyTorch, torch.utils.cpp_extension.include_paths."""
    return []


def library_paths(device_type="cpu", torch_include_dirs=True, cross_target_platform=None):
    """The folders of compiled libraries: none. Source: PyTorch, torch.utils.cpp_extension.library_paths."""
    return []


def is_ninja_available():
    """Whether extensions can be built by Ninja: False."""
    return False
