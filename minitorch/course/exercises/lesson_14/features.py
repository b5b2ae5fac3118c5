"""features: What the modules inside compute (difficulty 3, 9 minutes)

The hooks keep the results and return nothing, so the model computes what it always does.

1. Register all hooks first, then run the model once. `model.get_submodule(path)` is the module at a path.
2. A function that is made in a loop looks its names up when it is called. Then the loop is over, and `path` is the last path.
3. `lambda module, args, result, path=path: found.update({path: result})` keeps its own path. All handles are removed in `finally:`.
"""

from ...define import Exercise
from . import SETUP

exercise = Exercise(
    __doc__,
    ready=SETUP,
    solution="""
        def features(model, paths, x):
            found, handles = {}, []
            try:
                for path in paths:
                    hook = lambda module, args, result, path=path: found.update({path: result})
                    handles.append(model.get_submodule(path).register_forward_hook(hook))
                model(x)
            finally:
                for handle in handles:
                    handle.remove()
            return found
    """,
    given="""
        model = pair(pair(scale(2.0), scale(3.0)), scale(5.0))
        lists = lambda found: {path: result.tolist() for path, result in found.items()}
        def error(*given):
            try:
                features(model, *given)
            except Exception as raised:
                return type(raised).__name__
    """,
    facts="""
        >>> lists(features(model, ["first.first", "second", "first"], mt.ones(2)))
        {'first.first': [2.0, 2.0], 'second': [30.0, 30.0], 'first': [6.0, 6.0]}
        if {'first': [30.0, 30.0]}: All hooks write to the last path: each looks up `path` when it is called, after the loop. `show_shapes` shows how a hook keeps its own name.
        if {'first.first': [30.0, 30.0], 'second': [30.0, 30.0], 'first': [30.0, 30.0]}: These are results of the whole model. Register each hook on the module at its path.
        if {'first.first': [2.0, 2.0], 'second': [6.0, 6.0], 'first': [30.0, 30.0]}: Hooks run in the order of the calls, and not of `paths`.
        if "no attribute 'items'": Return a dictionary, {path: result}.
        if "'list' object has no attribute 'tolist'": Each path has the result itself, and not a list of it.
        else: The modules must run inside model(x), on what reaches them there.
        >>> model.first.second.register_forward_hook(lambda module, args, result: result + 1)
        >>> found = lists(features(model, ["first.second"], mt.ones(2)))
        >>> errors = error(["first.first", "second"], "text"), error(["first", "third"], mt.ones(2))
        >>> found['first.second'][0], [len(module._forward_hooks) for module in model.modules()], errors
        (7.0, [0, 0, 0, 1, 0], ('TypeError', 'AttributeError'))
        if (6.0, [0, 0, 0, 1, 0], ('TypeError', 'AttributeError')): The module has a hook that changes its result, and yours must see what that one leaves.
        if (7.0, [0, 1, 1, 1, 1], ('TypeError', 'AttributeError')): If an error is raised, the hooks stay. `finally:` removes them in this case, too.
        if (7.0, [0, 1, 0, 1, 0], ('TypeError', 'AttributeError')): A path that does not exist raises an error when other hooks are registered already. Register them inside `try:`.
        if (7.0, [0, 0, 0, 1, 0], ('TypeError', 'KeyError')): named_children() and named_modules() do not give every path: `model.get_submodule(path)`.
        if (7.0, [0, 0, 0, 1, 0], (None, None)): The errors go on to the caller. Here `except`, or `return` inside `finally:`, stops them.
        if (7.0, [0, 0, 0, 1, 0], (None, 'AttributeError')): The error of the model goes on to the caller.
        else: Remove all of your hooks, and no others, with the handles that register_forward_hook returns. A path that does not exist raises an error.
        >>> twice = scale(2.0)
        >>> lists(features(pair(twice, twice), ["first", "second", ""], mt.ones(2)))
        {'first': [4.0, 4.0], 'second': [4.0, 4.0], '': [4.0, 4.0]}
        if {'first': [2.0, 2.0], 'second': [2.0, 2.0], '': [4.0, 4.0]}: The module was called twice. Keep its last result.
        if {'first': [4.0, 4.0], 'second': [4.0, 4.0]}: Call `model(x)`. `model.forward(x)` skips the hooks of the model itself.
        else: A module in two places has two paths, and two entries.
        >>> x, seen = mt.ones(2, requires_grad=True), []
        >>> model.second.register_forward_pre_hook(lambda module, args: seen.append(args[0]))
        >>> found = features(model, ["first", "first.first"], x)["first"]
        >>> found.requires_grad, seen[0].requires_grad, found is seen[0], len(seen)
        (True, True, True, 1)
        if (True, True, True, 2): The model has run once for each path. Register all hooks first, then run it once.
        if (False, True, False, 1): The graph is lost: keep the result itself.
        if (True, True, False, 1): The next module got another tensor. Keep the result itself, no copy, and return None from your hooks.
        if (False, False, True, 1): The graph is lost: call the model as it is, without `no_grad()`.
        else: The model runs once, with its graph, and computes what it always does. Your hooks must return None.
    """,
)
