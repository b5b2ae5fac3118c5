"""implementations: _single_tensor_adam, _multi_tensor_adam and their kin: one step, computed in one of PyTorch's ways (shelf)."""

import inspect

from .._tower import load

NAMES = "adadelta adagrad adam adamax asgd nadam radam rmsprop rprop sgd".split()
HINTS = ("has_complex", "has_sparse_grad", "grad_scale", "found_inf")  # which a step may not need


def one_way(name, title):
    """The step `name` as a function of lists, behind which the two arguments for scaled gradients may stand."""

    def function(*args, **options):
        step = getattr(load(f"minitorch.optim.{name}"), name)
        known = list(inspect.signature(step).parameters)
        lists = known[: min([known.index(one) for one in ("foreach", "has_sparse_grad") if one in known])]
        if len(args) > len(lists) + 2:
            raise TypeError(f"{title}() takes {len(lists) + 2} positional arguments but {len(args)} were given")
        given = dict(zip([*lists, "grad_scale", "found_inf"], args, strict=False)) | options
        return step(**{key: value for key, value in given.items() if key in known or key not in HINTS})

    function.__name__ = function.__qualname__ = title
    function.__module__ = f"minitorch.optim.{name}"
    function.__doc__ = f"{name} as a function of lists. Source: PyTorch, torch.optim.{name}."
    return function


for _name in NAMES:
    for _title in (f"_single_tensor_{_name}", f"_multi_tensor_{_name}"):
        globals()[_title] = one_way(_name, _title)
