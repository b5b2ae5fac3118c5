"""fold: a graph too large to draw, as a short sequence of groups, in linear time.

Where only one result is still needed by what follows, the graph has a waist. Waists cut it into segments; equal
segments in a row become one group with a count: "AddBackward0 x 998", or "the same 3 steps x 200".
"""

LONGEST_PERIOD = 8  # how many segments a repeated pattern may have
MOST_GROUPS = 40


class Group:
    """Steps first .. last (their places in the order of recording); `titles` of one repetition, and how many."""

    def __init__(self, first, last, titles, times):
        self.first, self.last, self.titles, self.times = first, last, titles, times

    @property
    def steps(self):
        return self.last - self.first + 1

    def tally(self):
        """{step name: how often it comes in the whole group}, the commonest first."""
        counts = {}
        for title in self.titles:
            counts[title] = counts.get(title, 0) + self.times
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def label(self):
        """One line that says what is in the group."""
        each = self.tally()
        if len(each) == 1:
            ((title, n),) = each.items()
            return title if n == 1 else f"{title} x {n:,}"
        if self.times > 1 and len(self.titles) <= 6:
            return f"{self.times:,} times: {', '.join(self.titles)}"
        return f"{self.steps:,} steps"


class Folded:
    """groups, edges between them {(from, to): count}, and leaves per group {group: [leaf tensors]}."""

    def __init__(self, graph):
        self.sources = sources(graph)
        cuts = waists(self.sources)
        marks = signatures(graph.nodes, self.sources, cuts)
        self.groups = merge(repeats(marks, cuts, graph.nodes))
        self.measure(graph)

    def measure(self, graph):
        """The edges between groups, the leaves of each, and how deep and wide the whole is."""
        group_of = [0] * len(graph.nodes)
        for g, group in enumerate(self.groups):
            group_of[group.first : group.last + 1] = [g] * group.steps
        self.group_of = group_of
        self.edges, self.leaves = {}, {}
        depth, levels = [0] * len(graph.nodes), {}
        for i, node in enumerate(graph.nodes):
            for edge in node.edges:
                if edge is None:
                    continue
                j = graph.index.get(id(edge[0]))
                if j is None:
                    self.leaves.setdefault(id(edge[0]), (edge[0], {}))[1].setdefault(group_of[i], None)
                else:
                    depth[i] = max(depth[i], depth[j] + 1)
                    if group_of[j] != group_of[i]:
                        pair = (group_of[j], group_of[i])
                        self.edges[pair] = self.edges.get(pair, 0) + 1
            levels[depth[i]] = levels.get(depth[i], 0) + 1
        self.depth = max(depth, default=-1) + 1
        self.width = max(levels.values(), default=0)


def sources(graph):
    """For each step, the places of the steps that it computes with."""
    index = graph.index
    return [[index[id(e[0])] for e in node.edges if e is not None and id(e[0]) in index] for node in graph.nodes]


def waists(inputs):
    """The places after which only one result, that of the step itself, is still needed."""
    n = len(inputs)
    last = list(range(n))
    for i, places in enumerate(inputs):
        for j in places:
            last[j] = i
    cuts, needed = [], -1
    for i in range(n):
        if needed <= i:
            cuts.append(i)
        needed = max(needed, last[i])
    return cuts if cuts and cuts[-1] == n - 1 else [*cuts, n - 1]


def signatures(nodes, inputs, cuts):
    """What each segment looks like: the names of its steps and how they are wired."""
    marks, start = [], 0
    for end in cuts:
        marks.append(tuple([
            (nodes[i].name(), *[i - j for j in inputs[i] if j >= start]) for i in range(start, end + 1)
        ]))  # fmt: skip
        start = end + 1
    return marks


def repeats(marks, cuts, nodes):
    """Equal segments in a row, folded: at each place, the pattern of up to 8 segments that covers most."""
    starts, groups, i = [0, *[cut + 1 for cut in cuts]], [], 0
    while i < len(marks):
        period, times = 1, 1
        for p in range(1, LONGEST_PERIOD + 1):
            r = 1
            while marks[i + (r - 1) * p : i + r * p] == marks[i + r * p : i + (r + 1) * p] and i + (r + 1) * p <= len(
                marks
            ):
                r += 1
            if r > 1 and r * p > period * times:
                period, times = p, r
        end = i + period * times
        titles = [mark[0] for segment in marks[i : i + period] for mark in segment]
        groups.append(Group(starts[i], starts[end] - 1, titles, times))
        i = end
    return groups


def merge(groups):
    """Neighbours put together until few enough are left to be drawn."""
    while len(groups) > MOST_GROUPS:
        pairs = [groups[i : i + 2] for i in range(0, len(groups), 2)]
        groups = [
            Group(pair[0].first, pair[-1].last, [t for group in pair for t in group.titles * group.times], 1)
            for pair in pairs
        ]
    return groups
