"""parsed: A device from its name (difficulty 2, 5 minutes)

However it is said, a device is two facts, and all ways lead through one function that looks at them.

1. A device, a number, a text: three kinds of thing may come in as `type`, and for anything else there is a TypeError.
2. From a device take both its type and its index; a number is the index, and the type is cuda. In parsed, `colon`
   says whether there is a number behind it: check it, make it an int. In the end, no index may be below 0.
3. `if isinstance(type, device) and index is None: type, index = type.type, type.index`, `elif isinstance(type, int):
   type, index = "cuda", type`, `elif not isinstance(type, str): raise TypeError(...)`. And `if colon:`
   check_number(text, number, index) and `index = int(number)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.backend:parsed",
    covers="device.__init__",
    stub="""
        def parsed(text, index):
            name, colon, number = text.partition(':')
            if name not in ('cpu', 'cuda', 'meta'):
                raise RuntimeError(f'Expected one of cpu, cuda, meta device type at start of device string: {text}')
            ...
    """,
    facts="""
        >>> parsed('cpu', None)
        ('cpu', None)
        if "TypeError: '<' not supported between instances of 'NoneType' and 'int'": None < 0 is an error of Python's. A
            device need not have an index: ask for None first.
        if "RuntimeError: Invalid device string: 'cpu'; expected for": Most names have no colon: then `number` is empty,
            and the index is the one that was given, or None.
        >>> parsed('gpu', None)
        raises RuntimeError: gpu
        >>> parsed('cuda:x', None)
        raises RuntimeError: Invalid device string
        else: int(...) of what is no number stops with Python's own error. Ask check_number before, and only where there
            is a colon.
        >>> parsed('cuda', -1)
        raises RuntimeError: negative
        else: An index below 0 is accepted. Raise a RuntimeError.
        >>> d = mt.device(mt.device('cuda:2'))
        >>> d.type, d.index
        ('cuda', 2)
        else: Of a device that is given, its index counts as well: device(device('cuda:2')) is cuda:2.
        >>> d = mt.device(0)
        >>> d.type, d.index
        ('cuda', 0)
        if ('cpu', 0): A bare number is that of a GPU: the type is cuda.
        if ('cuda', None): 0 counts as false, and it is the first GPU. Compare with None.
        >>> mt.device(mt.device('cuda'), 1)
        raises TypeError
        else: parsed reads text. What is no text has to be dealt with in __init__: a device, a number, or a TypeError.
    """,
)
