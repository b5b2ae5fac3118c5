"""lowering: of one trace, a graph for each call of a module, in which modules are called and attributes read (shelf)."""

from .ir import Graph, Node, copy_nodes, like
from .kinds import ClassType, TensorType, TupleType
from .operators import schema_of

CALL, ATTRIBUTE = "prim::TracedModuleForward", "prim::TracedAttr"


def ancestors(block):
    """A block and those around it, the innermost first."""
    while block is not None:
        yield block
        block = block.parent


def all_nodes(block):
    """The nodes of a block and of those in it, each call before what is in it."""
    for node in list(block.nodes):
        yield node
        if node.inner is not None:
            yield from all_nodes(node.inner)


# --- what nobody uses --------------------------------------------------------------------------------------------------------


def writes(node):
    """Whether a node changes its first input."""
    name = node.kind().partition("::")[2]
    return node.kind().startswith("aten::") and name.endswith("_") and not name.endswith("__")


def root(value):
    """The value whose memory this one shows."""
    while value.node()._inputs and (writes(value.node()) or is_view(value.node())):
        value = value.node()._inputs[0]
    return value


def is_view(node):
    if node.kind() == "prim::ListUnpack":
        return True
    schema = schema_of(node) if node.kind().startswith("aten::") else None
    return schema is not None and ("(a)" in schema.text or "(a -> *)" in schema.text) and "!" not in schema.text


def without_dead(block, results):
    """Take out the nodes whose results nobody uses, unless they write into what lives."""
    live = {id(x) for x in results}
    roots = {id(root(x)) for x in results}
    kept = set()
    for node in reversed(list(all_nodes(block))):
        if node.kind() == CALL:
            wanted = any([one in kept for one in all_nodes(node.inner)])
        else:
            wanted = any([id(x) in live for x in node._outputs])
            if not wanted and writes(node):
                start = root(node._inputs[0])
                wanted = id(start) in roots or start.node().kind() in ("prim::Param", ATTRIBUTE, "prim::Constant")
        if wanted:
            kept.add(node)
            live |= {id(x) for x in node._inputs}
            roots |= {id(root(x)) for x in node._inputs}
    prune(block, kept)


def prune(block, kept):
    block.nodes = [node for node in block.nodes if node in kept]
    for node in block.nodes:
        if node.inner is not None:
            prune(node.inner, kept)


# --- what leaves a call ------------------------------------------------------------------------------------------------------


def let_out(top, results):
    """Let each value that is used outside of the call that makes it be a result of that call. The values for results."""
    given = {}  # (block, value in it) -> the call's result
    for node in all_nodes(top):
        node._inputs = [seen_from(node.block, x, given) for x in node._inputs]
    return [seen_from(top, x, given) for x in results]


def seen_from(block, value, given):
    """A value as a block around or beside the one that makes it gets to see it."""
    around, place = list(ancestors(block)), value.node().block
    while place is not None and place not in around:
        if (place, value) not in given:
            given[place, value] = place.node.add_output(value.type())
            place.results.append(value)
        value, place = given[place, value], place.parent
    return value


def unrefined(kind):
    """A type as a method's signature has it: without the form of the tensor."""
    if isinstance(kind, TensorType):
        return TensorType()
    return TupleType([unrefined(one) for one in kind.inner]) if isinstance(kind, TupleType) else kind


def as_tuples(block):
    """Several results of a call become one tuple, which is taken apart behind it."""
    for node in list(block.nodes):
        if node.inner is None:
            continue
        as_tuples(node.inner)
        results = node.inner.results
        if len(results) > 1:
            packing = Node(node.graph, "prim::TupleConstruct", results)
            packing.block = node.inner
            node.inner.nodes.append(packing)
            kind = TupleType([x.type() for x in results])
            node.inner.results = [packing.add_output(kind)]
            unpacking = Node(node.graph, "prim::TupleUnpack", (), node.scope)
            unpacking.block, unpacking._outputs = block, node._outputs
            for x in node._outputs:
                x._node = unpacking
            node._outputs = []
            unpacking._inputs = [node.add_output(kind)]
            block.nodes.insert(block.nodes.index(node) + 1, unpacking)


# --- attributes --------------------------------------------------------------------------------------------------------------


def read_attributes(block, path, myself, types):
    """Let the nodes of a block read attributes off the module that is called, each once. What belongs to others: its values.

    path     the module's name: "__module.net.1"
    myself   the value that stands for it
    types    {name of a module: its ClassType}
    """
    local, first, foreign = {}, [], []

    def found(value):
        name = value.node().attributes["scope"]
        if value in local:
            return local[value]
        if not name.startswith(path + "."):
            foreign.append(value)
            return value
        here, before, steps = myself, path, []
        for part in name[len(path) + 1 :].split("."):
            before = f"{before}.{part}"
            step = Node(block.graph, "prim::GetAttr", [here], name=part)
            step.block = block
            here = step.add_output(types.get(before) or TensorType())
            here.setDebugName(part if part.isidentifier() else f"_{part}")
            steps.append(step)
        first[:0] = steps
        local[value] = here
        return here

    for node in list(block.nodes):
        if node.inner is not None:
            name = node.attributes["scope"]
            inside = read_attributes(node.inner, name, node.inner.myself, types)
            node.borrowed = [found(x) for x in inside]
            node.lent = inside
    for node in block.nodes:
        node._inputs = [found(x) if x.node().kind() == ATTRIBUTE else x for x in node._inputs]
    block.results = [found(x) if x.node().kind() == ATTRIBUTE else x for x in block.results]
    block.nodes[:0] = first
    return foreign


# --- graphs ------------------------------------------------------------------------------------------------------------------


def lifted(block, inputs, methods):
    """The Graph of a block, whose first inputs are given; what else it uses from outside becomes inputs, too: those values."""
    graph, known, wanted = Graph(), {}, []
    for x in inputs:
        known[x] = like(x, graph._param)
    inner = {node: lifted_call(node, methods) for node in block.nodes if node.inner is not None}
    made = {x for node in block.nodes for x in node._outputs}
    for node in block.nodes:
        used = [*node._inputs, *inner.get(node, ())]
        for x in used:
            if x not in known and x not in made and x not in wanted:
                wanted.append(x)
    wanted += [x for x in block.results if x not in known and x not in made and x not in wanted]
    wanted.sort(key=lambda x: x.node().kind() != ATTRIBUTE)
    for x in wanted:
        known[x] = like(x, graph._param)
    for node in block.nodes:
        if node.inner is None:
            copy_nodes([node], graph, known)
            continue
        given = [known[x] for x in (*node._inputs, *inner[node])]
        call = Node(graph, "prim::CallMethod", given, name=node.method)
        graph._nodes.append(call)
        for x in node._outputs:
            known[x] = like(x, call).setType(unrefined(x.type()))
    for x in block.results:
        graph.registerOutput(known[x])
    return graph, wanted


def lifted_call(node, methods):
    """Make the method of a call; the values that it needs besides its module."""
    name = node.attributes["scope"]
    there = methods.setdefault(name, {})
    node.method = f"forward{len(there) or ''}"
    there[node.method] = None  # its place, before those of calls in it
    lent = dict(zip(node.lent, node.borrowed, strict=True))
    graph, wanted = lifted(node.inner, [node.inner.myself], methods)
    there[node.method] = graph
    return [lent.get(x, x) for x in wanted]


def methods_of(tracer, myself, inputs, results, types):
    """{name of a module: {name of a method: its graph}} of a trace; the traced module itself is "__module"."""
    top = tracer.top
    without_dead(top, results)
    top.graph, top.results, top.myself = tracer.graph, [], myself
    for node in all_nodes(top):
        if node.inner is not None:
            inner = node.inner
            inner.graph, inner.results = tracer.graph, []
            inner.myself = Node(tracer.graph, "prim::Param").add_output(types[inner.module])
            inner.myself.setDebugName("self")
    top.results = let_out(top, results)
    as_tuples(top)
    add_modules(top, tracer, {})
    read_attributes(top, "__module", myself, types)
    methods: dict = {}
    there = methods.setdefault("__module", {})
    there["forward"] = None
    there["forward"], wanted = lifted(top, [myself, *inputs], methods)
    if wanted:
        raise RuntimeError(f"the trace uses %{wanted[0].debugName()}, which it has not seen being made")
    return methods


def add_modules(block, tracer, known):
    """Let each call have its module as its first input: an attribute that is yet to be read."""
    for node in block.nodes:
        if node.inner is not None:
            name = node.attributes["scope"]
            if name not in known:
                module = Node(tracer.graph, ATTRIBUTE, scope=name)
                module.attributes = {"scope": name}
                known[name] = module.add_output(ClassType(name))
            node._inputs.insert(0, known[name])
            add_modules(node.inner, tracer, known)
