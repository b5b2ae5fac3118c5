"""traceback: what new nodes take over from the nodes that they are made from (shelf)."""

import contextlib
import copy
import enum
import traceback

__all__ = [
    "annotate", "preserve_node_meta", "has_preserved_node_meta", "set_stack_trace", "format_stack", "set_current_meta",
    "get_current_meta", "NodeSource", "NodeSourceAction",
]  # fmt: skip

FIELDS = ("nn_module_stack", "source_fn_stack", "from_node", "quantization_tag", "custom", "partitioner_tag")


class _State:
    def __init__(self):
        self.preserved, self.meta = False, {}


state = _State()


class NodeSourceAction(enum.Enum):
    """What was done to make a node of another. Source: PyTorch, torch.fx.traceback.NodeSourceAction."""

    CREATE = "create"
    REPLACE = "replace"


class NodeSource:
    """Which node a node was made from, and by what. Source: PyTorch, torch.fx.traceback.NodeSource."""

    class NodeInfo:
        """The name and the target of that node, and its graph's id."""

        def __init__(self, name, target, graph_id):
            self.name, self.target, self.graph_id = name, target, graph_id

    def __init__(self, node, pass_name="", action=None):
        self.pass_name = pass_name
        self.action = action if isinstance(action, list) else [] if action is None else [action]
        self.node_info = self.NodeInfo(node.name, str(node.target), id(node.graph)) if node else None
        self.from_node = copy.copy(node.meta.get("from_node", [])) if node else []

    @property
    def name(self):
        """The name of that node."""
        return self.node_info.name if self.node_info else ""

    @property
    def target(self):
        """The target of that node, as text."""
        return self.node_info.target if self.node_info else ""

    @property
    def graph_id(self):
        """The id of that node's graph."""
        return self.node_info.graph_id if self.node_info else -1


@contextlib.contextmanager
def preserve_node_meta(enable=True):
    """A with-block in which new nodes take meta over. Source: PyTorch, torch.fx.traceback.preserve_node_meta."""
    before = state.preserved, state.meta.copy()
    state.preserved = enable
    try:
        yield
    finally:
        state.preserved, state.meta = before


def has_preserved_node_meta():
    """Whether such a block is open. Source: PyTorch, torch.fx.traceback.has_preserved_node_meta."""
    return state.preserved


@contextlib.contextmanager
def set_current_meta(node, pass_name=""):
    """A with-block in which new nodes take this node's meta over. Source: PyTorch, torch.fx.traceback.set_current_meta."""
    before = state.meta
    if state.preserved and node.meta:
        state.meta = node.meta | {"from_node": [NodeSource(node, pass_name, NodeSourceAction.CREATE)]}
    try:
        yield
    finally:
        state.meta = before


def get_current_meta():
    """The meta that new nodes take over. Source: PyTorch, torch.fx.traceback.get_current_meta."""
    return state.meta


def give_current_meta(node):
    """Let a new node take it over."""
    if state.meta.get("stack_trace"):
        node.stack_trace = state.meta["stack_trace"]
    node.meta.update({field: copy.copy(state.meta[field]) for field in FIELDS if field in state.meta})


def set_stack_trace(stack):
    """Let new nodes have this stack trace, a list of lines. Source: PyTorch, torch.fx.traceback.set_stack_trace."""
    if state.preserved:
        state.meta.pop("stack_trace", None)
        state.meta.update({"stack_trace": "".join(stack)} if stack else {})


def format_stack():
    """The stack trace that new nodes have, else that of the program, in a list. Source: PyTorch, torch.fx.traceback.format_stack."""
    if state.preserved:
        return [state.meta.get("stack_trace", "")]
    return traceback.format_list(traceback.extract_stack()[:-1])


@contextlib.contextmanager
def annotate(annotation_dict):
    """A with-block in which meta["custom"] has these entries, too. Source: PyTorch, torch.fx.traceback.annotate."""
    before = state.meta.get("custom")
    state.meta["custom"] = (before or {}) | annotation_dict
    try:
        yield
    finally:
        if before is None:
            del state.meta["custom"]
        else:
            state.meta["custom"] = before
