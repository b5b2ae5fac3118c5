"""wants_gradient: Does the result want a gradient? (difficulty 2, 4 minutes)

One operand that wants a gradient is enough, unless recording is off. And a result of integers or bools, such as x > 0
or an index, cannot move a little, so it has none.

1. Three conditions, all of which must hold.
2. Recording is on; at least one edge is there; the result, or one of several, is of a kind that can have a gradient.
3. is_grad_enabled() and any(edges) and any(o.is_floating_point() or o.is_complex() for o in outs)
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.record:wants_gradient",
    alone=True,
    solution="""
        def wants_gradient(edges, out):
            outs = out if isinstance(out, tuple) else (out,)
            return is_grad_enabled() and any(edges) and any([o.is_floating_point() or o.is_complex() for o in outs])
    """,
    given="""
        x = mt.ones(2, requires_grad=True)
        edge = (x, 0)
    """,
    facts="""
        >>> x = mt.ones(2, requires_grad=True)
        >>> edge = (x, 0)
        >>> 'no edge', bool(wants_gradient([None, None], mt.ones(2)))
        ('no edge', False)
        else: No edge leads anywhere here: nobody wants a gradient, so nothing is recorded. any(edges) asks that.
        >>> with mt.no_grad():
        ...     wanted = wants_gradient([edge], x * 2)
        >>> 'no_grad', bool(wanted)
        ('no_grad', False)
        if ('no_grad', True): Under no_grad nothing is recorded, whatever the operands want.
        else: Inside no_grad nothing is recorded, whatever the operands want: ask is_grad_enabled().
        >>> 'complex', bool(wants_gradient([None, edge], mt.ones(2, dtype=mt.complex64)))
        ('complex', True)
        else: Complex numbers can move a little, too: ask for is_complex() as well.
        >>> 'integers', bool(wants_gradient([edge], mt.ones(2, dtype=mt.uint8)))
        ('integers', False)
        else: Integers cannot move a little, and there are several kinds: ask is_floating_point() and is_complex().
        >>> 'several results', bool(wants_gradient([edge], (mt.ones(2), mt.tensor([1, 0]))))
        ('several results', True)
        if ('several results', False): Of several results one that can move is enough: max gives values and indices, and
            the values have a gradient.
        if "AttributeError: 'tuple' object has no attribute 'is_floating_point'": A step with several results gives a
            tuple of tensors, as max gives values and indices. One of them that can move is enough.
    """,
)
