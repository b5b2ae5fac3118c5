"""futures: Future, a result that is set later and waited for (shelf)."""

import threading
from types import GenericAlias

__all__ = ["Future", "collect_all", "wait_all"]


class Future:
    """A result that is not there yet: `set_result` brings it, `wait` hands it out, `then` goes on with it.

    Source: PyTorch, torch.futures.Future.

    >>> import minitorch as mt
    >>> future = mt.futures.Future()
    >>> after = future.then(lambda done: done.wait() + 1)
    >>> future.set_result(2)
    >>> after.wait()
    3
    """

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, *, devices=None):
        self.here, self.lock, self.callbacks = threading.Event(), threading.Lock(), []
        self.result = self.error = None

    def done(self):
        """Whether there is a result, or an error in its place."""
        return self.here.is_set()

    def wait(self):
        """The result, as soon as it is there. Errors: the one that was set in its place."""
        self.here.wait()
        return self.value()

    def value(self):
        """The result, which has to be there. Errors: RuntimeError while it is not."""
        if not self.done():
            raise RuntimeError("Expected Future to be completed before value() is called")
        if self.error is not None:
            raise self.error
        return self.result

    def add_done_callback(self, callback):
        """Call `callback(future)` when the result is there: at once, if it is already."""
        with self.lock:
            if not self.done():
                self.callbacks.append(callback)
                return
        callback(self)

    def then(self, callback):
        """A new Future, of what `callback(future)` returns when the result is there."""
        after = Future()

        def go_on(future):
            try:
                after.set_result(callback(future))
            except Exception as error:
                after.set_exception(error)

        self.add_done_callback(go_on)
        return after

    def set_result(self, result):
        """Bring the result. Errors: RuntimeError, when there is one already."""
        self.complete(result, None)

    def set_exception(self, result):
        """Bring an error in place of a result; those that wait for it have it raised. Errors: AssertionError, if it is none."""
        if not isinstance(result, Exception):
            raise AssertionError(f"{result} is of type {type(result)}, not an Exception.")
        self.complete(None, result)

    def complete(self, result, error):
        """Both of these: keep it, wake those who wait, call what was registered."""
        with self.lock:
            if self.done():
                raise RuntimeError("Future can only be marked completed once")
            self.result, self.error = result, error
            self.here.set()
        for callback in self.callbacks:
            callback(self)


def collect_all(futures):
    """A Future of the list of futures, complete when all of them are. Source: PyTorch, torch.futures.collect_all."""
    futures = list(futures)
    every, lock, left = Future(), threading.Lock(), [len(futures)]

    def count(future):
        with lock:
            left[0] -= 1
            last = left[0] == 0
        if last:
            every.set_result(futures)

    for future in futures:
        future.add_done_callback(count)
    if not futures:
        every.set_result([])
    return every


def wait_all(futures):
    """The results of all futures, waited for. Source: PyTorch, torch.futures.wait_all."""
    return [future.wait() for future in collect_all(futures).wait()]
