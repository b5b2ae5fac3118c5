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
from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from copy import deepcopy

from .._tensor import Tensor
from ..autograd.detach import fill_with_zeros
from ..errors import with_note
from .hooks import HOOKS, Hooked, shown
from .hooks import register_optimizer_step_post_hook as register_optimizer_step_post_hook
from .hooks import register_optimizer_step_pre_hook as register_optimizer_step_pre_hook

ParamsT = Iterable[Tensor] | Iterable[dict] | Iterable[tuple[str, Tensor]]
TWICE = (
    "optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; "
    "see github.com/pytorch/pytorch/issues/40967 for more information"
)


required = object()  # the value of an option that each group has to give


class Optimizer(Hooked):
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
        refuse_a_tensor(params)
        self.defaults, self.state, self.param_groups = defaults, defaultdict(dict), []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)
        Optimizer.__setstate__(self, {})  # a subclass's own is for states that are loaded

    def __getstate__(self):
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state):
        self.__dict__.update(state)
        self._patch_step_function()
        for name in HOOKS:
            self.__dict__.setdefault(name, OrderedDict())
        self.defaults.setdefault("differentiable", False)

    def __repr__(self):
        text = f"{type(self).__name__} ("
        for number, group in enumerate(self.param_groups):
            text += f"\nParameter Group {number}\n"
            text += "".join([f"    {key}: {group[key]}\n" for key in sorted(group) if key != "params"])
        return text + ")"

    # --- the parameters ----------------------------------------------------------------------------------------------

    def add_param_group(self, param_group):
        """Add a group {"params": tensors, options ...}, for instance of layers that were frozen until now.

        Errors: as of the constructor. Source: PyTorch, torch.optim.Optimizer.add_param_group.
        """
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params, names = unpacked(param_group["params"])
        self._check_group(param_group, params, names)
        param_group["params"] = params
        if names:
            param_group["param_names"] = names
        for name, default in self.defaults.items():
            param_group.setdefault(name, default)
        self.param_groups.append(param_group)

    def _check_group(self, param_group, params, names):
        """Raise PyTorch's errors for a group that cannot be added."""
        for param in params:
            self._check(param)
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
        if len(params) != len(set(params)):
            warnings.warn(TWICE, stacklevel=4)
        for group in self.param_groups:
            check_names(group, names)
            if not set(params).isdisjoint(group["params"]):
                raise ValueError("some parameters appear in more than one parameter group")

    def _check(self, param):
        """Raise unless this can be optimized."""
        if not isinstance(param, Tensor):
            raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {type(param).__name__}")
        if not self.defaults.get("differentiable") and not (param.is_leaf or param.retains_grad):
            raise with_note(
                ValueError("can't optimize a non-leaf Tensor"), "It is computed from others: optimize those."
            )

    def zero_grad(self, set_to_none=True):
        """Forget all gradients, or with set_to_none=False fill them with zeros, before the next backward pass.

        Source: PyTorch, torch.optim.Optimizer.zero_grad.
        """
        for group in self.param_groups:
            for p in group["params"]:
                if set_to_none:
                    p.grad = None
                elif p.grad is not None:
                    fill_with_zeros(p.grad)

    def step(self, closure=None):
        """Change every parameter once. A `closure` computes the loss anew, with its gradients, and returns it."""
        raise NotImplementedError(f"{type(self).__name__} needs a method step()")

    # --- saving and loading ------------------------------------------------------------------------------------------

    def state_dict(self):
        """{"state": ..., "param_groups": ...}: all that is needed to go on, with numbers for the parameters.

        Source: PyTorch, torch.optim.Optimizer.state_dict.
        """
        for hook in list(self._optimizer_state_dict_pre_hooks.values()):
            hook(self)
        numbers, groups, place = {}, [], 0
        for group in self.param_groups:
            for p in group["params"]:
                numbers.setdefault(p, place)
                place += 1
            options = {key: value for key, value in group.items() if key != "params"}
            groups.append({**options, "params": [numbers[p] for p in group["params"]]})
        state = {numbers[p] if isinstance(p, Tensor) else p: value for p, value in self.state.items()}
        return shown(self._optimizer_state_dict_post_hooks, self, {"state": state, "param_groups": groups})

    def load_state_dict(self, state_dict):
        """Go on from where state_dict was called; what is remembered gets the dtype and device of its parameter.

        It is copied, which PyTorch does only when it converts: two optimizers then never write into the same memory.

        Errors: ValueError when the groups, or the numbers of parameters in them, differ; then nothing is changed.
        Source: PyTorch, torch.optim.Optimizer.load_state_dict.
        """
        state_dict = shown(self._optimizer_load_state_dict_pre_hooks, self, state_dict.copy())
        saved = deepcopy(state_dict["param_groups"])
        check_sizes(saved, self.param_groups)
        params = {}
        for new, group in zip(saved, self.param_groups, strict=True):
            params.update(zip(new["params"], group["params"], strict=True))
            new["params"] = group["params"]
            if "param_names" in group:
                new.setdefault("param_names", group["param_names"])
        state = defaultdict(dict)
        for key, value in state_dict["state"].items():
            state[params.get(key, key)] = fitted(value, params[key]) if key in params else value
        self.__setstate__({"state": state, "param_groups": saved})
        for hook in list(self._optimizer_load_state_dict_post_hooks.values()):
            hook(self)


# --- what the methods above share -------------------------------------------------------------------------------------


def refuse_a_tensor(params):
    """Raise for one tensor where a list of them is meant."""
    if isinstance(params, Tensor):
        error = TypeError(
            f"params argument given to the optimizer should be an iterable of Tensors or dicts, but got {params.type()}"
        )
        raise with_note(error, "For one tensor write [tensor].")


def refuse_a_set(params):
    """Raise for a set: its order changes between runs, and a state_dict knows its parameters by their order."""
    if isinstance(params, set):
        raise TypeError(
            "optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets will "
            "change between runs. Please use a list instead."
        )


def check_names(group, names):
    """Raise unless a group that is there has names when the new one has."""
    if bool(names) != ("param_names" in group):
        raise ValueError(
            "all optimizer param groups should be with/without names. cannot add param group "
            f"{'with' if names else 'without'} names to the optimizer"
        )


def check_sizes(saved, groups):
    """Raise unless these are as many groups, each of as many parameters."""
    if len(saved) != len(groups):
        raise with_note(
            ValueError("loaded state dict has a different number of parameter groups"),
            f"It has {len(saved)}, the optimizer {len(groups)}.",
        )
    for new, group in zip(saved, groups, strict=True):
        if len(new["params"]) != len(group["params"]):
            raise with_note(
                ValueError(
                    "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
                ),
                f"It has {len(new['params'])} parameters, the optimizer's {len(group['params'])}.",
            )


def unpacked(params):
    """(the tensors, their names if there are any) of what was given as "params"."""
    refuse_a_set(params)
    params = [params] if isinstance(params, Tensor) else list(params)
    names = [param[0] for param in params if isinstance(param, tuple)]
    if names and len(names) != len(params):
        raise ValueError("all optimizer params should be with/without names. Some param names are missing")
    return [param[1] if isinstance(param, tuple) else param for param in params], names


def fitted(value, param, key=None):
    """A remembered value for this parameter: tensors in its dtype and on its device, except the number of steps."""
    if isinstance(value, Tensor):
        if key == "step":
            return value.clone()
        return value.to(param.device, param.dtype if param.is_floating_point() else value.dtype, copy=True)
    if isinstance(value, dict):
        return {name: fitted(one, param, name) for name, one in value.items()}
    return type(value)([fitted(one, param) for one in value]) if isinstance(value, (list, tuple)) else value
