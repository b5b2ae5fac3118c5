"""codegen: CodeGen, which writes a graph as Python, and PythonCode, what it writes (shelf)."""

import enum
import inspect
import math
import re
import sys
import types
import typing
from collections import defaultdict
from dataclasses import dataclass
from typing import Any, NamedTuple

from .._tensor import Tensor
from .._tower import load
from ..backend import device
from ..utils import _pytree as pytree
from . import _pytree as fx_pytree
from ._names import _get_qualified_name, _is_from_torch, _type_repr, attribute_path, is_operator, shown_tensor, taken
from ._stack import _parse_stack_trace
from .node import Node

reflectable_magic_methods = {
    "add": "{} + {}", "sub": "{} - {}", "mul": "{} * {}", "floordiv": "{} // {}", "truediv": "{} / {}", "div": "{} / {}",
    "mod": "{} % {}", "pow": "{} ** {}", "lshift": "{} << {}", "rshift": "{} >> {}", "and_": "{} & {}", "or_": "{} | {}",
    "xor": "{} ^ {}", "getitem": "{}[{}]", "matmul": "{} @ {}",
}  # fmt: skip
magic_methods = {
    "eq": "{} == {}", "ne": "{} != {}", "lt": "{} < {}", "gt": "{} > {}", "le": "{} <= {}", "ge": "{} >= {}",
    "pos": "+{}", "neg": "-{}", "invert": "~{}",
} | reflectable_magic_methods  # fmt: skip
inplace_methods = {
    "iadd": "{} += {}", "iand": "{} &= {}", "ifloordiv": "{} //= {}", "ilshift": "{} <<= {}", "imod": "{} %= {}",
    "imul": "{} *= {}", "imatmul": "{} @= {}", "ior": "{} |= {}", "ipow": "{} **= {}", "irshift": "{} >>= {}",
    "isub": "{} -= {}", "itruediv": "{} /= {}", "ixor": "{} ^= {}", "setitem": "{}[{}] = {}",
}  # fmt: skip
# what typing.List[int] stands for, which says so
OLD = {
    kind: getattr(typing, name)
    for kind, name in zip((list, dict, set, tuple), ("List", "Dict", "Set", "Tuple"), strict=True)
}
COLORS = {"red": "31", "blue": "34", "dim": "2", "dim_blue": "2m\033[34", "dim_green": "2m\033[32"}


class _CustomBuiltin(NamedTuple):
    """What every graph's code may name: the line that imports it, and what it is."""

    import_str: str
    obj: Any


_custom_builtins = {
    "inf": _CustomBuiltin("from math import inf", math.inf),
    "nan": _CustomBuiltin("from math import nan", math.nan),
    "NoneType": _CustomBuiltin("NoneType = type(None)", type(None)),
    "minitorch": _CustomBuiltin("import minitorch", sys.modules["minitorch"]),
    "device": _CustomBuiltin("from minitorch import device", device),
    "fx_pytree": _CustomBuiltin("import minitorch.fx._pytree as fx_pytree", fx_pytree),
    "pytree": _CustomBuiltin("import minitorch.utils._pytree as pytree", pytree),
}
taken.update({name: builtin.obj for name, builtin in _custom_builtins.items()})


@dataclass
class PythonCode:
    """A graph's code and what its names stand for.

    src      the text, with `def forward`
    globals  {name: the function or type} of what is named in it

    Source: PyTorch, torch.fx.graph.PythonCode.
    """

    src: str
    globals: dict
    _lineno_map: dict | None = None
    _prologue_start: int = 0


class _PyTreeInfo(NamedTuple):
    """How the arguments and the result of a function were nested before they were made flat."""

    orig_args: list
    in_spec: Any
    out_spec: Any


class CodeGen:
    """What writes a graph as a function; derive from it to write another signature or another return.

    Source: PyTorch, torch.fx.CodeGen.
    """

    def __init__(self):
        self._body_transformer, self._func_name = None, "forward"

    def gen_fn_def(self, free_vars, maybe_return_annotation, *, expanded_def=False):
        """The line with `def`, of the parameters and what stands behind them."""
        if not free_vars or free_vars[0] != "self":
            free_vars.insert(0, "self")
        if expanded_def:
            lines = "".join([f"    {arg},\n" for arg in free_vars])
            return f"def {self._func_name}(\n{lines}){maybe_return_annotation}:"
        return f"def {self._func_name}({', '.join(free_vars)}){maybe_return_annotation}:"

    def generate_output(self, output_args, *, descs=None, repr_fn=repr):
        """The line with `return`."""
        if descs is None or not isinstance(output_args, list | tuple):
            return f"return {repr_fn(output_args)}"
        left, right = "()" if isinstance(output_args, tuple) else "[]"
        lines = [f"    {repr_fn(one)},  # {desc}\n" for one, desc in zip(output_args, descs, strict=False)]
        return f"return {left}\n{''.join(lines)}{right}"

    def process_inputs(self, *args):
        """The arguments as the placeholders take them: as they are."""
        return args

    def process_outputs(self, outputs):
        """The result as the function returns it: as it is."""
        return outputs

    def additional_globals(self):
        """Further (name, value) that the code may use."""
        return []

    def _gen_python_code(self, nodes, root_module, namespace, **options):
        return Writer(self, nodes, root_module, namespace, **options).code()


class _PyTreeCodeGen(CodeGen):
    """CodeGen for a graph whose function takes lists, tuples and dicts, with a placeholder for each leaf."""

    def __init__(self, pytree_info):
        super().__init__()
        self.pytree_info = pytree_info

    def process_inputs(self, *inputs):
        return pytree.tree_leaves(inputs)

    def process_outputs(self, out):
        if self.pytree_info is None or self.pytree_info.out_spec is None:
            return out
        return pytree.tree_unflatten(out if isinstance(out, list | tuple) else [out], self.pytree_info.out_spec)

    def gen_fn_def(self, free_vars, maybe_return_annotation, *, expanded_def=False):
        if self.pytree_info is None:
            return super().gen_fn_def(free_vars, maybe_return_annotation, expanded_def=expanded_def)
        args = self.pytree_info.orig_args
        if args and args[0] == "self":
            free_vars.insert(0, "self")
        start = super().gen_fn_def(args[:], maybe_return_annotation, expanded_def=expanded_def)
        if not free_vars:
            return start
        annotated = [name for name in free_vars if ":" in name]
        if annotated and expanded_def:
            start += "\n    " + "\n    ".join(annotated)
        elif annotated:
            start += "\n    " + "".join([name + "; " for name in annotated]) + "\n"
        names = ", ".join([name.split(":")[0].split("#")[0] for name in free_vars])
        return f"{start}\n    {names}, = fx_pytree.tree_flatten_spec({self._nested(args)}, self._in_spec)"

    def _nested(self, args):
        """The parameters as one value: a list of them, or ([by place], {by name})."""
        spec = self.pytree_info.in_spec
        if spec.type is not tuple or [child.type for child in spec.children()] != [tuple, dict]:
            return f"[{', '.join(args)}]"
        count = spec.child(0).num_children
        named = [f"'{key}':{value}" for key, value in zip(spec.child(1).context, args[count:], strict=False)]
        return f"([{', '.join(args[:count])}], {{{', '.join(named)}}})"

    def generate_output(self, output_args, *, descs=None, repr_fn=repr):
        if self.pytree_info and self.pytree_info.out_spec:
            return f"return pytree.tree_unflatten({repr_fn(output_args)}, self._out_spec)"
        return super().generate_output(output_args, descs=descs, repr_fn=repr_fn)


class Writer:
    """One graph's code while it is written."""

    def __init__(
        self, codegen, nodes, root_module, namespace, *, verbose=False, include_stride=False, include_device=False,
        colored=False, expanded_def=False, additional_meta=None,
    ):  # fmt: skip
        self.codegen, self.nodes, self.root, self.namespace = codegen, nodes, root_module, namespace
        self.verbose, self.stride, self.device, self.colored = verbose, include_stride, include_device, colored
        self.expanded, self.additional_meta = expanded_def, additional_meta or ()
        self.parameters, self.body, self.globals, self.wrapped = [], [], {}, {}
        self.returns, self.where = "", None
        for name, builtin in _custom_builtins.items():
            self.add_global(name, builtin.obj)

    def code(self):
        """The PythonCode."""
        last = last_uses(self.nodes)
        for number, node in enumerate(self.nodes):
            if self.verbose and node.op not in ("placeholder", "output"):
                self.say_where(node)
            self.body.append(f"# COUNTER: {number}\n")  # which node a line is of: taken out again below
            self.write(node)
            self.free(node, last[node])
        body = self.body or ["pass\n"]
        wraps = ""
        if self.wrapped:
            wrap = self.add_global("wrap", load("minitorch.fx._symbolic_trace").wrap)
            wraps = "\n".join([f'{wrap}("{name}")' for name in self.wrapped])
        if self.codegen._body_transformer:
            body = self.codegen._body_transformer(body)
        for name, value in self.codegen.additional_globals():
            self.add_global(name, value)
        start = accepted(self.codegen.gen_fn_def, self.parameters, self.returns, expanded_def=self.expanded)
        lines, numbers = numbered("".join(body), start.count("\n") + 1)
        text = "\n".join(["    " + line for line in "\n".join(lines).lstrip("\n").split("\n")])
        return PythonCode(f"\n{wraps}\n\n{start}\n{text}", self.globals, numbers, wraps.count("\n") + 4)

    # --- names and values -----------------------------------------------------------------------------------------------------

    def add_global(self, hint, obj):
        """The name by which code calls something that is no value of the graph."""
        if _is_from_torch(obj) and obj is not device:
            return _get_qualified_name(obj)
        name = self.namespace.create_name(hint, obj)
        self.globals.setdefault(name, obj)
        return name

    def type_name(self, kind):
        """A type as an annotation in the code."""
        if kind == ():
            return "()"
        text = _type_repr(kind)
        if isinstance(kind, types.UnionType) and "|" in text:
            return "|".join([self.type_name(one) for one in typing.get_args(kind)])
        origin = getattr(kind, "__origin__", None)
        if not origin:
            return self.add_global(text, kind)
        if isinstance(kind, typing._GenericAlias):
            origin = OLD.get(origin, origin)
        name, parts = self.add_global(_type_repr(origin), origin), typing.get_args(kind)
        return f"{name}[{','.join([self.type_name(part) for part in parts])}]" if parts else name

    def shown(self, arg):
        """An argument as code."""
        if isinstance(arg, Node):
            return repr(arg)
        if isinstance(arg, tuple) and hasattr(arg, "_make"):
            return f"{self.add_global(_get_qualified_name(type(arg)), type(arg))}{tuple(arg)!r}"
        if is_operator(arg):
            return _get_qualified_name(arg)
        if isinstance(arg, enum.Enum):
            return f"{self.add_global(type(arg).__name__, type(arg))}.{arg.name}"
        if isinstance(arg, Tensor):
            return f"minitorch.Tensor(size={list(arg.size())}, dtype={str(arg.dtype).split('.')[-1]})"
        if isinstance(arg, tuple):
            return f"({', '.join([self.shown(one) for one in arg])}{',' if len(arg) == 1 else ''})"
        if isinstance(arg, list):
            return f"[{', '.join([self.shown(one) for one in arg])}]"
        if isinstance(arg, slice):
            return f"slice({self.shown(arg.start)}, {self.shown(arg.stop)}, {self.shown(arg.step)})"
        return self.paint(repr(arg), "blue")

    def call(self, args, kwargs):
        """Arguments as code."""
        named = [f"{key} = {self.shown(arg)}" for key, arg in kwargs.items()]
        return ", ".join([self.shown(arg) for arg in args] + named)

    def paint(self, text, color):
        return f"\033[{COLORS[color]}m{text}\033[0m" if self.colored else text

    # --- lines ----------------------------------------------------------------------------------------------------------------

    def write(self, node):
        """The line of a node."""
        kind = "" if node.type is None else f" : {self.type_name(node.type)}"
        kind = (self.verbose and self.known(node)) or kind
        if node.op == "placeholder":
            self.write_parameter(node, kind)
        elif node.op == "output":
            self.returns = "" if node.type is None else f" -> {self.type_name(node.type)}"
            descs = node.meta.get("desc") if self.expanded else None
            self.body.append(accepted(self.codegen.generate_output, node.args[0], descs=descs, repr_fn=self.shown))
        elif node.op == "call_function":
            self.write_function(node, f"{node!r}{kind} = ")
        elif node.op == "call_method":
            method = attribute_path(self.shown(node.args[0]), node.target)
            self.body.append(f"{node!r}{kind} = {method}({self.call(node.args[1:], node.kwargs)})")
        else:
            call = f"({self.call(node.args, node.kwargs)})" if node.op == "call_module" else ""
            self.body.append(f"{node!r}{kind} = {attribute_path(self.root, node.target)}{call}")

    def write_parameter(self, node, kind):
        default = f" = {self.shown(node.args[0])}" if node.args else ""
        desc = node.meta.get("desc") if self.expanded else None
        self.parameters.append(f"{node.target}{kind}{default}" + (f"  # {desc}" if desc else ""))
        name = node.target.replace("*", "")
        if name != repr(node):
            self.body.append(f"{node!r} = {name}\n")

    def write_function(self, node, start):
        function, args = node.target, [self.shown(arg) for arg in node.args]
        of_operator = getattr(function, "__module__", "") == "_operator"
        if of_operator and function.__name__ in magic_methods:
            self.body.append(start + magic_methods[function.__name__].format(*args))
        elif of_operator and function.__name__ in inplace_methods:
            self.body.append(f"{inplace_methods[function.__name__].format(*args)};  {start}{args[0]}")
        else:
            name = self.add_global(_get_qualified_name(function), function)
            if name == "getattr" and len(args) == 2 and isinstance(node.args[1], str) and node.args[1].isidentifier():
                self.body.append(start + attribute_path(args[0], node.args[1]))
                return
            self.body.append(f"{start}{name}({self.call(node.args, node.kwargs)})")
            if node.meta.get("is_wrapped", False):
                self.wrapped[name] = None

    def known(self, node):
        """What is known about a node's value, as an annotation: : "f32[2, 3]"; "" if nothing is."""
        value = node.meta.get("val", node.meta.get("tensor_meta", node.meta.get("example_value")))
        if isinstance(value, load("minitorch.fx.passes.shape_prop").TensorMetadata):
            return f': "{shown_tensor(value, False, False)}"'
        if not isinstance(value, Tensor):
            return ""
        text = shown_tensor(value, self.stride, self.device, self.paint)
        return f': "{text}"' if type(value) is Tensor else f': "{type(value).__name__}({text})"'

    def say_where(self, node):
        """A line that says where in the program the next nodes were made."""
        found = [f"{key}: {node.meta[key]}" for key in self.additional_meta if key in node.meta]
        start = f"# {', '.join(found)} " if found else ""
        notes = node.meta.get("custom", {})
        cut = {key: value if len(str(value)) <= 40 else str(value)[:40] + "..." for key, value in notes.items()}
        place = (node.stack_trace and _parse_stack_trace(node.stack_trace)) or None
        text = place.get_summary_str() if place else "No stacktrace found for following nodes"
        line = f"{start}#{f' Annotation: {cut}' if notes else ''} {text}"
        if line != self.where:
            self.where = line
            self.body.append(f"\n{self.paint(line, 'dim')}\n")

    def free(self, node, dead):
        """The end of a node's line: values that nobody uses any more become None."""
        if node.op == "placeholder":
            return
        if node.op != "output" and not node.users:
            dead = [*dead, node]
        if node.op == "output" or not dead:
            self.body.append("\n")
        else:
            self.body.append(";  " + self.paint(" = ".join([repr(one) for one in dead] + ["None"]), "dim") + "\n")


def last_uses(nodes):
    """{node: the nodes whose value is used there for the last time}."""
    seen, found = set(), defaultdict(list)
    for user in reversed(nodes):
        for node in user._input_nodes:
            if node not in seen:
                seen.add(node)
                found[user].append(node)
    return found


def accepted(method, *args, **options):
    """Call a method with those of the options that it has: a CodeGen of the user's may know fewer."""
    parameters = inspect.signature(method).parameters
    return method(*args, **{name: value for name, value in options.items() if name in parameters})


def numbered(body, start):
    """(the lines without the counters, {number of a line: the number of its node})."""
    lines, numbers, current = [], {}, None
    for line in body.split("\n"):
        found = re.search(r"# COUNTER: (\d+)", line)
        if found:
            current = int(found.group(1))
        else:
            numbers[len(lines) + start] = current
            lines.append(line)
    return lines, numbers
