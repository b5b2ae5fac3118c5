"""language: the code in a TorchScript file, run step by step: a small part of Python, of which nothing else can be called (shelf).

The text is taken apart and each step is looked up here: aten's operators, a few functions of numbers and lists, the file's own
classes and functions. Python itself never runs any of it.
"""

import ast
from collections import namedtuple

from .._tensor import Tensor
from .functions import PRIM, item, operator

STEPS = 100_000_000  # as many may run before a loop counts as one without end


class Sources:
    """The code of a file: its classes and functions, found by their whole names.

    files      {path: text}
    constants  the tensors that code calls CONSTANTS.c0 ...
    tags       {id of a list or dictionary of the file: how its pickle says the type of its items}
    """

    def __init__(self, files, constants, tags):
        self.files, self.constants, self.tags, self.read, self.tuples = files, constants, tags, {}, {}

    def place(self, name):
        """{name: definition} of the file in which a whole name stands."""
        path = "code/" + name.rpartition(".")[0].replace(".", "/") + ".py"
        if path not in self.read:
            if path not in self.files:
                raise RuntimeError(f"the file has no code for {name}: {path} is missing")
            try:
                tree = ast.parse(self.files[path])
            except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
                raise RuntimeError(f"{path} in the file is no code that minitorch reads ({error})") from None
            self.read[path] = {one.name: one for one in tree.body if isinstance(one, (ast.ClassDef, ast.FunctionDef))}
        return self.read[path]

    def definition(self, name):
        """The class or function of a whole name: "__torch__.torch.nn.modules.linear.Linear"."""
        found = self.place(name).get(name.rpartition(".")[2])
        if found is None:
            raise RuntimeError(f"the file has no code for {name}")
        return found

    def methods(self, name):
        """{name: definition} of a class's methods."""
        found = self.definition(name)
        return {one.name: one for one in getattr(found, "body", ()) if isinstance(one, ast.FunctionDef)}

    def names_in(self, name, which):
        """The names in a class's __parameters__ or __buffers__."""
        for one in self.definition(name).body:
            if isinstance(one, ast.Assign) and getattr(one.targets[0], "id", None) == which:
                return [x.value for x in getattr(one.value, "elts", ()) if isinstance(x, ast.Constant)]
        return []

    def finals(self, name):
        """{name: value} of the constants that a class says its objects have."""
        found = {}
        for one in getattr(self.definition(name), "body", ()):
            if isinstance(one, ast.AnnAssign) and one.value is not None and isinstance(one.target, ast.Name):
                found[one.target.id] = Run(self).value(one.value, {})
        return found

    def text_of(self, name, method):
        """A method as code, as it is shown outside of its class."""
        path = "code/" + name.rpartition(".")[0].replace(".", "/") + ".py"
        text = ast.get_source_segment(self.files[path], self.methods(name)[method], padded=True)
        lines, head = text.splitlines(), True
        for i, line in enumerate(lines):
            if i == 0 or not head:
                lines[i] = line.removeprefix("  ")
            head = head and not line.endswith(":")
        return "\n".join(lines).replace(f"(self: {name}", "(self", 1) + "\n"

    def tuple_class(self, name):
        """The class of tuples with names that the file defines."""
        if name not in self.tuples:
            fields = [one.target.id for one in self.definition(name).body if isinstance(one, ast.AnnAssign)]
            self.tuples[name] = namedtuple(name.rpartition(".")[2], fields)
        return self.tuples[name]


class Returned(Exception):
    """A return statement was met."""


class Function:
    """A function of the file, or a method with its object."""

    def __init__(self, sources, definition, owner=None, steps=None):
        self.sources, self.definition, self.owner, self.steps = sources, definition, owner, steps

    def __call__(self, *args, **kwargs):
        return Run(self.sources, self.steps).call(
            self.definition, args if self.owner is None else (self.owner, *args), kwargs
        )


class Run:
    """One run of code."""

    def __init__(self, sources, steps=None):
        self.sources, self.steps = sources, steps or [0]

    def refuse(self, node):
        raise RuntimeError(
            f"the file's code has a step that minitorch does not run, in line {getattr(node, 'lineno', '?')}: {ast.unparse(node)}"
        )

    # --- statements -----------------------------------------------------------------------------------------------------

    def call(self, definition, args, kwargs):
        """What a function gives for arguments."""
        names = [one.arg for one in definition.args.args]
        if len(args) > len(names):
            raise RuntimeError(
                f"{definition.name}() expected at most {len(names)} argument(s) but received {len(args)}"
            )
        variables = dict(zip(names, args, strict=False))
        for name, value in kwargs.items():
            if name not in names or name in variables:
                raise RuntimeError(f"Unknown keyword argument '{name}' for operator '{definition.name}'")
            variables[name] = value
        for name, default in zip(reversed(names), reversed(definition.args.defaults), strict=False):
            if name not in variables:
                variables[name] = self.value(default, {})
        missing = [name for name in names if name not in variables]
        if missing:
            raise RuntimeError(f"{definition.name}() is missing value for argument '{missing[0]}'")
        try:
            self.body(definition.body, variables)
        except Returned as returned:
            return returned.args[0]
        return None

    def body(self, statements, variables):
        for one in statements:
            self.steps[0] += 1
            if self.steps[0] > STEPS:
                raise RuntimeError(f"the file's code has run {STEPS} steps and is not at its end")
            kind = STATEMENTS.get(type(one))
            if kind is None:
                self.refuse(one)
            kind(self, one, variables)

    def assign(self, node, variables):
        if len(node.targets) != 1:
            self.refuse(node)
        self.bind(node.targets[0], self.value(node.value, variables), variables)

    def assign_typed(self, node, variables):
        if node.value is None:
            self.refuse(node)
        self.bind(node.target, self.value(node.value, variables), variables)

    def bind(self, target, value, variables):
        if isinstance(target, ast.Name):
            variables[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            if len(target.elts) != len(value):
                raise RuntimeError(f"Provided list has {len(value)} values, and {len(target.elts)} were expected")
            for one, part in zip(target.elts, value, strict=True):
                self.bind(one, part, variables)
        elif isinstance(target, ast.Attribute):
            setattr_of(self.value(target.value, variables), target.attr, value)
        else:
            self.refuse(target)

    def branch(self, node, variables):
        self.body(node.body if self.value(node.test, variables) else node.orelse, variables)

    def loop(self, node, variables):
        while self.value(node.test, variables):
            self.body(node.body, variables)

    def each(self, node, variables):
        for one in self.value(node.iter, variables):
            self.bind(node.target, one, variables)
            self.body(node.body, variables)

    def give(self, node, variables):
        raise Returned(None if node.value is None else self.value(node.value, variables))

    # --- expressions ----------------------------------------------------------------------------------------------------

    def value(self, node, variables):
        """What an expression is."""
        kind = EXPRESSIONS.get(type(node))
        if kind is None:
            self.refuse(node)
        return kind(self, node, variables)

    def name(self, node, variables):
        if node.id in variables:
            return variables[node.id]
        if node.id in ("inf", "nan"):
            return float(node.id)
        return self.refuse(node)

    def attribute(self, node, variables):
        path = dotted(node)
        if path and path[0] == "CONSTANTS":
            place = int(path[1].removeprefix("c")) if path[1][1:].isdigit() else -1
            if not 0 <= place < len(self.sources.constants):
                self.refuse(node)
            return self.sources.constants[place]
        if path and path[0].startswith("__torch__"):
            return self.defined(".".join(path))
        return getattr_of(self.value(node.value, variables), node.attr)

    def defined(self, name):
        """A function, or a class of tuples, of the file."""
        found = self.sources.definition(name)
        return (
            Function(self.sources, found, None, self.steps)
            if isinstance(found, ast.FunctionDef)
            else self.sources.tuple_class(name)
        )

    def minus(self, node, variables):
        if not isinstance(node.op, ast.USub):
            self.refuse(node)
        return -self.value(node.operand, variables)

    def invoke(self, node, variables):
        """A call: of an operator, of one of the few functions there are, of a method of an object of the file."""
        function, path = node.func, dotted(node.func)
        if isinstance(function, ast.Name) and function.id in FUNCTIONS and function.id not in variables:
            return FUNCTIONS[function.id](self, node, variables)
        args = [self.value(one, variables) for one in node.args]
        kwargs = {one.arg: self.value(one.value, variables) for one in node.keywords}
        if path and path[0] == "torch" and "torch" not in variables:
            return operator(path[-1], args, kwargs, node)
        if path and path[0] == "ops" and "ops" not in variables and len(path) == 3:
            if path[1] == "aten":
                return operator(path[2], args, kwargs, node)
            if path[1] == "prim" and path[2] in PRIM:
                return PRIM[path[2]](*args, **kwargs)
            self.refuse(node)
        if isinstance(function, ast.Attribute) and not (path and path[0].startswith("__torch__")):
            method = method_of(self.value(function.value, variables), function.attr)
            method.steps = self.steps
            return method(*args, **kwargs)
        found = self.value(function, variables)
        if not isinstance(found, Function) and not (isinstance(found, type) and found in self.sources.tuples.values()):
            self.refuse(node)
        return found(*args, **kwargs)


STATEMENTS = {
    ast.Assign: Run.assign, ast.AnnAssign: Run.assign_typed, ast.If: Run.branch, ast.While: Run.loop, ast.For: Run.each,
    ast.Return: Run.give,
    ast.Pass: lambda run, node, variables: None, ast.Expr: lambda run, node, variables: run.value(node.value, variables),
}  # fmt: skip
EXPRESSIONS = {
    ast.Constant: lambda run, node, variables: node.value, ast.Name: Run.name, ast.Attribute: Run.attribute,
    ast.UnaryOp: Run.minus, ast.Call: Run.invoke,
    ast.List: lambda run, node, variables: [run.value(one, variables) for one in node.elts],
    ast.Tuple: lambda run, node, variables: tuple([run.value(one, variables) for one in node.elts]),
    ast.Dict: lambda run, node, variables: {
        run.value(key, variables): run.value(x, variables) for key, x in zip(node.keys, node.values, strict=True)
    },
    ast.Subscript: lambda run, node, variables: item(run.value(node.value, variables), run.value(node.slice, variables)),
}  # fmt: skip


def dotted(node):
    """["torch", "add"] of torch.add; None for what is no such name."""
    if isinstance(node, ast.Name):
        return [node.id]
    before = dotted(node.value) if isinstance(node, ast.Attribute) else None
    return None if before is None else [*before, node.attr]


def getattr_of(x, name):
    """An attribute of an object of the file, or a part of a tuple with names."""
    if hasattr(type(x), "script_attribute"):
        return x.script_attribute(name)
    if isinstance(x, tuple) and name in getattr(x, "_fields", ()):
        return getattr(x, name)
    raise RuntimeError(f"a {type(x).__name__} has no attribute '{name}' in the file's code")


def setattr_of(x, name, value):
    if not hasattr(type(x), "set_script_attribute"):
        raise RuntimeError(f"the file's code sets '{name}' of a {type(x).__name__}")
    x.set_script_attribute(name, value)


def method_of(x, name):
    """A method of an object of the file."""
    if not hasattr(type(x), "script_method"):
        raise RuntimeError(f"a {type(x).__name__} has no method '{name}' in the file's code")
    return x.script_method(name)


# --- functions that are no operators ---------------------------------------------------------------------------------------


def of_value(function):
    return lambda run, node, variables: function(*[run.value(one, variables) for one in node.args])


def annotated(run, node, variables):
    """annotate(int, x), unchecked_cast(Tensor, x): x, whose type the first argument says."""
    found, word = run.value(node.args[1], variables), getattr(node.args[0], "id", "")
    return {"int": int, "float": float, "number": lambda x: x.item()}[word](found) if (
        isinstance(found, Tensor) and word in ("int", "float", "number")
    ) else found  # fmt: skip


FUNCTIONS = {
    "int": of_value(int), "float": of_value(float), "bool": of_value(bool), "range": of_value(range),
    "getattr": of_value(lambda x, name: getattr_of(x, name)), "annotate": annotated, "unchecked_cast": annotated,
    "uninitialized": lambda run, node, variables: None,
}  # fmt: skip
