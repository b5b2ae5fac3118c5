"""Names in a text: which it uses, by whatever way, and the same text with other names."""

import ast
import re
import symtable

LOOKING_UP = ("getattr", "hasattr", "attrgetter", "methodcaller", "__getattribute__", "import_module", "__import__")


def uses(text, name):
    """Does the text use what is called `name` ("var", or longer: "functional.hessian"), also behind another name?

    >>> uses("f = np.broadcast_shapes", "broadcast_shapes"), uses("from numpy import var as v", "var")
    (True, True)
    >>> uses("getattr(x, 'var')()", "var"), uses("import m.functional as AF\\nAF.hessian", "functional.hessian")
    (True, True)
    """
    return any(f".{one}.".find(f".{name}.") >= 0 for one in paths_used(text))


def paths_used(text):
    """Every name that a text uses, with what leads to it: {"np.linalg.norm"}; other names are followed back."""
    tree = ast.parse(text)
    known, found = {}, set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                known[alias.asname or alias.name.split(".")[0]] = (
                    alias.name if alias.asname else alias.name.split(".")[0]
                )
                found.add(alias.name)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                known[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                found.add(f"{node.module}.{alias.name}")
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute | ast.Name):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    known.setdefault(target.id, ast.unparse(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            found.add(followed(ast.unparse(node), known))
        elif isinstance(node, ast.Call):
            found |= _looked_up(node, known)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            if re.search(r"\bvars\(|__dict__", ast.unparse(node.value)):
                found.add(str(node.slice.value))
    return found


def _looked_up(call, known):
    """What a call finds by a string: getattr(np, "var"), eval("np.var")."""
    function = ast.unparse(call.func).rpartition(".")[2]
    words = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    if function in LOOKING_UP and words:
        first = followed(ast.unparse(call.args[0]), known) if len(call.args) > 1 else ""
        return {f"{first}.{word}" for word in words}
    if function in ("eval", "exec") and words:
        try:
            return set().union(*map(paths_used, words))
        except SyntaxError:
            return set()
    return set()


def followed(path, known):
    """A dotted path with its first name replaced by what it stands for, as long as that is known."""
    for _ in range(5):
        first, dot, rest = path.partition(".")
        if first not in known or known[first].partition(".")[0] == first:
            break
        path = known[first] + dot + rest
    return path


def names_in(text):
    return dict.fromkeys(node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name))


def renamed(text, names):
    """The text with plain names exchanged, those of its top-level definitions too.

    >>> renamed("def f(x):\\n    return f(x.f, f=x)", {"f": "g"})
    'def g(x):\\n    return g(x.f, f=x)'
    """
    lines, places = [line.encode() for line in text.split("\n")], []
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in names:
            places.append((node.lineno, node.col_offset, node.id))
    for node in tree.body:
        if getattr(node, "name", None) in names:
            line = lines[node.lineno - 1]
            start = re.compile(rb"(def|class)\s+").search(line, node.col_offset).end()
            places.append((node.lineno, start, node.name))
    for number, start, name in sorted(places, reverse=True):
        line = lines[number - 1]
        lines[number - 1] = line[:start] + names[name].encode() + line[start + len(name.encode()) :]
    return b"\n".join(lines).decode()


def used_and_defined(text):
    """(the global names that some code uses, those that it defines)."""
    used, own, tables = set(), set(), [symtable.symtable(text, "cell", "exec")]
    while tables:
        table = tables.pop()
        for one in table.get_symbols():
            if table.get_type() == "module" and (one.is_assigned() or one.is_imported() or one.is_namespace()):
                own.add(one.get_name())
            elif one.is_referenced() and (table.get_type() == "module" or one.is_global()):
                used.add(one.get_name())
        tables += table.get_children()
    return used, own
