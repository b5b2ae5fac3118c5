"""What a cell shows of an error: the reader's own lines and the message, without the steps inside the package."""

import os
import sys
import types

from .syllabus import PACKAGE

INSIDE = str(PACKAGE) + os.sep


def outside(step):
    """A traceback without its steps inside the package: what the reader wrote stays, wherever it stands."""
    steps = []
    while step is not None:
        steps.append(step)
        step = step.tb_next
    left = None
    for one in reversed(steps):
        if not one.tb_frame.f_code.co_filename.startswith(INSIDE):
            left = types.TracebackType(left, one.tb_frame, one.tb_lasti, one.tb_lineno)
    return left


def show(shell, kind, error, step, tb_offset=None):
    """Show an error that a cell has raised; `%tb` shows all of its steps."""
    shell.showtraceback((kind, error, outside(step)), tb_offset=tb_offset)
    sys.last_traceback = error.__traceback__ = step


def shorten(shell):
    """Let this notebook show errors so."""
    shell.set_custom_exc((Exception,), show)
