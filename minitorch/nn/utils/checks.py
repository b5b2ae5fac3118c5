"""checks: the errors of parametrize, in PyTorch's words (shelf)."""

from collections.abc import Sequence

from ..._tensor import Tensor


def check_inverse(new):
    """Raise unless right_inverse gave tensors."""
    if not isinstance(new, (Tensor, Sequence)):
        raise ValueError(
            f"'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got {type(new).__name__}"
        )


def check_original(original, new):
    """Raise unless the original can hold what right_inverse gave."""
    for what in ("dtype", "device"):
        before, after = getattr(original, what), getattr(new, what)
        if before != after:
            raise ValueError(
                f"When `right_inverse` outputs one tensor, it may not change the {what}.\n"
                f"original.{what}: {before}\nright_inverse(original).{what}: {after}"
            )


def check_result(value, dtype, shape):
    """Raise unless the parametrization gives a tensor like the one whose place it takes."""
    if not isinstance(value, Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(value).__name__}.")
    for what, before in (("dtype", dtype), ("shape", shape)):
        if getattr(value, what) != before:
            raise ValueError(
                f"Registering a parametrization may not change the {what} of the tensor, unless `unsafe` flag is "
                f"enabled.\nunparametrized {what}: {before}\nparametrized {what}: {getattr(value, what)}"
            )


def check_assigned(held, value):
    """Raise unless the originals can hold what right_inverse gave for a value that was assigned."""
    if held.is_tensor:
        if not isinstance(value, Tensor):
            raise ValueError(f"`right_inverse` should return a tensor. Got {type(value).__name__}")
        if value.dtype != held.original.dtype:
            raise ValueError(
                f"The tensor returned by `right_inverse` has dtype {value.dtype} while `original` has dtype "
                f"{held.original.dtype}"
            )
        return
    if not isinstance(value, Sequence):
        raise ValueError(f"'right_inverse' must return a sequence of tensors. Got {type(value).__name__}.")
    if len(value) != held.ntensors:
        raise ValueError(
            f"'right_inverse' must return a sequence of tensors of length {held.ntensors}. Got a sequence of length "
            f"{len(value)}."
        )
    for number, (one, original) in enumerate(zip(value, held._originals(), strict=True)):
        if not isinstance(one, Tensor):
            raise ValueError(
                f"`right_inverse` must return a sequence of tensors. Got element {number} of type {type(one).__name__}"
            )
        if one.dtype != original.dtype:
            raise ValueError(
                f"Tensor {number} returned by `right_inverse` has dtype {one.dtype} while `original{number}` has dtype "
                f"{original.dtype}"
            )


def check_further(module, name, parametrization):
    """Raise unless one more parametrization keeps dtype and shape, and so does its right_inverse."""
    value = getattr(module, name)
    new = parametrization(value)
    if not isinstance(new, Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(new).__name__}.")
    for what in ("dtype", "shape"):
        if getattr(new, what) != getattr(value, what):
            raise ValueError(
                f"Registering a parametrization may not change the {what} of the tensor, unless the `unsafe` flag is "
                f"enabled.\nmodule.{name}.{what}: {getattr(value, what)}\n"
                f"parametrization(module.{name}).{what}: {getattr(new, what)}"
            )
    try:
        back = parametrization.right_inverse(new) if hasattr(parametrization, "right_inverse") else value
    except NotImplementedError:
        return
    if not isinstance(back, Tensor):
        raise ValueError(f"parametrization.right_inverse must return a tensor. Got: {type(back).__name__}")
    for what in ("dtype", "shape"):
        if getattr(back, what) != getattr(value, what):
            raise ValueError(
                f"The tensor returned by parametrization.right_inverse must have the same {what} as module.{name}, "
                f"unless the `unsafe` flag is enabled.\nmodule.{name}.{what}: {getattr(value, what)}\n"
                f"returned {what}: {getattr(back, what)}"
            )
