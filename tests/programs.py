"""Run one program on both libraries and compare what it says.

A program is text that uses the name `torch`; what it prints, and the type of the exception it ends with, must be the same
here and in PyTorch once our name is read as PyTorch's. So the expected values are PyTorch's own, made in the same run.
"""

import io
import re
import textwrap
import traceback
import warnings
from contextlib import redirect_stdout

import minitorch


def run(program, library):
    """What the program prints with `torch` standing for the library, ending with the exception's type if it raised."""
    out = io.StringIO()
    library.manual_seed(0)
    code = compile(textwrap.dedent(program), "<program>", "exec")
    with redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(code, {"torch": library, "__name__": "program"})
        except Exception as error:
            print("raised", type(error).__name__)
            run.last_error = "".join(traceback.format_exception(error))
    return re.sub(r"0x[0-9a-f]+", "0x", out.getvalue().replace("minitorch.", "torch."))


def same(program, torch):
    """Assert that the program says the same on both."""
    theirs = run(program, torch)
    ours = run(program, minitorch)
    assert ours == theirs, f"ours:\n{ours}\nPyTorch:\n{theirs}\n{getattr(run, 'last_error', '')}"
