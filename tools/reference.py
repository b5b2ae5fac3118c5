"""The library's reference, made from its docstrings: a page per lesson of what it teaches, then a page per package.

Under an operation stand its gradient formulas, read from the source. Called by tools/book.py.
"""

import ast
import importlib
import inspect
import re
import sys
import textwrap
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from minitorch._lazy_names import FUNCTIONS  # noqa: E402
from minitorch.course.syllabus import lessons  # noqa: E402

PACKAGES = {  # page -> its title, and the folders whose files no lesson teaches
    "operations-more": ("More operations", ["ops", "creation", "random", ""]),
    "linear-algebra": ("linalg, special", ["linalg", "special"]),
    "autograd-more": ("More of autograd", ["graph", "autograd"]),
    "layers": ("Layers", ["nn/modules"]),
    "functional": ("nn.functional", ["nn/functional"]),
    "nn-more": ("More of nn", ["nn"]),
    "training": ("optim, amp, distributions", ["optim", "amp", "distributions"]),
    "tools": ("Data, files and tools", ["utils", "serialization", "datasets"]),
    "systems": ("Devices, tracing and profiling", None),
}
EXTRA = {  # page -> its title and the modules that are no part of the library
    "pictures": ("Pictures", ["minitorch.viz"]),
    "course": ("The course's own tools", ["minitorch.course"]),
}
LABEL = re.compile(r"\b(Errors|Source|Sources|Shape|Shapes|Returns|Arguments): ")
MARKUP = re.compile(r"([*_<>\[\]$|\\])")


def pages():
    """{page name: text} of the whole reference."""
    import minitorch

    written, told = {}, set()
    for lesson in lessons():
        sections = [
            text for file in lesson.files for name in modules_of(file) if (text := section(name, minitorch, told))
        ]
        if sections:
            link = f"Taught in [lesson {lesson.number:02d}, {lesson.title}](/lessons/{lesson.stem}.ipynb)."
            written[lesson.slug] = "\n\n".join([f"# {lesson.title}", link, *sections]) + "\n"
    for page, files in untaught().items():
        sections = [text for file in files for name in modules_of(file) if (text := section(name, minitorch, told))]
        written[page] = "\n\n".join([f"# {PACKAGES[page][0]}", *sections]) + "\n"
    for page, (title, modules) in EXTRA.items():
        sections = [text for name in modules if (text := section(name, minitorch, told))]
        if sections:
            written[page] = "\n\n".join([f"# {title}", *sections]) + "\n"
    return written


def untaught():
    """{page: the files on it} of what no lesson teaches: each file stands on the page of the nearest folder above it."""
    page_of = {folder: page for page, (_, folders) in PACKAGES.items() for folder in folders or ()}
    found = {page: [] for page in PACKAGES}
    for file in [file for lesson in lessons() for file in lesson.present if file not in lesson.files]:
        folder = file.rpartition("/")[0]
        while folder not in page_of and "/" in folder:
            folder = folder.rpartition("/")[0]
        if not file.startswith("fast/"):  # what a short cut does stands with the piece that it is equal to
            found[page_of.get(folder, "systems")].append(file)
    return found


def modules_of(file):
    """Module names of a file or folder of the syllabus: "ops/op.py" -> ["minitorch.ops.op"].

    A folder is its files; what its __init__.py hands on is shown with them.
    """
    path = ROOT / "minitorch" / file
    files = sorted(set(path.glob("*.py")) - {path / "__init__.py"}) if path.is_dir() else [path]
    return [".".join(part.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for part in files]


def section(name, package, told):
    """One module: what it is, and its public names, but those already `told` of where they are defined."""
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("minitorch"):
            raise
        return ""
    source = Path(inspect.getfile(module)).read_text(encoding="utf-8")
    formulas = gradients(ast.parse(source))
    shown, entries = set(), []
    for public in public_names(module, package):
        value = getattr(module, public)
        if id(value) not in shown and own_doc(value):
            shown.add(id(value))
            where = home(module, public, package)
            if (where, public) in told:
                continue
            told.add((where, public))
            same = [
                other for other in public_names(module, package) if getattr(module, other) is value and other != public
            ]
            entries.append(entry(public, value, where, same, formulas))
    if not entries:
        return ""
    about, _, more = (inspect.getdoc(module) or "").partition("\n\n")
    about = about.partition(": ")[2] or about
    about = about.replace(" (shelf).", ".")
    about = about[:1].upper() + about[1:]
    file = Path(inspect.getfile(module)).relative_to(ROOT / "minitorch").as_posix()
    return "\n\n".join([f"## {file}", prose(about), prose(more), *entries])


def own_doc(value):
    """A docstring of our own: a class does not show the one that it inherits, of list or dict."""
    return value.__doc__ if inspect.isclass(value) else inspect.getdoc(value)


def public_names(module, package):
    """The names a module offers: those of its `__all__` or of the table of functions, or else all defined in it."""
    own = [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and callable(value) and is_of(value, module, package)
    ]
    listed = FUNCTIONS.get(module.__name__.removeprefix("minitorch."), "").split()
    offered = list(vars(module).get("__all__") or listed or own)
    handed_on = [name for name in own if is_same(package, module, name)]
    return offered + [name for name in handed_on if name not in offered]


def is_same(package, module, name):
    """Whether a package hands on what a module defines, as it is or in a wrapper that looks at its errors."""
    return inspect.unwrap(getattr(package, name, None)) is inspect.unwrap(getattr(module, name))


def is_of(value, module, package):
    """Whether a module defines a value. A class may say that it is from elsewhere, as in `<class 'minitorch.Size'>`."""
    if getattr(value, "__module__", None) == module.__name__:
        return True
    if not isinstance(value, type) or not value.__module__.startswith(package.__name__):
        return False
    text = Path(inspect.getfile(module)).read_text(encoding="utf-8")
    return re.search(rf"^class {value.__name__}\b", text, re.MULTILINE) is not None


def home(module, name, package):
    """Where a reader finds the name: minitorch itself or a part like special, else the module's own package."""
    for part in (package, package.linalg, package.special):
        if is_same(part, module, name):
            return part.__name__
    parent = importlib.import_module(module.__name__.rpartition(".")[0])
    return parent.__name__ if is_same(parent, module, name) else module.__name__


# --- one entry ---


def entry(name, value, where, same, formulas):
    """One function, operation or class."""
    if inspect.isclass(value):
        return class_entry(name, value, where, same)
    body = [prose(inspect.getdoc(value))]
    rules = formulas.get(name) or formulas.get(f"_{name}")
    if rules:
        body.append("*Gradient.* " + ", ".join(f"{who}: `{rule}`" if who else f"`{rule}`" for who, rule in rules))
    if same:
        body.append("Also called " + ", ".join(f"`{other}`" for other in same) + ".")
    return directive("function", f"{where}.{name}{signature(value)}", "\n\n".join(body))


def class_entry(name, value, where, same):
    """A class and its documented public methods."""
    parts = [prose(inspect.getdoc(value))]
    if same:
        parts.append("Also called " + ", ".join(f"`{other}`" for other in same) + ".")
    own = [(key, part) for key, part in vars(value).items() if not key.startswith("_")]
    for key, part in own:
        function = part.__func__ if isinstance(part, (staticmethod, classmethod)) else part
        inherited = getattr(function, "__qualname__", value.__qualname__).partition(".")[0] != value.__qualname__
        if (inspect.isfunction(function) and inherited) or not inspect.getdoc(part):
            continue
        if isinstance(part, property):
            parts.append(directive("property", key, prose(inspect.getdoc(part))))
        elif inspect.isfunction(function):
            parts.append(directive("method", key + signature(function), prose(inspect.getdoc(part))))
    made = signature(value) if any("__init__" in vars(base) for base in value.__mro__[:-1]) else ""
    return directive("class", f"{where}.{name}{made}", "\n\n".join(parts), fence=4)


def signature(value):
    """The parameters as they are written, without annotations; () where Python cannot tell."""
    if type(value).__name__ == "Op":
        value = value.forward
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return "()"
    plain = [p.replace(annotation=p.empty) for p in found.parameters.values() if not p.name.startswith("_")]
    plain = [p for i, p in enumerate(plain) if not (i == 0 and p.name in ("self", "cls"))]
    try:
        text = str(found.replace(parameters=plain, return_annotation=found.empty))
    except ValueError:
        return "(...)"
    return re.sub(r"<([^<>]*?)( at 0x\w+)?>", r"\1", text)


def directive(kind, head, body, fence=3):
    ticks = "`" * fence
    return f"{ticks}{{py:{kind}}} {head}\n{body}\n{ticks}"


def gradients(tree):
    """{operation: [(input, formula as it is written)]} from the `name.grad(x=lambda ...)` calls of a file."""
    found = {}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "grad"
            and isinstance(node.func.value, ast.Name)
        ):
            rules = [(f"`{word.arg}`" if word.arg != "joint" else "", rule(word.value)) for word in node.keywords]
            found[node.func.value.id] = rules
    return found


def rule(value):
    return ast.unparse(value.body if isinstance(value, ast.Lambda) else value)


# --- docstrings to Markdown ---


def prose(text):
    """A docstring as Markdown: paragraphs, examples as code, what it raises and where it comes from set apart."""
    blocks = []
    for kind, lines in groupby(re.split(r"\n\s*\n", text or ""), kind_of_paragraph):
        if kind == "prose":
            blocks += [LABEL.sub(r"*\1.* ", escape(" ".join(line.split()))) for line in lines if line.strip()]
        else:
            blocks.append(f"~~~{kind}\n" + textwrap.dedent("\n\n".join(lines)).strip("\n") + "\n~~~")
    return "\n\n".join(blocks)


def kind_of_paragraph(text):
    """How a paragraph is set: as an example session, as it is (indented text, small tables), or as prose."""
    if text.lstrip().startswith(">>>"):
        return "pycon"
    return "text" if text.startswith("  ") or re.search(r"\n {2,}\S|\S {3,}\S", text) else "prose"


def escape(text):
    """Text with Markdown's signs made harmless, outside of `code`."""
    parts = re.split(r"(``.+?``|`[^`]+`)", text)
    return "".join(part if i % 2 else MARKUP.sub(r"\\\1", part) for i, part in enumerate(parts))


if __name__ == "__main__":
    for page, text in pages().items():
        print(f"=== {page}\n{text}")
