"""bind: The arguments of a call, in order (difficulty 2, 4 minutes)

A default belongs to a place at the end, so what is missing is always the last part of the defaults.

1. Count first: len(self.parameters) - len(args) are missing. Which counts can be served without bind_by_name?
2. Of a tuple, t[-2:] are the last two. But t[-0:] is all of it, so that case is one of its own.
3. bind_by_name if kwargs, or missing > len(self.defaults), or missing < 0 and not self.star; else args +
   self.defaults[-missing:] where missing > 0, and args where not.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.op:Op.bind",
    alone=True,
    setup='''
        from minitorch.ops.pointwise.arithmetic import mul
        from minitorch.ops.reduction.sum import _sum

        class Joining:
            """An op with any number of arguments: (dim, *parts)."""

            name, parameters, defaults, star = "joining", ("dim",), (), "parts"
    ''',
    solution="""
        def bind(self, args, kwargs):
            missing = len(self.parameters) - len(args)
            if kwargs or missing > len(self.defaults) or (missing < 0 and not self.star):
                return bind_by_name(self, args, kwargs)
            return args + self.defaults[-missing:] if missing > 0 else args
    """,
    facts="""
        >>> bind(_sum, (7, 0), {})
        (7, 0, False, None)
        else: Behind the arguments come as many of the last defaults as are missing.
        >>> bind(_sum, (7, 0, True, 'kind'), {})
        (7, 0, True, 'kind')
        else: Where every parameter has its argument, the answer is args, without any default.
        >>> bind(_sum, (7,), {'keepdim': True})
        (7, None, True, None)
        if (7, None, False, None): What was said by name is lost: where kwargs has anything in it, `return
            bind_by_name(self, args, kwargs)`.
        else: Where kwargs has anything in it, the answer is bind_by_name(self, args, kwargs).
        >>> bind(Joining, (0, 'a', 'b', 'c'), {})
        (0, 'a', 'b', 'c')
        else: With self.star there are never too many arguments: the answer is args.
        >>> bind(mul, (2,), {})
        raises TypeError: invalid combination
        else: Too few arguments, too many, or a name that the forward does not have: bind_by_name(self, args, kwargs)
            raises.
        >>> bind(mul, (2, 3, 4), {})
        raises TypeError: invalid combination
    """,
)
