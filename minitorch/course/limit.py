"""Running code that may be wrong in any way: not end, print forever, ask for input, stop Python."""

import builtins
import contextlib
import ctypes
import gc
import signal
import sys
import threading
import time

PATIENCE = 8  # seconds that may pass for each one of work


class TimeLimit(BaseException):
    """Raised inside code that runs too long; no Exception, so that `except Exception:` lets it through."""


class Watch:
    """The time of work since it was made: this thread's own, since a busy machine makes no answer slow.

    What waits instead of working (for a lock, for time.sleep) spends an eighth of the time that passes. Off the main
    thread the process's time counts: the one that works there is not the one that looks at the watch.
    """

    def __init__(self):
        self.clock = time.thread_time if can_ring() else time.process_time
        self.work, self.passed = self.clock(), time.monotonic()

    def spent(self):
        """Seconds."""
        return max(self.clock() - self.work, (time.monotonic() - self.passed) / PATIENCE)


def can_ring():
    """Can a timer's signal interrupt this thread? Only the main one, and not on Windows."""
    return threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")


def call_within(seconds, function):
    """function() with a limit of its work's time; raises TimeLimit when it takes more.

    On the main thread a timer signal interrupts it. Elsewhere, and where there are no such signals, it runs
    in a thread of its own, which is asked to stop and left behind if it does not.

    >>> call_within(1, lambda: 6 * 7)
    42
    """
    if can_ring():
        return _with_signal(seconds, function)
    return _with_thread(seconds, function)


def _with_signal(seconds, function):
    """The timer rings again every 20 ms, should a bare `except:` catch the first TimeLimit.

    A loop around that `except:` would catch each one. So later rings raise a second one a few lines after the first,
    0, 1, 2, ... lines later, until it comes while the `except:` block itself runs, where nothing catches it.
    """
    rings, traced, watch = 0, sys.gettrace(), Watch()

    def ring(signum, frame):
        nonlocal rings
        if watch.spent() < seconds:
            return
        frames = frames_of(function, frame)
        rings += 1
        lines = rings % 8

        def raise_later(frame, event, argument):
            nonlocal lines
            lines -= 1
            if lines < 0 and frames_of(function, frame):
                raise TimeLimit
            return raise_later

        if frames and rings > 1:
            for one in frames:
                one.f_trace = raise_later
            sys.settrace(raise_later)
        if frames:
            raise TimeLimit

    before, hook = signal.signal(signal.SIGALRM, ring), sys.unraisablehook
    sys.unraisablehook = bool  # hears what a `__del__` cannot raise; in C, so that no ring comes within it
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3), 0.02)
    try:
        return next(apart(function))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = hook
        if sys.gettrace() is not traced:
            sys.settrace(traced)


def frames_of(function, frame):
    """The frames from this one back to the call of function in `apart`; none when it is not running.

    Only they may be interrupted: what puts the timer away must not be.
    """
    frames = []
    while frame is not None:
        if frame.f_code is apart.__code__ and frame.f_locals.get("function") is function:
            return frames
        frames.append(frame)
        frame = frame.f_back
    return []


def apart(function):
    """A generator of function(): generators keep the exception being handled to themselves.

    An error raised between two lines of an `except:` block may leave that block's exception behind as "being
    handled", and every later error would be shown as its consequence.
    """
    yield function()


def _with_thread(seconds, function):
    answer = {}

    def work():
        try:
            answer["value"] = function()
        except BaseException as error:
            answer["error"] = error

    thread, watch = threading.Thread(target=work, daemon=True), Watch()
    thread.start()
    while thread.is_alive() and watch.spent() < seconds:
        thread.join(min(seconds, 0.02))
    stop = time.monotonic() + 0.2
    late = thread.is_alive()
    while thread.is_alive() and time.monotonic() < stop:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(TimeLimit))
        thread.join(0.02)
    if late:
        raise TimeLimit
    if "error" in answer:
        raise answer["error"]
    return answer["value"]


@contextlib.contextmanager
def uncollected():
    """No search for cycles meanwhile: in a notebook that holds much it takes longer than the answer that is timed."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


class Paper:
    """A stream that keeps the first 2,000 characters written to it."""

    encoding = "utf-8"

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += str(text)[: max(0, 2000 - len(self.text))]
        return len(str(text))

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        pass

    def isatty(self):
        return False


@contextlib.contextmanager
def quiet():
    """Catch what is printed, refuse input(), and leave the random states as they were; gives the Paper."""
    import random
    import warnings

    import numpy as np

    def no_input(*prompt):
        raise RuntimeError("input() cannot be used in an exercise: the check calls your code many times")

    paper, streams, ask = Paper(), (sys.stdout, sys.stderr), builtins.input
    states = random.getstate(), np.random.get_state()
    sys.stdout = sys.stderr = paper
    builtins.input = no_input
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            yield paper
    finally:
        sys.stdout, sys.stderr = streams
        builtins.input = ask
        random.setstate(states[0])
        np.random.set_state(states[1])
