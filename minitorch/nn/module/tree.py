"""tree: named_modules, named_parameters, children, apply, get_submodule and the printed form of Module (core).

Modules hold modules. There is one walk over all of them, and every iterator is a line over that walk.

The walk comes to a module before the modules inside it, in the order in which they were registered. A module that is
used in several places, or a parameter that two modules share, is given once, under the first name it was met by.
"""

from .registry import Registry


class Tree(Registry):
    """The second rung of Module: the modules inside, at any depth, and what they hold."""

    # --- the walk ----------------------------------------------------------------------------------------------------

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """(name, module) of this module and of all inside it, at any depth.

        memo    modules that are not to be given; those that were given are added
        prefix  put before each name

        >>> import minitorch as mt
        >>> inner, outer = mt.nn.Module(), mt.nn.Module()
        >>> outer.first = outer.second = inner
        >>> [name for name, _ in outer.named_modules()]
        ['', 'first']

        Source: PyTorch, torch.nn.Module.named_modules.
        """
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, joined(prefix, name), remove_duplicate)

    def modules(self):
        """This module and all inside it, each once. Source: PyTorch, torch.nn.Module.modules."""
        for _, module in self.named_modules():
            yield module

    def named_children(self):
        """(name, module) of the modules right inside this one, each once."""
        memo = set()
        for name, module in self._modules.items():
            if module is not None and module not in memo:
                memo.add(module)
                yield name, module

    def children(self):
        """The modules right inside this one, each once. Source: PyTorch, torch.nn.Module.children."""
        for _, module in self.named_children():
            yield module

    # --- parameters and buffers along the walk -----------------------------------------------------------------------

    def _named_members(self, get_members_fn, prefix="", recurse=True, remove_duplicate=True):
        """(name, member) for what `get_members_fn(module)` gives of each module."""
        memo = set()
        walk = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in walk:
            for name, member in get_members_fn(module):
                if member is None or member in memo:
                    continue
                if remove_duplicate:
                    memo.add(member)
                yield joined(path, name), member

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        """(name, Parameter) of this module and, with `recurse`, of all inside it.

        Source: PyTorch, torch.nn.Module.named_parameters.
        """
        return self._named_members(lambda module: module._parameters.items(), prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        """What an optimizer trains: the parameters, each once. Source: PyTorch, torch.nn.Module.parameters."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        """(name, Tensor) of the buffers. Source: PyTorch, torch.nn.Module.named_buffers."""
        return self._named_members(lambda module: module._buffers.items(), prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        """The buffers, each once. Source: PyTorch, torch.nn.Module.buffers."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def apply(self, fn):
        """Call `fn(module)` for every module, the innermost first: how weights are initialised. Returns the module."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    # --- by path -----------------------------------------------------------------------------------------------------

    def get_submodule(self, target):
        """The module at a path such as "encoder.layers.0"; the module itself for "".

        Errors: AttributeError that names the part of the path that is not there or is no module.
        Source: PyTorch, torch.nn.Module.get_submodule.
        """
        module = self
        for name in target.split(".") if target else ():
            module = held(module, name)
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
        if (strict or hasattr(parent, name)) and not isinstance(held(parent, name), Registry):
            raise AttributeError(f"`{name}` is not an nn.Module")
        setattr(parent, name, module)

    def get_parameter(self, target):
        """The parameter at a path such as "encoder.weight". Source: PyTorch, torch.nn.Module.get_parameter."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        found = held(module, name)
        if name not in module._parameters or found is None:
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return found

    def get_buffer(self, target):
        """The buffer at a path such as "norm.running_mean". Source: PyTorch, torch.nn.Module.get_buffer."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        found = held(module, name)
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return found

    # --- printing ----------------------------------------------------------------------------------------------------

    def extra_repr(self):
        """What stands between the parentheses when the module is printed; a class of yours may say more."""
        return ""

    def __repr__(self):
        extra = self.extra_repr()
        extra = extra.split("\n") if extra else []
        inside = [f"({name}): {indented(repr(module))}" for name, module in self._modules.items()]
        if len(extra) == 1 and not inside:
            return f"{self._get_name()}({extra[0]})"
        lines = "".join([f"\n  {line}" for line in extra + inside])
        return f"{self._get_name()}({lines}\n)" if lines else f"{self._get_name()}()"


def joined(path, name):
    """A name below a path: "encoder" and "weight" give "encoder.weight"."""
    return f"{path}.{name}" if path else name


def held(module, name):
    """The attribute of a module, or an error that names both."""
    if not hasattr(module, name):
        raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
    return getattr(module, name)


def indented(text):
    """Text with two spaces before each line but the first."""
    return text.replace("\n", "\n  ")
