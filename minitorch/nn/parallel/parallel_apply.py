"""parallel_apply: several modules called at the same time, each in a thread (shelf)."""

from concurrent.futures import ThreadPoolExecutor

from ...graph.grad_mode import is_grad_enabled, set_grad_enabled


def parallel_apply(modules, inputs, kwargs_tup=None, devices=None):
    """The results of the modules, each called with its own input: a tuple or list of arguments, or one argument.

    kwargs_tup  for each module, a dictionary of arguments by name
    devices     as many devices; where the modules are says where they run, so they are only counted

    >>> import minitorch as mt
    >>> mt.nn.parallel.parallel_apply([mt.nn.ReLU(), mt.nn.Tanh()], [mt.ones(1), mt.zeros(1)])
    [tensor([1.]), tensor([0.])]

    Errors: AssertionError for another number of inputs; the first error of a module.
    Source: PyTorch, torch.nn.parallel.parallel_apply.
    """
    kwargs_tup = [{}] * len(modules) if kwargs_tup is None else kwargs_tup
    for what, values in (("inputs", inputs), ("kwargs_tup", kwargs_tup), ("devices", devices)):
        if values is not None and len(values) != len(modules):
            raise AssertionError(
                f"The number of modules {len(modules)} is not equal to the number of {what} {len(values)}"
            )
    recorded = is_grad_enabled()  # each thread has a switch of its own

    def call(module, given, kwargs):
        with set_grad_enabled(recorded):
            return module(*(given if isinstance(given, (tuple, list)) else (given,)), **kwargs)

    with ThreadPoolExecutor(max(len(modules), 1)) as threads:
        return list(threads.map(call, modules, inputs, kwargs_tup))
