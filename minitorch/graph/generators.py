"""generators: no_grad and its kin around a generator; is_inference_mode_enabled (shelf)."""

import functools

from .grad_mode import state


def is_inference_mode_enabled():
    """Whether this thread is inside inference_mode. Source: PyTorch, torch.is_inference_mode_enabled."""
    return state.inference


def switched_generator(function, make):
    """A decorated generator has the switch thrown only while its own code runs, not while its caller's does."""

    @functools.wraps(function)
    def switched(*args, **kwargs):
        generator = function(*args, **kwargs)
        resume, sent = generator.send, None
        try:
            while True:
                with make():
                    item = resume(sent)
                try:
                    resume, sent = generator.send, (yield item)
                except GeneratorExit:
                    raise
                except BaseException as error:  # what the caller throws goes on into the decorated generator
                    resume, sent = generator.throw, error
        except StopIteration as stop:
            return stop.value
        finally:
            with make():
                generator.close()

    return switched
