"""checks: PyTorch's errors for arguments, results and tangents that the transforms of func cannot work with (shelf)."""

from .._tensor import Tensor
from ..utils._pytree import tree_flatten, tree_leaves

__all__ = ["check_outputs", "check_real", "check_tangents", "numbers", "parted"]

JVP = "jvp(f, primals, tangents)"
VJP = "vjp(f, *primals)"
VALUE = "grad_and_value(f)(*args)"


def numbers(argnums, count):
    """Which of `count` arguments are meant: argnums with negative ones counted from the end."""
    if isinstance(argnums, tuple):
        found = tuple([one_number(number, count) for number in argnums])
        if not found:
            raise RuntimeError("argnums must be non-empty")
        if len(set(found)) != len(found):
            raise RuntimeError(f"argnums elements must be unique, got {found}")
        return found
    if not isinstance(argnums, int):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    return one_number(argnums, count)


def one_number(number, count):
    """One argument's number."""
    if not isinstance(number, int):
        raise RuntimeError(f"argnum must be int, got: {type(number)}")
    if not -count <= number < count:
        raise RuntimeError(f"Got argnum={number}, but only {count} positional inputs")
    return number % count


def parted(made, has_aux, name):
    """(result, the rest) of what a function gave; the rest is None without has_aux, else it holds nothing but tensors."""
    if not has_aux:
        return made, None
    if not isinstance(made, tuple) or len(made) != 2:
        raise RuntimeError(f"{name}: output of function f should be a tuple: (output, aux) if has_aux is True")
    for x in tree_leaves(made[1]):
        if not isinstance(x, Tensor):
            raise RuntimeError(f"Expected tensors, got unsupported type {type(x)}")
    return made


def check_outputs(outs, name):
    """There must be results, and all of them tensors."""
    if not outs or (len(outs) == 1 and outs[0] is None):
        raise RuntimeError(f"{name}: Expected f to be a function that has non-empty output (got output = {outs})")
    for x in outs:
        if not isinstance(x, Tensor):
            raise RuntimeError(f"{name}: expected f(*primals) to return only tensors, got unsupported type {type(x)}")
        if name == VJP and not (x.is_floating_point() or x.is_complex()):
            raise RuntimeError(
                f"vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got Tensor with dtype {x.dtype}"
            )


class Star:
    """What stands for a leaf in a printed structure."""

    def __repr__(self):
        return "*"


def shown(spec):
    """A structure as its tree with * for every leaf."""
    return repr(spec.unflatten([Star()] * spec.num_leaves))


def check_cotangents(given, out):
    """Cotangents must be structured like the result."""
    there, here = tree_flatten(given)[1], tree_flatten(out)[1]
    if there != here:
        raise RuntimeError(
            "Expected pytree structure of cotangents to be the same as pytree structure of outputs to the function. "
            f"cotangents: {shown(there)}, primal output: {shown(here)}"
        )


def check_tangents(primals, tangents):
    """There must be a tangent of the same shape for each primal."""
    if not isinstance(primals, tuple):
        raise RuntimeError(f"{JVP}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    (points, here), (directions, there) = tree_flatten(primals), tree_flatten(tangents)
    if here != there:
        raise RuntimeError(
            f"{JVP}: Expected primals and tangents to have the same python structure. For example, if primals is a tuple of "
            f"3 tensors, tangents also must be. Got primals with structure {here} and tangents with structure {there}"
        )
    for what, found in (("primals", points), ("tangents", directions)):
        if not found:
            raise RuntimeError(f"{JVP}: Expected {what} to contain at least one Tensor.")
        for x in found:
            if not isinstance(x, Tensor):
                raise RuntimeError(f"{JVP}: Expected {what} to only contain Tensors, got {type(x)}")
    for x, direction in zip(points, directions, strict=True):
        if x.shape != direction.shape:
            raise RuntimeError(
                "Trying to set a forward gradient that has a different size than that of the original Tensor, this is not "
                f"supported. Tensor is of size {list(x.shape)} while the given forward gradient is of size "
                f"{list(direction.shape)}."
            )


def check_real(name, tree, where):
    """Whole derivatives are of real numbers by real numbers; where: "inputs" or "outputs"."""
    for i, x in enumerate(tree_leaves(tree)):
        if isinstance(x, Tensor) and x.is_complex():
            raise RuntimeError(
                f"{name}: Expected all {where} to be real but received complex tensor at flattened input idx: {i}"
            )
