"""_folder: a GraphModule as a folder that Python imports (shelf)."""

import warnings

from ..nn.module.names import _addindent
from ..serialization import save
from .codegen import _custom_builtins

SAFE = "Linear Conv1d Conv2d Conv3d BatchNorm1d BatchNorm2d BatchNorm3d".split()  # layers whose repr makes them anew
START = """
{imports}

from minitorch.nn import *
class {name}(minitorch.nn.Module):
    def __init__(self):
        super().__init__()
"""


def write(module, folder, name):
    """Write the code of a GraphModule as a class of that name, and what is in it beside."""
    folder.mkdir(exist_ok=True)
    save(module.state_dict(), folder / "state_dict.pt")
    lines, stored = children_as_code(module, folder)
    for key, buffer in module._buffers.items():
        if buffer is not None:
            lines.append(f"self.register_buffer('{key}', {empty(buffer)})")
    for key, parameter in module._parameters.items():
        if parameter is not None:
            lines.append(f"setattr(self, '{key}', minitorch.nn.Parameter({empty(parameter)}))")
    lines.append(f"self.load_state_dict(minitorch.load(r'{folder}/state_dict.pt'))")
    imports = "\n".join(["import minitorch"] + [builtin.import_str for builtin in _custom_builtins.values()])
    body = "".join([f"        {line}\n" for line in lines])
    text = START.format(imports=imports, name=name) + body + f"{_addindent(module.code, 4)}\n"
    (folder / "module.py").write_text(text, encoding="utf-8")
    (folder / "__init__.py").write_text("from .module import *", encoding="utf-8")
    if stored:
        warnings.warn(
            f"Was not able to save the following children modules as reprs -saved as pickled files instead: {stored}",
            stacklevel=3,
        )


def children_as_code(module, folder):
    """(the lines that make the modules inside, the names of those that are stored in files)."""
    lines, stored = [], []
    for name, child in module.named_children():
        if type(child).__module__.startswith("minitorch.nn") and type(child).__name__ in SAFE:
            lines.append(f"setattr(self, '{name}', {child!r})")
            continue
        file = folder / f"{name}.pt"
        save(child, file)
        stored.append(name)
        shown = repr(child).replace("\r", " ").replace("\n", " ")
        lines.append(f"setattr(self, '{name}', minitorch.load(r'{file}', weights_only=False)) # {shown}")
    return lines, stored


def empty(tensor):
    """Code for a tensor of that shape and dtype."""
    return f"minitorch.empty({list(tensor.shape)}, dtype={tensor.dtype})"
