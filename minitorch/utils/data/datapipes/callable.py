"""callable: the functions that pipes call: on a sample or on columns of it, and what is said of those that cannot be sent (shelf)."""

import functools
import inspect
import warnings


def check_function(fn, input_col, output_col=None):
    """Warn of a function that no worker process can be sent; ValueError for columns that do not fit."""
    code = getattr(fn, "__code__", None)
    if code is not None and (code.co_flags & inspect.CO_NESTED or fn.__name__ == "<lambda>"):
        kind = "Local" if code.co_flags & inspect.CO_NESTED else "Lambda"
        warnings.warn(
            f"{kind} function is not supported by pickle, please use regular python function or functools.partial instead.",
            stacklevel=4,
        )
    if input_col is None and output_col is not None:
        raise ValueError("`output_col` must be None when `input_col` is None.")
    if isinstance(output_col, list | tuple) and len(output_col) > 1:
        raise ValueError("`output_col` must be a single-element list or tuple")
    check_parameters(fn, len(input_col) if isinstance(input_col, list | tuple) else 1)


def check_parameters(fn, count):
    """Raise for a function that does not take so many arguments by position."""
    try:
        parameters = list(inspect.signature(fn).parameters.values())
    except (ValueError, TypeError):
        return  # written in C
    name = getattr(getattr(fn, "func", fn) if isinstance(fn, functools.partial) else fn, "__name__", repr(fn))
    named = [p for p in parameters if p.kind is p.KEYWORD_ONLY and p.default is p.empty]
    if named:
        raise ValueError(
            f"The function {name} takes {len(named)} non-default keyword-only parameters, which is not allowed."
        )
    places = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    takes_more = any([p.kind is p.VAR_POSITIONAL for p in parameters])
    if len(parameters) < count and not takes_more:
        raise ValueError(f"The function {name} takes {len(parameters)} parameters, but {count} are required.")
    if any([p.default is p.empty for p in places[count:]]) or (len(places) < count and not takes_more):
        raise ValueError(f"The function {name} takes {len(places)} positional parameters, but {count} are required.")


def columns(data, input_col):
    """The arguments that a function gets of a sample."""
    if input_col is None:
        return (data,)
    return tuple([data[col] for col in input_col]) if isinstance(input_col, list | tuple) else (data[input_col],)


def put_in(data, result, input_col, output_col):
    """A sample with the result of a function in its place: in a column that it was made of, or in another one."""
    if input_col is None:
        return result
    whole = list(data) if isinstance(data, tuple) else data
    if output_col == -1:
        whole.append(result)
    elif output_col is not None:
        whole[output_col] = result
    elif isinstance(input_col, list | tuple):
        whole[input_col[0]] = result
        for col in sorted(input_col[1:], reverse=True):
            del whole[col]
    else:
        whole[input_col] = result
    return tuple(whole) if isinstance(data, tuple) else whole
