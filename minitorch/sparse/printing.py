"""printing: how a sparse tensor prints, and what else Tensor's own methods say of one (shelf).

The methods here stand before those of Tensor from when the first sparse tensor is made: they answer for sparse tensors and
leave the others to what was there.
"""

from .._holes import fill
from .._tensor import Tensor, method
from .._tower import load
from ..dtypes import bool as bool_
from ..dtypes import from_numpy_dtype, get_default_dtype, int64
from ..memory_format import sparse_coo
from ..printing import INDENT, numbers, options, with_facts
from .array import is_sparse

# --- repr --------------------------------------------------------------------------------------------------------------------


def described(array, names, requires_grad, node):
    """tensor(indices=..., values=..., size=..., nnz=..., layout=...); names: what is shown -> the array."""
    kind = from_numpy_dtype(array.dtype)
    facts = [f"size={array.shape}", f"nnz={array.nnz}"]
    if kind not in (get_default_dtype(), get_default_dtype().to_complex(), int64, bool_):
        facts.append(f"dtype={kind!r}")
    facts.append(f"layout={array.layout!r}")
    if node is not None:
        facts.append(f"grad_fn=<{node}>")
    elif requires_grad:
        facts.append("requires_grad=True")
    parts = [f"{name}=tensor({with_size(part, len(name) + 8)})" for name, part in names.items()]
    if array.layout is not sparse_coo:
        return with_facts("tensor(" + LINE.join(parts), facts) + ")"
    return "tensor(" + LINE.join([*parts, in_lines(facts)]) + ")"


LINE = ",\n" + " " * INDENT


def with_size(array, indent):
    """The numbers of a part, and its size where it has none."""
    return numbers(array, INDENT + indent) + ("" if array.size else f", size={array.shape}")


def in_lines(facts):
    """Facts with commas between them, as many in a line as fit."""
    text, used = facts[0], INDENT + len(facts[0])
    for fact in facts[1:]:
        new = used + len(fact) + 2 > options["linewidth"]
        text += (LINE if new else ", ") + fact
        used = INDENT + len(fact) if new else used + len(fact) + 2
    return text


def _repr(self, *, tensor_contents=None):
    array, node = self._array, self.grad_fn
    return described(array, array.parts(), self.requires_grad, node and type(node).__name__)


# --- no views ----------------------------------------------------------------------------------------------------------------

plain_renew = Tensor._renew


def renew(self):
    """No sparse tensor shows another's memory: what is made like a view of one stands for itself."""
    if is_sparse(self._array) or is_sparse(self._base._array):
        self._base, self._counter = None, [0]
    else:
        plain_renew(self)


fill(Tensor, _renew=renew)

# --- what is asked of a tensor ---------------------------------------------------------------------------------------------------


def before(name, answer):
    """Let answer(self, *args) speak for sparse tensors under a method's name."""
    plain = getattr(Tensor, name)

    def ask(self, *args, **named):
        return answer(self, *args, **named) if is_sparse(self._array) else plain(self, *args, **named)

    ask.__name__ = ask.__qualname__ = name
    ask.__doc__, ask.__module__, ask.__wrapped__ = plain.__doc__, plain.__module__, plain
    method(ask, name)


def _numpy(self, *, force=False):
    return self._array.__array__()


def _type(self, dtype=None, non_blocking=False):
    if dtype is not None:
        return plain_type(self, dtype)
    if self.layout is not sparse_coo:
        raise RuntimeError("Unimplemented backend SparseCsrCPU")
    return f"minitorch.sparse.{self.dtype.title}Tensor"


plain_type = Tensor.type


def check_coordinates(self, what):
    """Raise PyTorch's error where a tensor is compressed: it has no such thing as `what`."""
    if self.layout is not sparse_coo:
        raise load("minitorch.sparse.compressed").lacking(self.layout, what)


def _stride(self, dim=None):
    check_coordinates(self, "strides")
    return (0,) * self.ndim if dim is None else 0


def _not_contiguous(self, memory_format=None):
    check_coordinates(self, "is_contiguous")
    return False


def _contiguous(self, memory_format=None):
    check_coordinates(self, "is_contiguous")
    raise RuntimeError("unsupported memory format option Contiguous")


def _setitem(self, index, value):
    raise TypeError("Cannot assign to a sparse tensor")


def _item(self):
    return self.to_dense().item()


def _iadd(self, other):
    """sparse += dense is how the engine adds up gradients: the sum is another tensor, and dense."""
    return self.add_(other) if is_sparse(getattr(other, "_array", None)) else other + self


def _storage(self):
    kind = "SparseTensorImpl" if self.layout is sparse_coo else "SparseCsrTensorImpl"
    raise NotImplementedError(f"Cannot access storage of {kind}")


ANSWERS = {
    "__repr__": _repr, "numpy": _numpy, "type": _type, "stride": _stride, "is_contiguous": _not_contiguous,
    "contiguous": _contiguous, "__setitem__": _setitem, "item": _item, "storage": _storage, "untyped_storage": _storage,
    "share_memory_": _storage, "__iadd__": _iadd,
}  # fmt: skip
for _name, _answer in ANSWERS.items():
    before(_name, _answer)
