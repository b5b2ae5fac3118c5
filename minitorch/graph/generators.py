"""generators: no_grad and its kin around a generator (shelf)."""

import functools


def switched_generator(function, make):
    """A decorated generator has the switch thrown only while its own code runs, not while its caller's does."""

    @functools.wraps(function)
    def switched(*args, **kwargs):
        generator, sent = function(*args, **kwargs), None
        while True:
            try:
                with make():
                    item = generator.send(sent)
            except StopIteration as stop:
                return stop.value
            sent = yield item

    return switched
