"""deprecated_signatures: x.add_(0.5, y) and its kin, whose factors still stand before the tensors (shelf).

PyTorch takes them with a warning, and the optimizers and pruning tools of many repositories are written in them. They are
looked at only when a call has failed.
"""

import numpy as np

from ._tensor import Tensor
from .notes import warn

SCALED = {"add": "alpha", "sub": "alpha", "addcmul": "value", "addcdiv": "value"}  # x, a factor, the tensors
TENSORS = {"add": ["other"], "sub": ["other"], "addcmul": ["tensor1", "tensor2"], "addcdiv": ["tensor1", "tensor2"]}
TENSORS |= {"addmm": ["mat1", "mat2"], "addmv": ["mat", "vec"], "addr": ["vec1", "vec2"]}
TENSORS |= {
    "addbmm": ["batch1", "batch2"],
    "baddbmm": ["batch1", "batch2"],
}  # these with two factors, of which one may lack

told: list = []  # once in a process, as PyTorch does it


def renewed(name, function, args):
    """The arguments by place and by name in today's form, or None where they are in no old one.

    >>> import minitorch as mt
    >>> from minitorch.deprecated_signatures import renewed
    >>> renewed("add_", None, (mt.zeros(2), 0.5, mt.ones(2)))
    ((tensor([0., 0.]), tensor([1., 1.])), {'alpha': 0.5})
    """
    plain = name.rstrip("_")
    if plain not in TENSORS:
        return None
    if plain in SCALED:
        places, words = [1], [SCALED[plain]]
        method = name.endswith("_") or function is vars(Tensor).get(name)
    else:
        method = len(args) > 1 and is_factor(args[1])
        places = {5: [1, 2] if method else [0, 2], 4: [1] if method else [0]}.get(len(args), [])
        words = ["beta", "alpha"][: len(places)]
    if not places or len(args) != 1 + len(places) + len(TENSORS[plain]):
        return None
    if not all([is_factor(args[i]) for i in places]):
        return None
    if not told:
        told.append(name)
        warn(warning(name, plain, places, words, method))
    factors = {
        word: args[i].item() if hasattr(args[i], "item") else args[i] for word, i in zip(words, places, strict=True)
    }
    return tuple([x for i, x in enumerate(args) if i not in places]), factors


def is_factor(x):
    """Whether a value is a number, or a tensor that holds one."""
    return x.dim() == 0 if isinstance(x, Tensor) else isinstance(x, (int, float, complex, np.number))


def warning(name, plain, places, words, method):
    """PyTorch's words for an old form."""
    tensors = [f"Tensor {one}" for one in TENSORS[plain]]
    old = ["Tensor input", *tensors]
    for word, place in zip(words, places, strict=True):
        old.insert(place, f"Number {word}")
    options = [f"Number {word} = 1" for word in (["beta", "alpha"] if words[0] == "beta" else words)]
    if method:
        old.remove("Tensor input")
        new = [*tensors, "*", *options]
    else:
        old, new = [*old, "*", "Tensor out = None"], ["Tensor input", *tensors, "*", *options, "Tensor out = None"]
    return (
        f"This overload of {name} is deprecated:\n\t{name}({', '.join(old)})\n"
        f"Consider using one of the following signatures instead:\n\t{name}({', '.join(new)})"
    )
