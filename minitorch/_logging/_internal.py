"""_logging._internal: the loggers' levels and their names; trace_structured writes records into the folder TORCH_TRACE (shelf)."""

import contextlib
import functools
import hashlib
import json
import logging
import os
import tempfile
import time
import traceback
import warnings

LOGGERS = {  # what set_logs calls them -> the loggers that are meant
    "all": ("torch",), "dynamo": ("torch._dynamo",), "aot": ("torch._functorch",), "autograd": ("torch.autograd",),
    "inductor": ("torch._inductor",), "dynamic": ("torch.fx.experimental",), "distributed": ("torch.distributed",),
    "c10d": ("torch.distributed.distributed_c10d",), "ddp": ("torch.nn.parallel.distributed",),
    "fsdp": ("torch.distributed.fsdp",), "dtensor": ("torch.distributed.tensor",), "onnx": ("torch.onnx",),
    "export": ("torch.export",),
}  # fmt: skip
HEARD = set(
    "aot_graphs aot_joint_graph compiled_autograd cudagraphs ddp_graphs graph graph_breaks graph_code graph_code_verbose "
    "graph_sizes guards post_grad_graphs pre_grad_graphs recompiles side_effects trace_bytecode trace_call trace_source".split()
)  # results of a compiler that are logged as their module's logger says
ARTIFACTS = HEARD | set(
    "autotuning benchmarking bytecode caching compiled_autograd_verbose compute_dependencies cudagraph_static_inputs fusion "
    "graph_region_expansion hierarchical_compile incremental inductor_metrics ir_post_fusion ir_pre_fusion kernel_code "
    "onnx_diagnostics output_code overlap perf_hints recompiles_verbose schedule sym_node".split()
)  # and those that are logged where a program asks for them
shown: set = set()  # those of them that are
artifact_loggers: dict = {}  # artifact -> the loggers made for it


def set_logs(*, modules=None, **levels):
    """Set PyTorch's loggers to levels, and choose which results of a compiler are logged; all others go back to silence.

    modules  the same for loggers by their own names

    >>> import logging
    >>> import minitorch as mt
    >>> mt._logging.set_logs(dynamo=logging.DEBUG, graph_breaks=True)
    >>> logging.getLogger("torch._dynamo").level
    10

    Errors: TypeError for names that there are not, ValueError for levels. Source: PyTorch, torch._logging.set_logs.
    """
    for name, level in levels.items():
        if name not in LOGGERS and name not in ARTIFACTS:
            raise TypeError(f"set_logs() got an unexpected keyword argument '{name}'")
        if name in ARTIFACTS and not isinstance(level, bool):
            raise ValueError(f"Expected bool to enable artifact {name}, received {level}")
        if name in LOGGERS and level is not None and level not in logging._levelToName:
            valid = ",".join([str(one) for one in logging._levelToName])
            raise ValueError(f"Unrecognized log level for log {name}: {level}, valid level values are: {valid}")
    for names in LOGGERS.values():
        for name in names:
            logging.getLogger(name).setLevel(logging.WARNING if name == "torch" else logging.NOTSET)
    for name, level in levels.items():
        for one in LOGGERS.get(name, ()) if level is not None else ():
            logging.getLogger(one).setLevel(level)
    for name, level in (modules or {}).items():
        logging.getLogger(name).setLevel(level)
    shown.clear()
    shown.update([name for name, on in levels.items() if name in ARTIFACTS and on])
    for name, loggers in artifact_loggers.items():
        for one in loggers:
            choose(one, name)


def choose(logger, artifact):
    """Let the logger for one kind of a compiler's results speak, or not."""
    logger.setLevel(logging.DEBUG if artifact in shown else logging.NOTSET)
    logger.propagate = artifact in shown or artifact in HEARD


def getArtifactLogger(module_qname, artifact_name):
    """The logger for one kind of a compiler's results, which set_logs chooses. Source: PyTorch, of that name."""
    if artifact_name not in ARTIFACTS:
        raise ValueError(
            f"Artifact name: {artifact_name!r} not registered,please call register_artifact({artifact_name!r}) in "
            "torch._logging.registrations."
        )
    made = logging.getLogger(f"{module_qname}.__{artifact_name}")
    made.artifact_name = artifact_name
    artifact_loggers.setdefault(artifact_name, set()).add(made)
    choose(made, artifact_name)
    return made


@functools.cache
def warning_once(logger_obj, *args, **kwargs):
    """A logger's warning, once for the same arguments. Source: PyTorch, torch._logging.warning_once."""
    logger_obj.warning(*args, **kwargs)


@contextlib.contextmanager
def hide_warnings(filter_fn=lambda *args, **kwargs: True):
    """A block in which warnings are shown only where filter_fn(message, category, ...) says so. Source: PyTorch."""
    before = warnings.showwarning
    warnings.showwarning = lambda *args, **kwargs: before(*args, **kwargs) if filter_fn(*args, **kwargs) else None
    try:
        yield
    finally:
        warnings.showwarning = before


class LazyString:
    """A text that is made when it is asked for. Source: PyTorch, torch._logging.LazyString."""

    def __init__(self, func, *args, **kwargs):
        self.func, self.args, self.kwargs = func, args, kwargs

    def __str__(self):
        return self.func(*self.args, **self.kwargs)


# --- records for tools ----------------------------------------------------------------------------------------------------


class TraceFile(logging.Handler):
    """Writes records into a file of its own, which is made with the first of them."""

    def __init__(self, folder):
        super().__init__()
        self.folder, self.file = folder, None  # and the path of the file

    def emit(self, record):
        if self.file is None:
            os.makedirs(self.folder, exist_ok=True)
            number, self.file = tempfile.mkstemp(".log", "dedicated_log_torch_trace_", self.folder)
            os.close(number)
        when = time.strftime("%m%d %H:%M:%S", time.localtime(record.created))
        place = f"{os.path.relpath(record.pathname)}:{record.lineno}]"
        line = f"V{when}.{int(record.msecs * 1000):06d} {record.process} {place} {json.dumps(record.metadata, default=repr)}"
        payload = "" if record.payload is None else "".join([f"\n\t{one}" for one in record.payload.split("\n")])
        with open(self.file, "a") as file:
            file.write(line + payload + "\n")


trace_log = logging.getLogger("torch.__trace")
trace_log.propagate = False
trace_log.setLevel(logging.DEBUG)
if os.environ.get("TORCH_TRACE"):
    trace_log.addHandler(TraceFile(os.environ["TORCH_TRACE"]))


def trace_structured(
    name,
    metadata_fn=dict,
    *,
    payload_fn=lambda: None,
    suppress_context=False,
    expect_trace_id=True,
    record_logging_overhead=True,
    compile_id=None,
):
    """Write a record for tools, if anybody wants records: the environment variable TORCH_TRACE names their folder.

    metadata_fn       returns what is written as JSON in the line
    payload_fn        returns a longer text, or something for JSON, for the lines below; None: there is none
    suppress_context  leave out where it was called

    Nothing is compiled here, so that there are no numbers of compilations, and no time of theirs to count. Source: PyTorch,
    torch._logging.trace_structured.
    """
    for function, what in ((metadata_fn, "metadata_fn"), (payload_fn, "payload_fn")):
        if not callable(function):
            raise AssertionError(f"{what} should be callable, but got {type(function)}")
    if not trace_log.handlers:
        return
    record = {name: metadata_fn()}
    if not suppress_context and expect_trace_id:
        record["stack"] = from_traceback(traceback.extract_stack()[:-1])
    payload = payload_fn()
    if payload is not None:
        if isinstance(payload, list):
            payload = "[\n" + ",\n".join([json.dumps(one) for one in payload]) + "\n]"
        elif not isinstance(payload, str):
            payload = json.dumps(payload, indent=0, default=lambda x: list(x) if isinstance(x, set) else repr(x))
        record["has_payload"] = hashlib.md5(payload.encode("utf-8"), usedforsecurity=False).hexdigest()
    trace_log.debug("", extra={"metadata": record, "payload": payload}, stacklevel=2)


INTERN_TABLE: dict = {}  # text -> its number


def intern_string(s):
    """The number of a text, which is recorded with it once; -1 for None. Source: PyTorch, torch._logging.structured."""
    if s is None:
        return -1
    if s not in INTERN_TABLE:
        INTERN_TABLE[s] = len(INTERN_TABLE)
        trace_structured("str", lambda: (s, INTERN_TABLE[s]), suppress_context=True)
    return INTERN_TABLE[s]


def from_traceback(tb):
    """A stack as traceback.extract_stack() gives it, as dictionaries. Source: PyTorch, torch._logging.structured."""
    return [
        {"line": one.lineno, "name": one.name, "filename": intern_string(one.filename), "loc": one.line} for one in tb
    ]
