"""summary: a graph that is too large to draw, as DOT: a box per group of steps, and the leaves that each group uses."""

from .dot import Page
from .show import count, shape

MANY = 4  # a leaf used by more groups than this has no lines to them


def summary(graph, folded, options):
    """One box per group of steps, and the leaves that each group uses."""
    page = Page(options.direction)
    turned = {"dir": "back", "kind": "gradient"} if options.backward else {}
    for g, group in enumerate(folded.groups):
        draw_group(page, f"g{g + 1}", group)
    for (tail, head), times in folded.edges.items():
        page.edge(f"g{tail + 1}", f"g{head + 1}", styled_count(times), **turned)
    for i, (names, tensors, users) in enumerate(leaf_families(graph, folded)):
        key = f"x{i + 1}"
        lines = [(names, "bold")]
        if len(tensors) == 1:
            lines.append((f"shape {shape(tensors[0]._array.shape)}", "soft"))
        if len(users) > MANY:
            lines.append((f"used in {len(users)} of the groups", "soft"))
        page.node(key, "leaf", lines)
        for g in users if len(users) <= MANY else ():
            page.edge(key, f"g{g + 1}", **turned)
    for i, x in enumerate([x for x in graph.tensors if x._edge is not None]):
        node = x._edge[0]
        page.node(
            f"y{i + 1}", "output", [(graph.known.of(x) or "result", "bold"), (f"shape {shape(x._array.shape)}", "soft")]
        )
        page.edge(f"g{folded.group_of[graph.index[id(node)]] + 1}", f"y{i + 1}", **turned)
    return page


def styled_count(times):
    return None if times == 1 else f"{times:,} edges"


def draw_group(page, key, group):
    if group.steps == 1:
        page.node(key, "step", [(group.titles[0], "bold")])
        return
    lines = [(group.label(), "bold")]
    if len(group.tally()) > 1 and not (group.times > 1 and len(group.titles) <= 6):
        tally = list(group.tally().items())
        lines += [(f"{title} x {n:,}", "") for title, n in tally[:6]]
        lines += [(f"and {count(len(tally) - 6, 'other kind')}", "soft")] if len(tally) > 6 else []
    page.node(key, "group", lines)


def leaf_families(graph, folded):
    """[(label, leaves, groups that use them)]: leaves used by the same groups stand together when there are many."""
    families = {}
    for x, users in folded.leaves.values():
        families.setdefault(tuple(users), []).append(x)
    found = []
    for users, tensors in families.items():
        if len(tensors) <= 3:
            found += [(graph.known.of(x) or "leaf", [x], users) for x in tensors]
        else:
            found.append((count(len(tensors), "leaf"), tensors, users))
    return found
