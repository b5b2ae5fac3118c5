"""optimizer: Optimizer: parameters in groups, their options, what is remembered of each; state_dict (core).

A method of yours is a class with a `step`:

    class Plain(Optimizer):
        def __init__(self, params, lr):
            super().__init__(params, {"lr": lr})

        @minitorch.no_grad()
        def step(self):
            for group in self.param_groups:
                for p in group["params"]:
                    p -= group["lr"] * p.grad
"""

import warnings
from collections import defaultdict
from collections.abc import Iterable
from copy import deepcopy

from .._tensor import Tensor
from ..nn.module.mode import zero_grads

ParamsT = Iterable[Tensor] | Iterable[dict] | Iterable[tuple[str, Tensor]]
required = object()  # as a default: an option that each group has to give
TWICE = "optimizer contains a parameter group with duplicate parameters; in future, this will cause an error"


class Optimizer:
    """The base of all optimizers.

    params    tensors, (name, tensor) pairs, or dictionaries: {"params": tensors, "lr": 0.1}, groups with options of their own
    defaults  the options of groups that do not give them: {"lr": 0.01}

    param_groups  the groups, dictionaries
    state         parameter -> what the method remembers of it, a dictionary

    >>> import minitorch as mt
    >>> w = mt.tensor([1.0], requires_grad=True)
    >>> optimizer = mt.optim.SGD([w], lr=0.1)
    >>> (w * w).sum().backward()
    >>> optimizer.step()
    >>> w
    tensor([0.8000], requires_grad=True)

    Errors: TypeError for what are no tensors, ValueError for none at all, for computed ones, for one that is in two groups.
    Source: PyTorch, torch.optim.Optimizer.
    """

    def __init__(self, params, defaults):
        if isinstance(params, Tensor):
            raise TypeError("params should be tensors or groups in a list, not one tensor")
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        self.defaults, self.state, self.param_groups = defaults, defaultdict(dict), []
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    def __getstate__(self):
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state):
        self.__dict__.update(state)

    def __repr__(self):
        text = f"{type(self).__name__} ("
        for number, group in enumerate(self.param_groups):
            text += f"\nParameter Group {number}\n"
            options = [key for key in sorted(group) if key != "params"]
            text += "".join([f"    {key}: {group[key]}\n" for key in options])
        return text + ")"

    def add_param_group(self, param_group):
        """Add a group {"params": tensors, options ...}, for instance of layers that were frozen until now.

        Errors: as of the constructor. Source: PyTorch, torch.optim.Optimizer.add_param_group.
        """
        if not isinstance(param_group, dict) or isinstance(param_group["params"], set):
            raise TypeError("a parameter group is a dict, and its params are in a list: a set has no fixed order")
        entries = self._entries_of(param_group["params"])
        held = {p for group in self.param_groups for p in group["params"]}
        if not held.isdisjoint(entries["params"]):
            raise ValueError("some parameters appear in more than one parameter group")
        param_group.update(self.defaults | param_group | entries)
        self.param_groups.append(param_group)

    def _entries_of(self, params):
        """{"params": the tensors of a new group, checked}; of (name, tensor) pairs also "param_names"."""
        params = [params] if isinstance(params, Tensor) else list(params)
        names = [param[0] for param in params if isinstance(param, tuple)]
        unlike = [group for group in self.param_groups if ("param_names" in group) != bool(names)]
        if unlike or 0 < len(names) < len(params):
            raise ValueError("all optimizer params should be with/without names")
        params = [param[1] for param in params] if names else params
        for p in params:
            if not isinstance(p, Tensor):
                raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {type(p).__name__}")
            if not (p.is_leaf or p.retains_grad or self.defaults.get("differentiable")):
                raise ValueError("can't optimize a non-leaf Tensor: it is computed from others")
        if len(params) != len(set(params)):
            warnings.warn(TWICE, stacklevel=4)
        return {"params": params, "param_names": names} if names else {"params": params}

    def zero_grad(self, set_to_none=True):
        """Forget all gradients, or with set_to_none=False fill them with zeros, before the next backward pass.

        Source: PyTorch, torch.optim.Optimizer.zero_grad.
        """
        zero_grads([p for group in self.param_groups for p in group["params"]], set_to_none)

    def step(self, closure=None):
        """Change every parameter once. A `closure` computes the loss anew, with its gradients, and returns it."""
        raise NotImplementedError(f"{type(self).__name__} needs a method step()")

    def state_dict(self):
        """{"state": ..., "param_groups": ...}: all that is needed to go on, with numbers for the parameters.

        Source: PyTorch, torch.optim.Optimizer.state_dict.
        """
        numbers = {p: number for number, p in enumerate([p for group in self.param_groups for p in group["params"]])}
        groups = []
        for group in self.param_groups:
            options = {name: value for name, value in group.items() if name != "params"}
            groups.append({**options, "params": [numbers[p] for p in group["params"]]})
        state = {numbers.get(key, key): value for key, value in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        """Go on from where state_dict was called; what is remembered gets the dtype and device of its parameter.

        It is copied, which PyTorch does only when it converts: two optimizers then never write into the same memory.
        An option that the saved groups lack keeps its value.

        Errors: ValueError when the groups, or the numbers of parameters in them, differ; then nothing is changed.
        Source: PyTorch, torch.optim.Optimizer.load_state_dict.
        """
        groups = with_saved_options(self.param_groups, state_dict["param_groups"])
        own = {
            number: p
            for saved, group in zip(state_dict["param_groups"], groups, strict=True)
            for number, p in zip(saved["params"], group["params"], strict=True)
        }
        state = defaultdict(dict)
        for key, value in state_dict["state"].items():
            state[own.get(key, key)] = fitted(value, own[key]) if key in own else value
        self.__setstate__({"state": state, "param_groups": groups})


def with_saved_options(groups, saved):
    """Copies of the groups with the options of the saved ones. Raise unless they are as many, each of as many parameters."""
    theirs, ours = ([len(group["params"]) for group in some] for some in (saved, groups))
    if len(theirs) != len(ours):
        raise ValueError("loaded state dict has a different number of parameter groups")
    if theirs != ours:
        raise ValueError(f"loaded state dict has parameter groups of other sizes: {theirs}, and the optimizer {ours}")
    return [{**old, **new, "params": old["params"]} for old, new in zip(groups, deepcopy(saved), strict=True)]


def fitted(value, param, key=None):
    """A copy of a remembered value for this parameter: tensors in its dtype and on its device, except the number of steps."""
    if isinstance(value, Tensor):
        if key == "step":  # Adam's count of steps keeps its dtype
            return value.clone()
        return value.to(param.device, param.dtype if param.is_floating_point() else value.dtype, copy=True)
    if isinstance(value, dict):
        return {name: fitted(one, param, name) for name, one in value.items()}
    return type(value)([fitted(one, param) for one in value]) if isinstance(value, (list, tuple)) else value
