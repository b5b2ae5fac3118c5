"""What a class defines, and a method as it would be in another class."""

import inspect
import types

KINDS = (types.FunctionType, staticmethod, classmethod, property)


class Incomplete(Exception):
    """Something that the exercise asks for is not in the answer."""


def plain_function(raw):
    """The function in a staticmethod, classmethod or property; the thing itself when it is a function, else None."""
    if isinstance(raw, property):
        return raw.fget
    raw = getattr(raw, "__func__", raw)
    return raw if callable(raw) and hasattr(inspect.unwrap(raw), "__code__") else None


def functions_of(piece):
    """The functions that a piece consists of, without what decorators put around them."""
    found = [plain_function(one) for one in vars(piece).values()] if isinstance(piece, type) else [piece]
    return [one for one in map(inspect.unwrap, filter(None, found)) if hasattr(one, "__code__")]


def members(cls):
    """{name: value} of what the text of a class defines: methods, properties and plain attributes."""
    own = {"__module__", "__qualname__", "__dict__", "__weakref__", "__doc__", "__slots__", "__annotations__"}
    own |= {"__firstlineno__", "__static_attributes__", "__classcell__", "__annotate__", "__annotate_func__"}
    own |= {"__annotations_cache__", "__orig_bases__", "__parameters__", "__abstractmethods__", "_abc_impl"}
    slots = types.MemberDescriptorType | types.GetSetDescriptorType
    return {name: value for name, value in vars(cls).items() if name not in own and not isinstance(value, slots)}


def missing_members(original, piece, keeps=()):
    """The methods that the package's class has, and the piece lacks, and the exercise does not let it keep."""
    if keeps is True:
        return []
    mine = members(piece)
    there = [name for name, value in members(original).items() if isinstance(value, KINDS)]
    return [name for name in there if name not in mine and name not in keeps]


def moved(member, home):
    """A method as it would be had it been defined in the class `home`: `super()` starts there."""
    if isinstance(member, (staticmethod, classmethod)):
        return type(member)(moved(member.__func__, home))
    if isinstance(member, property):
        parts = [one and moved(one, home) for one in (member.fget, member.fset, member.fdel)]
        return property(*parts, member.__doc__)
    if not isinstance(member, types.FunctionType) or "__class__" not in member.__code__.co_freevars:
        return member
    cells = [
        types.CellType(home) if name == "__class__" else cell
        for name, cell in zip(member.__code__.co_freevars, member.__closure__, strict=True)
    ]
    new = types.FunctionType(member.__code__, member.__globals__, member.__name__, member.__defaults__, tuple(cells))
    new.__kwdefaults__, new.__doc__, new.__qualname__ = member.__kwdefaults__, member.__doc__, member.__qualname__
    new.__dict__.update(member.__dict__)
    return new
