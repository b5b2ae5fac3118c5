"""graph_drawer: FxGraphDrawer: a traced module as a picture, in the words of Graphviz (shelf)."""

import hashlib

from ...nn.module import Module
from ..graph_module import GraphModule
from ..node import _format_arg, _get_qualified_name
from ..operator_schemas import normalize_function
from .shape_prop import TensorMetadata

__all__ = ["FxGraphDrawer"]
COLORS = {
    "placeholder": '"AliceBlue"', "call_module": "LemonChiffon1", "get_param": "Yellow2", "get_attr": "LightGrey",
    "output": "PowderBlue",
}  # fmt: skip
OTHERS = """
    CadetBlue1 Coral DarkOliveGreen1 DarkSeaGreen1 GhostWhite Khaki1 LavenderBlush1 LightSkyBlue MistyRose1 MistyRose2
    PaleTurquoise2 PeachPuff1 Salmon Thistle1 Thistle3 Wheat1
""".split()  # of functions and methods, by their names
STYLE = {"style": '"filled,rounded"', "fontcolor": "#000000"}


class FxGraphDrawer:
    """Pictures of a GraphModule and of those inside of it, as pydot's: `FxGraphDrawer(traced, "net").get_dot_graph()`.

    ignore_getattr                  leave out steps that are attributes
    ignore_parameters_and_buffers   leave out the parameters and buffers of layers
    skip_node_names_in_args         leave out arguments that are steps, which arrows show
    parse_stack_trace               say which line of the module a step is from
    dot_graph_shape                 the shape of a step: "record" if nothing else is given
    normalize_args                  show all arguments of functions by name, with their defaults

    Errors: RuntimeError without the package pydot. Source: PyTorch, torch.fx.passes.graph_drawer.FxGraphDrawer.
    """

    def __init__(
        self, graph_module, name, ignore_getattr=False, ignore_parameters_and_buffers=False, skip_node_names_in_args=True,
        parse_stack_trace=False, dot_graph_shape=None, normalize_args=False,
    ):  # fmt: skip
        try:
            import pydot
        except ImportError:
            raise RuntimeError(
                "FXGraphDrawer requires the pydot package to be installed. Please install pydot through your favorite Python "
                "package manager."
            ) from None
        self._pydot, self._name, self.dot_graph_shape = pydot, name, dot_graph_shape or "record"
        self.normalize_args, self._trace = normalize_args, parse_stack_trace
        self._skip, self._no_attributes, self._no_parameters = (
            skip_node_names_in_args, ignore_getattr, ignore_parameters_and_buffers,
        )  # fmt: skip
        self._dot_graphs = {name: self._drawn(graph_module, name)}
        for node in graph_module.graph.nodes:
            inner = graph_module.get_submodule(node.target) if node.op == "call_module" else None
            if isinstance(inner, GraphModule):
                self._dot_graphs[f"{name}_{node.target}"] = self._drawn(inner, f"{name}_{node.target}")

    def get_dot_graph(self, submod_name=None):
        """The picture of the module, or of one inside of it."""
        return self.get_main_dot_graph() if submod_name is None else self.get_submod_dot_graph(submod_name)

    def get_main_dot_graph(self):
        return self._dot_graphs[self._name]

    def get_submod_dot_graph(self, submod_name):
        return self._dot_graphs[f"{self._name}_{submod_name}"]

    def get_all_dot_graphs(self):
        """{name: picture}"""
        return self._dot_graphs

    # --- drawing --------------------------------------------------------------------------------------------------------------

    def _drawn(self, module, name):
        dot, pydot = self._pydot.Dot(name, rankdir="TB"), self._pydot
        shown = [node for node in module.graph.nodes if not (self._no_attributes and node.op == "get_attr")]
        for node in shown:
            style = {"shape": self.dot_graph_shape, "fillcolor": color_of(node), **STYLE}
            dot.add_node(pydot.Node(node.name, label=self._label(module, node), **style))
            if node.op == "call_module" and not self._no_parameters:
                self._add_parameters(dot, module, node)
        for node in shown:
            for user in node.users:
                dot.add_edge(pydot.Edge(node.name, user.name))
        return dot

    def _add_parameters(self, dot, module, node):
        """The parameters and buffers of a layer, with arrows to it."""
        layer = module.get_submodule(node.target)
        if isinstance(layer, GraphModule):
            return
        for op, pairs in (("get_parameter", layer.named_parameters()), ("get_buffer", layer.named_buffers())):
            for own, x in pairs:
                name = f"{node.name}.{own}"
                label = f"{{{name}|op_code={op}{x.dtype}{list(x.shape)}\\n}}"
                dot.add_node(
                    self._pydot.Node(name, label=label, fillcolor="Salmon", **STYLE, shape=self.dot_graph_shape)
                )
                dot.add_edge(self._pydot.Edge(name, node.name))

    def _label(self, module, node):
        """What stands in a step's box."""
        text = f"name=%{node.name}|op_code={node.op}\n"
        if node.op == "call_module":
            layer = module.get_submodule(node.target)
            facts = [f"{one}: {value}" for one, value in settings_of(layer).items()]
            text += rf"\n{name_of(layer)}\n|" + r"\n".join(facts) + r"\n"
        else:
            text += rf"|target={name_of(node.target)}\n{self._arguments(node)}|num_users={len(node.users)}\n"
        text += meta_of(node.meta.get("tensor_meta"))
        if self._trace and node.stack_trace is not None:
            text += rf"|{node.stack_trace.strip().splitlines()[-1].strip()}\n"
        return "{" + text + "}"

    def _arguments(self, node):
        """The arguments that are no steps."""
        positional, named = node.args, node.kwargs
        if self.normalize_args and callable(node.target):
            found = normalize_function(node.target, positional, named, normalize_to_only_use_kwargs=True)
            positional, named = found or (positional, named)
        text, kwargs = "", [f"{key}: {_format_arg(value, max_list_len=8)}" for key, value in named.items()]
        for kind, (start, end), parts in (
            ("args", "()", [_format_arg(value, max_list_len=8) for value in positional]), ("kwargs", ("\\{", "\\}"), kwargs),
        ):  # fmt: skip
            parts = [part.replace("{", r"\{").replace("}", r"\}") for part in parts if not (self._skip and "%" in part)]
            if len(parts) == 1:
                text += f"|{kind}={start}{parts[0]},{end}"
            elif parts:
                text += rf"|{kind}={start}\l" + r",\n".join(parts) + rf",\n{end}\l"
        return text


def settings_of(layer):
    """What a layer was made with: its __constants__ where it has them, else its attributes that are plain values."""
    if hasattr(layer, "__constants__"):
        return {name: getattr(layer, name) for name in layer.__constants__}
    plain = (bool, int, float, str, tuple)
    return {
        name: x for name, x in vars(layer).items() if isinstance(x, plain) and name[0] != "_" and name != "training"
    }


def color_of(node):
    """The colour of a step: of functions and methods one of a few, by the name."""
    if node.op in COLORS:
        return COLORS[node.op]
    name = node._pretty_print_target(node.target).replace(
        "minitorch.", "torch."
    )  # the colours that PyTorch's picture has
    number = hashlib.md5(name.encode(), usedforsecurity=False).hexdigest()[:8]
    return OTHERS[int(number, 16) % len(OTHERS)]


def name_of(target):
    """The name of a function, or of a layer's class."""
    if isinstance(target, Module):
        text = f"{type(target).__module__}.{type(target).__qualname__}"
    else:
        text = target if isinstance(target, str) else _get_qualified_name(target)
    return text.replace("{", r"\{").replace("}", r"\}")


def meta_of(meta):
    """What ShapeProp has found, a line for each fact."""
    if isinstance(meta, (list, tuple)) and not isinstance(meta, TensorMetadata):
        return "".join([meta_of(one) for one in meta])
    if isinstance(meta, dict):
        return "".join([meta_of(one) for one in meta.values()])
    if not isinstance(meta, TensorMetadata):
        return ""
    facts = {
        "dtype": meta.dtype,
        "shape": tuple(meta.shape),
        "requires_grad": meta.requires_grad,
        "stride": meta.stride,
    }
    return "".join([rf"|{key}={value}\n" for key, value in facts.items() if value is not None])
