"""tree: named_modules, named_parameters, children, apply, get_submodule and the printed form of Module (core).

Modules contain modules. One function walks over all of them, and every iterator is a line or two on top of it.

The walk visits a module before the modules inside it, in the order in which they were registered. A module that is used
in several places, or a parameter that two modules share, is given once, under the first name.
"""

from .registry import Registry


class Tree(Registry):
    """The second class of Module: the modules inside, at any depth, and their parameters and buffers.

    >>> import minitorch as mt
    >>> inner, outer = mt.nn.Module(), mt.nn.Module()
    >>> outer.first = outer.second = inner
    >>> [name for name, _ in outer.named_modules()]
    ['', 'first']
    """

    # --- the walk ----------------------------------------------------------------------------------------------------

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """Yield (path, module) for this module, whose path is `prefix`, and for all modules inside it, except those in memo.

        With remove_duplicate, add each yielded module to the set memo (None: a new set), so that it is yielded once.
        """
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, join_names(prefix, name), remove_duplicate)

    def modules(self):
        """Yield this module and all modules inside it, each once."""
        return (module for _, module in self.named_modules())

    def named_children(self):
        """Yield (name, module) for the modules one level below this one, each once, under its first name."""
        memo = set()
        for name, module in self._modules.items():
            if module is not None and module not in memo:
                memo.add(module)
                yield name, module

    def children(self):
        """Yield the modules of named_children, without their names."""
        return (module for _, module in self.named_children())

    # --- parameters and buffers along the walk -----------------------------------------------------------------------

    def _named_members(self, get_members_fn, prefix="", recurse=True, remove_duplicate=True):
        """Yield (path, member) for each pair (name, member) of get_members_fn(module), for each module of named_modules.

        If recurse is False, it visits only this module. With remove_duplicate, each member is yielded once.
        """
        memo = set()
        walk = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in walk:
            for name, member in get_members_fn(module):
                if member is not None and member not in memo:
                    if remove_duplicate:
                        memo.add(member)
                    yield join_names(path, name), member

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        """Yield (path, parameter) along the walk."""
        return self._named_members(lambda module: module._parameters.items(), prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        """Yield what named_parameters yields for this `recurse`, without the names. An optimizer trains these parameters."""
        return (parameter for _, parameter in self.named_parameters(recurse=recurse))

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        """(name, Tensor) of the buffers. Source: PyTorch, torch.nn.Module.named_buffers."""
        return self._named_members(lambda module: module._buffers.items(), prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        """The buffers, each once. Source: PyTorch, torch.nn.Module.buffers."""
        return (buffer for _, buffer in self.named_buffers(recurse=recurse))

    def apply(self, fn):
        """Call fn(module) for this module and all modules inside it, at any depth. Returns this module.

        fn is called for a module after the modules inside it.
        """
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    # --- by path -----------------------------------------------------------------------------------------------------

    def get_submodule(self, target):
        """The module at the path `target`, such as "one.inner". For "" it is this module.

        AttributeError: a name does not exist, or a step leads to something that is not a module. The error names this step.
        """
        module = self
        for name in target.split(".") if target else ():
            module = find_attribute(module, name)
            if not isinstance(module, Registry):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def set_submodule(self, target, module, strict=False):
        """Put `module` at a path; with `strict` there must be one already. Source: PyTorch, torch.nn.Module.set_submodule."""
        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        if not isinstance(module, Registry):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        replaces = strict or hasattr(parent, name)
        if replaces and not isinstance(find_attribute(parent, name), Registry):
            raise AttributeError(f"`{name}` is not an nn.Module")
        setattr(parent, name, module)

    def get_parameter(self, target):
        """The parameter at a path such as "encoder.weight". Source: PyTorch, torch.nn.Module.get_parameter."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        found = find_attribute(module, name)
        if name not in module._parameters or found is None:
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return found

    def get_buffer(self, target):
        """The buffer at a path such as "norm.running_mean". Source: PyTorch, torch.nn.Module.get_buffer."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        found = find_attribute(module, name)
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return found

    # --- printing ----------------------------------------------------------------------------------------------------

    def extra_repr(self):
        """The text between the parentheses of the printed module. Subclasses override it."""
        return ""

    def __repr__(self):
        """Return the tree of modules as text. The text between a module's parentheses is indented by two more spaces."""
        extra, name = self.extra_repr(), self._get_name()
        inside = [f"({place}): {module!r}" for place, module in self._modules.items()]
        if not inside and "\n" not in extra:
            return f"{name}({extra})"
        lines = "\n".join([extra, *inside] if extra else inside)
        return f"{name}(\n{lines}".replace("\n", "\n  ") + "\n)"


def join_names(prefix, name):
    """The path of `name` in the module at the path `prefix`: "one", "inner" gives "one.inner"; "", "one" gives "one"."""
    return f"{prefix}.{name}" if prefix else name


def find_attribute(module, name):
    """The attribute of a module. Raises an AttributeError that names both if it does not exist."""
    if not hasattr(module, name):
        raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
    return getattr(module, name)
