"""backends, cuda, mps, settings, types, overrides, multiprocessing, testing: honest answers under PyTorch's names."""

import copy
import doctest
import gc
import importlib
import json
import logging
import os
import pkgutil
import re
import subprocess
import sys
import warnings

import numpy as np
import pytest

import minitorch as mt

from .both import result, said

NAMES = ["_utils", "mps", "xpu", "accelerator", "cpu", "version", "__config__", "settings", "types", "overrides", "jit", "compiler",
         "distributed", "onnx", "functional", "assertions", "futures", "fx"]  # fmt: skip
FOLDERS = [mt.cuda, mt.backends, mt.multiprocessing, mt.testing]
FILES = [f"minitorch.{name}" for name in NAMES] + [
    one.name for folder in FOLDERS for one in pkgutil.walk_packages(folder.__path__, folder.__name__ + ".")
]
ANSWERS = """
    cuda.is_available() cuda.device_count() cuda.is_initialized() cuda.empty_cache() cuda.manual_seed(0)
    cuda.manual_seed_all(0) cuda.seed() cuda.seed_all() cuda.memory_allocated() cuda.max_memory_allocated()
    cuda.memory_reserved() cuda.max_memory_reserved() cuda.get_rng_state_all() cuda.set_rng_state_all([])
    cuda.is_bf16_supported() cuda.is_tf32_supported() cuda.get_arch_list() cuda.current_device() cuda.synchronize()
    cuda.get_device_name(0) cuda.get_device_capability() cuda.init() cuda.initial_seed() cuda.get_rng_state()
    cuda.mem_get_info() backends.cudnn.is_available() backends.cudnn.version() backends.cudnn.enabled
    backends.cudnn.deterministic backends.cudnn.benchmark backends.cudnn.allow_tf32 backends.cuda.is_built()
    backends.cuda.matmul.allow_tf32 backends.cuda.matmul.allow_fp16_reduced_precision_reduction
    backends.cuda.flash_sdp_enabled() backends.cuda.enable_math_sdp(True) backends.cuda.is_flash_attention_available()
    backends.mps.is_available() backends.mps.is_built() backends.opt_einsum.is_available()
    backends.mha.get_fastpath_enabled() backends.mkldnn.enabled backends.cpu.get_cpu_capability() mps.is_available()
    mps.device_count() mps.manual_seed(0) mps.synchronize() mps.empty_cache() xpu.is_available() xpu.device_count()
    xpu.empty_cache() xpu.manual_seed_all(0) xpu.synchronize() xpu.current_device() xpu.is_initialized()
    accelerator.is_available() accelerator.current_accelerator() accelerator.device_count() accelerator.synchronize()
    accelerator.current_device_index() cpu.is_available() cpu.device_count() cpu.synchronize() cpu.current_device()
    cpu.set_device('cpu') version.cuda version.hip version.debug are_deterministic_algorithms_enabled()
    use_deterministic_algorithms(1) set_deterministic_debug_mode('x') set_deterministic_debug_mode(5)
    get_deterministic_debug_mode() get_float32_matmul_precision() set_flush_denormal(1) set_num_interop_threads(0)
    set_num_interop_threads(2.5) compiled_with_cxx11_abi() is_vulkan_available() is_warn_always_enabled()
    overrides.is_tensor_like(3) overrides.is_tensor_like(ones(2)) overrides.has_torch_function((ones(2),))
    profiler.kineto_available() utils._pytree._get_node_type([1]) PyTorchFileReader.__name__ ScriptModule.__name__
    multiprocessing.get_sharing_strategy() multiprocessing.set_sharing_strategy('file_descriptor')
""".split()


def test_extensions_in_cpp_are_imported_and_refused():
    from minitorch.utils import cpp_extension

    assert cpp_extension.CUDA_HOME is None and cpp_extension.include_paths(device_type="cuda") == []
    for name in ("load", "load_inline", "CppExtension", "CUDAExtension"):
        with pytest.raises(
            RuntimeError, match=rf"cpp_extension.{name}\(\): extensions are compiled against PyTorch's headers"
        ):
            getattr(cpp_extension, name)(name="rows", sources=["rows.cpp"])


def kind(call):
    """The answer, or the type of the error."""
    try:
        return call()
    except Exception as error:
        return type(error)


@pytest.mark.skipif(mt.cuda.is_available(), reason="only without a GPU")
@pytest.mark.parametrize("question", ANSWERS)
def test_answers_are_those_of_pytorch_without_a_gpu(torch, question):
    ask = [
        lambda library=library: eval(f"library.{question.replace('ones(', 'library.ones(')}") for library in (mt, torch)
    ]
    assert kind(ask[0]) == kind(ask[1])


@pytest.mark.skipif(mt.cuda.is_available(), reason="only without a GPU")
def test_a_gpu_that_has_gone_leaves_no_peak(monkeypatch):
    monkeypatch.setattr(mt.cuda.memory, "highest", {"allocated": 5120, "reserved": 5120})
    assert mt.cuda.max_memory_allocated() == mt.cuda.max_memory_reserved() == 0


def test_what_tools_name_in_annotations_is_there():
    assert isinstance(mt.Tensor, mt._C._TensorMeta) and not isinstance(mt.nn.Linear(1, 1), mt.ScriptModule)
    assert mt.serialization.MAP_LOCATION and mt.PyTorchFileWriter.__name__ == "PyTorchFileWriter"
    assert mt.profiler.supported_activities() == {mt.profiler.ProfilerActivity.CPU}


def test_switches_are_kept():
    with mt.backends.cudnn.flags(enabled=False, deterministic=True):
        assert (mt.backends.cudnn.enabled, mt.backends.cudnn.deterministic) == (False, True)
    assert (mt.backends.cudnn.enabled, mt.backends.cudnn.deterministic) == (True, False)
    with mt.backends.mkldnn.flags(enabled=False), mt.backends.cuda.sdp_kernel(enable_flash=False):
        assert (mt.backends.mkldnn.enabled, mt.backends.cuda.flash_sdp_enabled()) == (False, False)
    assert (mt.backends.mkldnn.enabled, mt.backends.cuda.flash_sdp_enabled()) == (True, True)
    mt.use_deterministic_algorithms(True, warn_only=True)
    assert mt.are_deterministic_algorithms_enabled()
    assert mt.is_deterministic_algorithms_warn_only_enabled()
    mt.set_deterministic_debug_mode("default")
    assert mt.get_deterministic_debug_mode() == 0
    mt.set_float32_matmul_precision("high")
    assert mt.get_float32_matmul_precision() == "high"
    mt.set_float32_matmul_precision("highest")
    assert mt.get_device_module("cpu") is mt.cpu


def test_random_is_a_namespace():
    state = mt.random.get_rng_state()
    with mt.random.fork_rng(devices=[], device_type="cuda"):
        first = mt.rand(2)
    mt.random.set_rng_state(state)
    assert mt.equal(first, mt.rand(2))


@pytest.mark.parametrize("name", ["export", "nested"])
def test_what_is_not_part_of_it_is_said(name):
    with pytest.raises(AttributeError) as caught:
        getattr(mt, name)
    assert str(caught.value) == f"module 'minitorch' has no attribute '{name}'"
    assert caught.value.__notes__[0].startswith(f"PyTorch's {name} is not part of minitorch: ")
    assert name not in dir(mt)


def add(number, queue, x):
    queue.put((number, x + number))


def fail(number):
    if number == 1:
        raise ValueError("number one fails")


def leave(number):
    raise SystemExit(3)


def test_processes():
    mp = mt.multiprocessing
    queue = mp.get_context("fork").Queue()
    mp.start_processes(add, (queue, mt.ones(2)), nprocs=2, start_method="fork")
    assert sorted([(number, x.tolist()) for number, x in (queue.get(timeout=9), queue.get(timeout=9))]) == [
        (0, [1.0, 1.0]), (1, [2.0, 2.0]),
    ]  # fmt: skip
    with pytest.raises(
        mp.ProcessRaisedException, match=r"(?s)-- Process 1 terminated with .*Traceback.*number one fails"
    ):
        mp.start_processes(fail, nprocs=2, start_method="fork")
    with pytest.raises(mp.ProcessExitedException, match="process 0 terminated with exit code 3") as caught:
        mp.spawn(leave, start_method="fork")
    assert caught.value.exit_code == 3
    assert mp.cpu_count() and mp.Process and mp.Pool


def change(number, x, model, queue):
    with mt.no_grad():
        x[0].add_(number + 1)
        model.weight.fill_(7)
    queue.put(x[1:])
    queue.get()  # sent until it is received


@pytest.mark.skipif(os.name != "posix", reason="memory is shared through handles")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_shared_memory_is_one_memory(method):
    x, model = mt.zeros(2, 3).share_memory_(), mt.nn.Linear(2, 2).share_memory()
    queue = mt.multiprocessing.get_context(method).Queue()
    started = mt.multiprocessing.start_processes(change, (x, model, queue), 1, join=False, start_method=method)
    row = queue.get(timeout=30)
    row.fill_(5)
    assert x.tolist() == [[1.0] * 3, [5.0] * 3]
    assert model.weight.tolist() == [[7.0] * 2] * 2
    queue.put(None)
    assert started.join()
    assert row.is_shared() and x[1:].storage().is_shared()
    assert not mt.ones(2).is_shared() and not mt.ones(2).storage().is_shared()


def fill(queue, done):
    views = queue.get()
    views[1].fill_(5)
    done.put(views[0].storage().data_ptr() == views[1].storage().data_ptr())
    done.put(mt.ones(400_000))  # too large for a copy to go along: the process waits until it is taken


@pytest.mark.skipif(os.name != "posix", reason="memory is shared through handles")
def test_a_queue_shares_what_it_carries():
    mp, x = mt.multiprocessing.get_context("fork"), mt.zeros(3, 4)
    views, queue, done = [x, x[:, 1], x.storage()], mp.Queue(), mp.Queue()
    queue.put(views)
    queue.put(views)
    assert queue.get()[0].data_ptr() == x.data_ptr()  # here it is the same memory again
    process = mp.Process(target=fill, args=(queue, done))
    process.start()
    assert done.get(timeout=30)
    assert x[:, 1].tolist() == views[1].tolist() == [5.0] * 3 and x.sum() == views[2].tolist()[1] * 3
    assert done.get(timeout=30).sum() == 400_000
    process.join()
    parameter, moved = mt.nn.Parameter(mt.ones(2)), mp.SimpleQueue()
    moved.put([parameter, mt.empty(0), mt.ones(1, dtype=mt.bfloat16), parameter.detach()])
    taken = moved.get()
    assert [type(one) for one in taken] == [mt.nn.Parameter, *[mt.Tensor] * 3] and taken[0].requires_grad
    assert taken[2].dtype is mt.bfloat16 and taken[1].shape == (0,) and taken[3].data_ptr() == parameter.data_ptr()
    with pytest.raises(RuntimeError, match="^Cowardly refusing to serialize non-leaf tensor"):
        moved.put(parameter * 2)
    moved.put(mt.empty(3, device="meta"))
    assert moved.get().is_meta
    with pytest.raises(RuntimeError, match="only available on CPU"):
        mt.empty(3, device="meta").share_memory_()
    mt.multiprocessing._set_thread_name("a name")
    assert mt.multiprocessing._get_thread_name() == "a name"


def test_a_function_whose_tensors_are_made_on_a_device():
    set_device = mt.utils._device.set_device

    @set_device("meta")
    def two():
        yield mt.empty(2)
        yield mt.empty(3)

    found = []
    for x in two():
        found += [x.device.type, mt.empty(1).device.type]
    assert found == ["meta", "cpu"] * 2
    assert set_device("meta")(lambda: mt.nn.Linear(2, 2))().weight.is_meta
    with pytest.raises(RuntimeError, match="^Cannot decorate classes; it is ambiguous"):
        set_device("meta")(int)


def test_what_the_computer_is():
    words = mt.utils.collect_env.get_pretty_env_info()
    assert f"minitorch version: {mt.__version__}" in words and f"numpy=={np.__version__}" in words


MANY = """
import resource, minitorch as mt
queue, kept = mt.multiprocessing.get_context("fork").SimpleQueue(), []
resource.setrlimit(resource.RLIMIT_NOFILE, (60, 60))
for n in range(150):
    queue.put(mt.full((3,), n))
    kept.append(queue.get())
assert [x.sum().item() for x in kept] == [3 * n for n in range(150)]
assert kept[0].is_shared() and not kept[-1].is_shared()
"""


@pytest.mark.skipif(os.name != "posix", reason="memory is shared through handles")
def test_copies_are_sent_when_there_are_no_more_handles():
    path = os.path.dirname(os.path.dirname(mt.__file__))
    subprocess.run([sys.executable, "-c", MANY], check=True, timeout=60, env=os.environ | {"PYTHONPATH": path})


PAIRS = """
t.tensor([1.,2,3]), t.tensor([1.,2,4])
t.tensor([1.,2,3]), t.tensor([1.,2,3+1e-6])
t.tensor([1,2,3]), t.tensor([1,2,4])
t.tensor([1,2,3]), t.tensor([1.,2,3])
t.tensor([1.,2,3]), t.tensor([1.,2])
t.tensor(1.), t.tensor(2.)
t.tensor(1.), 1.0
1.0, 2.0
1, 1.0
True, False
None, 1
[1.0, 2.0], [1.0, 3.0]
[1.0, 2.0], [1.0]
{'a':1.0}, {'b':2.0}
{'a':[t.tensor([1.])]}, {'a':[t.tensor([2.])]}
t.tensor([float('nan')]), t.tensor([float('nan')])
np.array([1.,2]), np.array([1.,3])
t.tensor([True,False]), t.tensor([True,True])
t.tensor([1+1j]), t.tensor([1+2j])
t.tensor([1.,2,3],dtype=t.bfloat16), t.tensor([1.,2,3.5],dtype=t.bfloat16)
t.ones(2, 3), t.ones(3, 2).T
object(), object()""".strip().splitlines()


@pytest.mark.parametrize(
    "options", ["", "rtol=0.5, atol=0.1", "equal_nan=True", "check_dtype=False", "check_stride=True", "msg='mine'"]
)
def test_assert_close(torch, options):
    for pair in PAIRS:
        found = []
        for t in (mt, torch):
            try:
                found.append(eval(f"t.testing.assert_close({pair}, {options})", {"t": t, "np": np}))
            except Exception as error:
                found.append((type(error), str(error).replace("minitorch", "torch")))
        assert found[0] == found[1], pair


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64", "uint8", "bool", "complex64", "bfloat16"])
@pytest.mark.parametrize(
    "options", [{}, {"low": 0, "high": 2}, {"noncontiguous": True}, {"exclude_zero": True}], ids=str
)
def test_make_tensor(torch, dtype, options):
    found = []
    for t in (mt, torch):
        t.manual_seed(0)
        x = t.testing.make_tensor((3, 4), dtype=getattr(t, dtype), device="cpu", **options)
        found.append((x.tolist(), x.stride(), x.is_contiguous()))
    assert found[0] == found[1]


@pytest.mark.parametrize("name", FILES)
def test_examples_show_what_is_so(name, capsys):
    assert doctest.testmod(importlib.import_module(name)).failed == 0, capsys.readouterr().out


def test_what_was_written_for_a_compiler_runs_as_it_is():
    jit, layer = mt.jit, mt.nn.Linear(2, 2)

    class Net(mt.nn.Module):
        __constants__ = ["n"]
        n: jit.Final[int] = 2

        @jit.ignore
        def one(self):
            return 1

        @jit.ignore(drop=True)
        def two(self):
            return 2

        @jit.export
        def forward(self, x):
            return x if jit.is_scripting() or jit.is_tracing() else jit.annotate(list[int], [self.one(), self.two()])

    assert jit.script(Net())(0) == [1, 2]
    assert jit.script(layer) is mt.compile(layer, disable=True) is layer
    assert mt.compile(fullgraph=True)(len) is mt.compiler.disable(len) is mt.compiler.disable()(len) is len
    assert not isinstance(layer, jit.ScriptModule) and not mt.compiler.is_compiling()
    assert jit.isinstance([mt.ones(1)], list[mt.Tensor]) and not jit.isinstance([1], list[str])
    assert jit.isinstance({"a": (1, None)}, dict[str, tuple[int, int | None]])
    assert not mt.distributed.is_available() and not mt.onnx.is_in_onnx_export()
    with pytest.raises(ValueError, match="does not exist"):
        jit.load("f")
    for call in [lambda: jit.freeze(layer),
                 lambda: mt.onnx.export(layer, (), "f"),
                 lambda: mt.distributed.init_process_group("gloo"), lambda: mt.compile(layer, mode="a", options={})]:  # fmt: skip
        with pytest.raises(RuntimeError):
            call()
    assert mt.futures.Future[int] and not isinstance(layer, mt.fx.GraphModule)
    assert mt.equal(mt.utils.dlpack.from_dlpack(mt.utils.dlpack.to_dlpack(mt.ones(2))), mt.ones(2))
    assert jit.annotations.BroadcastingList2[int] is jit.annotations.Any
    with pytest.raises(ValueError, match="Default process group has not been initialized"):
        mt.distributed.get_rank()


def test_checks_and_reductions():
    F = mt.nn.functional
    mt._assert(True, "")
    mt._check_is_size(3, max=3)
    for call, kind in [(mt._assert, AssertionError), (mt._check, RuntimeError), (mt._check_index, IndexError)]:
        with pytest.raises(kind, match="wrong"):
            call(False, "wrong" if call is mt._assert else lambda: "wrong")
    with pytest.raises(TypeError, match="_check_tensor_all"):
        mt._check(mt.ones(1) > 0)
    assert mt.functional.einsum is mt.einsum
    assert F._Reduction.get_enum("sum") == 2 and F._pair(3) == (3, 3) and not F.has_torch_function_unary(mt.ones(1))
    assert F._Reduction.legacy_get_string(False, None, emit_warning=False) == "sum"
    with pytest.warns(UserWarning, match="will be deprecated, please use reduction='none'"):
        assert F._Reduction.legacy_get_enum(None, False) == 0


def test_futures():
    one, two, seen = mt.futures.Future(), mt.futures.Future(), []
    after = one.then(lambda future: future.wait() / 0)
    every = mt.futures.collect_all([one, two])
    with pytest.raises(RuntimeError, match="completed before value"):
        one.value()
    one.set_result(1)
    assert one.done() and not every.done()
    two.add_done_callback(lambda future: seen.append(future.value()))
    two.set_result(2)
    assert seen == [2] and mt.futures.wait_all([one, two]) == [1, 2] and mt.futures.collect_all([]).wait() == []
    with pytest.raises(ZeroDivisionError):
        after.wait()
    with pytest.raises(RuntimeError, match="only be marked completed once"):
        one.set_result(1)
    with pytest.raises(AssertionError, match="not an Exception"):
        mt.futures.Future().set_exception(3)
    assert mt.jit.wait(mt.jit.fork(max, 2, 3)) == 3


LOGS = """set_logs(nothing=True)|set_logs(graph_breaks=3)|set_logs(dynamo=5)|getArtifactLogger("a", "b")|trace_structured("a", 3)
set_logs(dynamo=10, all=20, graph_breaks=True)|level("torch._dynamo"), level("torch"), level("torch.autograd")
on("graph_breaks")|on("guards")|on("output_code")|set_logs()|level("torch._dynamo"), level("torch")|on("graph_breaks")
str(LazyString(max, 2, 3))|structured.intern_string(None)|structured.intern_string("a") == structured.intern_string("a")"""


def test_the_loggers_levels(torch):
    found = []
    for lib in (torch, mt):
        names = {name: getattr(lib._logging, name) for name in mt._logging.__all__}
        names |= {"structured": lib._logging.structured, "level": lambda name: logging.getLogger(name).level}
        names["on"] = lambda name, make=names["getArtifactLogger"]: make("torch._dynamo.x", name).isEnabledFor(10)
        found.append([])
        for call in LOGS.replace("\n", "|").split("|"):
            try:
                found[-1].append((call, eval(call, names)))
            except Exception as error:
                found[-1].append((call, type(error), str(error)))
    assert found[0] == found[1]


RECORDS = """
import sys, torch
from torch._logging import trace_structured
trace_structured("mine", lambda: {"x": [1, 2]}, payload_fn=lambda: "one\\ntwo")
trace_structured("short", lambda: 3, suppress_context=True, payload_fn=lambda: {"a": 1})
"""


def test_records_for_tools_are_written_where_torch_trace_says(torch, tmp_path):
    found = []
    for name in ("torch", "minitorch"):
        folder = tmp_path / name
        program = RECORDS.replace("torch", name) if name == "minitorch" else RECORDS
        subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ, "TORCH_TRACE": str(folder)})
        (file,) = folder.iterdir()
        lines = file.read_text().split("\n")
        at = [n for n, line in enumerate(lines) if '"mine"' in line or '"short"' in line]
        records = [json.loads(lines[n][lines[n].index("{") :]) for n in at]
        records[0]["stack"] = [{**one, "filename": 0} for one in records[0]["stack"]]
        found.append((file.name[:25], records, lines[at[0] + 1 : at[0] + 3], lines[at[1] + 1 :]))
    assert found[0] == found[1]


COMPILED = """
c.a is m.a|c.k|c.twice(2)|len(c)|list(c.state_dict())|[n for n, _ in c.named_modules()]|print(c)|c.eval().training, m.training
setattr(c, "k", 9), m.k|delattr(c, "k"), m.k|c.no|c.load_state_dict(m.state_dict())|c(torch.ones(1, 2), scale=0)|c[0]
isinstance(c, torch._dynamo.OptimizedModule), type(c)|[n for n, _ in torch.nn.ModuleList([c]).named_parameters()]
type(copy.deepcopy(c)._orig_mod).__name__|len(torch.compile(torch.nn.ReLU()))|m.compile(backend="eager")|torch.compile(3)
torch.compile(m, mode="x")|torch.compile(m, mode="default", options={})|torch.compile(m, disable=True) is m
"""


def answers_of_compiled(library, capsys):
    """What each of COMPILED answers with a library."""
    library.manual_seed(0)

    class Net(library.nn.Module):
        k = 5

        def __init__(self):
            super().__init__()
            self.a, self.k = library.nn.Linear(2, 1), 7

        def __len__(self):
            return 3

        def twice(self, x):
            return 2 * x

        def forward(self, x, scale=1):
            return self.a(x) * scale

    found, names = [], {"torch": library, "m": Net(), "copy": copy}
    names["c"] = library.compile(names["m"], backend="eager")
    for line in COMPILED.replace("\n", "|").strip("|").split("|"):
        try:
            found.append(f"{line}: {eval(line, names)}")
        except Exception as error:
            found.append(f"{line}: {type(error).__name__}: {error}")
    return [text.replace("minitorch", "torch") for text in [*found, capsys.readouterr().out]]


def test_a_compiled_module_is_the_module_inside_another(torch, capsys):
    try:
        assert answers_of_compiled(mt, capsys) == answers_of_compiled(torch, capsys)
    finally:
        torch.distributions.Distribution.set_default_validate_args(True)  # PyTorch's compiler has switched it off


def test_sizes_and_bounds_may_be_numpy_numbers_and_tensors(torch):
    for library in (torch, mt):
        two = library.tensor(2)
        assert library.LongTensor(3, two).shape == library.zeros(1).new(np.int32(3), two).shape == (3, 2)
        assert library.Tensor(np.int64(2)).shape == library.Tensor(two).new(2).shape == (2,)
        assert library.full((1,), np.float64(2)).dtype is library.float32
        assert library.full((1,), np.int32(2)).dtype is library.int64
        assert library.arange(np.int64(2)).tolist() == [0, 1] and library.arange(np.float64(2)).dtype is library.float32
        assert repr(library.nn.EmbeddingBag(np.int64(4), 3)).startswith("EmbeddingBag(np.int64(4), 3")
        with pytest.raises(TypeError, match=r"^can't assign a numpy.ndarray to a \w+.FloatTensor"):
            library.ones(2)[0] = np.ones(1)
        library.manual_seed(0)
        assert library.randint(two, library.tensor(9), (4,)).tolist() == [6, 5, 2, 4]
        assert library.bernoulli(library.zeros(2), library.tensor(1.0)).tolist() == [1, 1]
        for call, error in [
            ((2, 2.5), "'size' failed to unpack the object at pos 2"),
            ((-1,), "negative dimension -1: "),
        ]:
            with pytest.raises((TypeError, RuntimeError), match=error):
                library.FloatTensor(*call)


def test_what_tools_import_of_pytorchs_inner_names():
    from minitorch import _C
    from minitorch._tensor_str import _str
    from minitorch.distributed._tensor.experimental import implicit_replication
    from minitorch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
    from minitorch.distributed.tensor import DTensor, Shard
    from minitorch.serialization import DEFAULT_PROTOCOL, pickle
    from minitorch.utils._foreach_utils import _has_foreach_support
    from minitorch.utils.data.dataloader import _collate_fn_t

    assert (
        _C._linalg.linalg_inv is mt.linalg.inv and _C._fft.fft_rfft is mt.fft.rfft and not hasattr(_C._special, "erf")
    )
    assert not isinstance(mt.ones(2), (_C.Value, DTensor)) and _str(mt.ones(1)) == "tensor([1.])"
    assert Shard(1).is_shard(1) and not Shard(1).is_shard(0) and MixedPrecisionPolicy().param_dtype is None
    with implicit_replication(), pytest.raises(ValueError, match="process group has not been initialized"):
        fully_shard(mt.nn.Linear(1, 1))
    assert pickle.dumps(0, DEFAULT_PROTOCOL) and _has_foreach_support([mt.ones(1)], mt.device("cpu")) and _collate_fn_t


def test_operators_of_namespaces_know_their_names(torch):
    for place in ("linalg", "special", "fft"):
        theirs, ours = getattr(torch, place), getattr(mt, place)
        names = [name for name in ours.__all__ if not isinstance(getattr(ours, name), type)]
        other = [name for name in names if getattr(ours, name).__name__ != getattr(theirs, name).__name__]
        assert not other or place == "special", (place, other)
    assert mt.linalg.det.__name__ == "linalg_det" and mt.det.__name__ == "det"


def test_a_function_object_called_as_of_old():
    class Old(mt.autograd.Function):
        def forward(self, x):
            return x

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        old = Old()
    with pytest.raises(RuntimeError, match="is deprecated. Please use new-style autograd function with static forward"):
        old(mt.ones(1))


def test_the_older_comparison(torch):
    def program(torch):
        x = torch.tensor([1.0, float("nan")])
        words = said(lambda: torch.testing.assert_allclose(torch.ones(2), [1.0, 1.001])).partition("\n")[0]
        given = [
            torch.testing.assert_allclose(x, x.double()),
            torch.testing.assert_allclose([1, 2], torch.tensor([1, 2])),
        ]
        return words, given, said(lambda: torch.testing.assert_allclose(torch.ones(2), torch.ones(2) + 1e-5))

    ours, theirs = result(program, mt), result(program, torch)
    assert ours[0] == theirs[0]
    assert [w.partition(" You can find")[0] for w in ours[1]] == [w.partition(" You can find")[0] for w in theirs[1]]


def test_helpers_of_functional(torch):
    def program(torch):
        F = torch.nn.functional
        both = F.boolean_dispatch("two", 1, False, lambda x, two=True: (x, x), lambda x, two=False: x, None, "both")
        x = torch.ones(1, 1, 2, 2)
        return [
            F._unpool_output_size(x, [2, 2], [2, 2], [0, 0], None), F._unpool_output_size(x, [2, 2], [2, 2], [0, 0], [5, 4]),
            said(lambda: F._unpool_output_size(x, [2, 2], [2, 2], [0, 0], [9, 4])),
            said(lambda: F._unpool_output_size(x, [2, 2], [2, 2], [0, 0], [4])), said(lambda: F._verify_batch_size([1, 3, 1])),
            F._verify_batch_size([2, 3]), both(1), both(1, True), both(1, two=True), both.__name__,
            said(lambda: F.assert_int_or_pair([1, 2, 3], "k", "{} is no pair")), F.assert_int_or_pair((1, 2), "k", ""),
        ]  # fmt: skip

    assert result(program, mt) == result(program, torch)


def test_weak_dictionaries_know_their_keys_by_identity(torch):
    def program(torch):
        weak = importlib.import_module(f"{torch.__name__}.utils.weak")
        x, y = torch.ones(2), torch.ones(2)
        notes = weak.WeakTensorKeyDictionary({x: "x"})
        notes[y] = "y"
        found = [
            notes[x],
            notes[y],
            x in notes,
            torch.ones(2) in notes,
            3 in notes,
            len(notes),
            notes.get(torch.ones(2)),
            len(notes | {}),
        ]
        found += [
            notes == notes.copy(),
            len(copy.deepcopy(notes)),
            sorted(notes.values()),
            notes.pop(y),
            len(notes),
            len(notes.keyrefs()),
        ]
        ref, key = weak.TensorWeakRef(x), weak.WeakIdRef(x)
        found += [ref() is x, key() is x, key == weak.WeakIdRef(x), key == weak.WeakIdRef(y), hash(key) == id(x)]
        del x
        gc.collect()
        return [
            *found,
            ref() is None,
            len(notes),
            list(notes),
            said(lambda: notes[y])[:8],
            said(lambda: weak.TensorWeakRef(3)),
        ]

    assert result(program, mt) == result(program, torch)


def test_hooks_are_shown_as_pytorch_shows_them(torch):
    def shown(t):
        x = t.ones(2, requires_grad=True)
        handle = x.register_hook(print)
        before = repr(x._backward_hooks)
        handle.remove()
        return re.sub(r"\d+", "N", before), repr(x._backward_hooks)  # handles are numbered through

    assert shown(mt) == shown(torch)


def test_index_reduce_is_warned_of(torch):
    def program(torch):
        torch.set_warn_always(True)
        try:
            torch.zeros(2, 3).index_reduce(0, torch.tensor([0]), torch.ones(1, 3), "prod")
        finally:
            torch.set_warn_always(False)

    ours, theirs = result(program, mt)[1], result(program, torch)[1]
    assert ours == [one.partition(" (Triggered")[0] for one in theirs]


IMPORTS = """
nn.functional: Optional Callable importlib TYPE_CHECKING BroadcastingList2 _no_grad_embedding_renorm_ _Reduction _pair
nn.utils.clip_grad: _get_total_norm _clip_grads_with_norm_ | autograd.grad_mode: _DecoratorContextManager set_multithreading_enabled
utils._contextlib: _DecoratorContextManager _NoParamDecoratorContextManager context_decorator | types: _dtype _device _size
optim.optimizer: StateDict _params_doc _foreach_doc _fused_doc _capturable_doc _differentiable_doc _maximize_doc
optim.optimizer: _disable_dynamo_if_unsupported _get_capturable_supported_devices _RequiredParameter _global_optimizer_pre_hooks
optim.adam: adam _single_tensor_adam _multi_tensor_adam | optim.sgd: sgd _single_tensor_sgd _multi_tensor_sgd
optim.rmsprop: _single_tensor_rmsprop | optim.nadam: _multi_tensor_nadam | optim._functional: adam sgd adamw | func: functionalize
_jit_internal: boolean_dispatch List Optional Tuple Dict Union Final Future BroadcastingList2 ignore unused export _overload
_utils: _get_device_index _get_available_device_type _import_dotted_name ExceptionWrapper | nn.modules.utils: _pair _ntuple
nn.modules.batchnorm: _BatchNorm _NormBase | nn.modules.conv: _ConvNd _ConvTransposeNd | nn.init: _calculate_fan_in_and_fan_out
utils.data._utils.collate: default_collate | utils.data.dataloader: default_collate _BaseDataLoaderIter | jit: Final ScriptModule
optim.lr_scheduler: _LRScheduler LRScheduler | nn.modules.module: _IncompatibleKeys | nn.modules.loss: _Loss _WeightedLoss
"""


def test_names_that_programs_import_are_there(torch):
    for entry in [one for line in IMPORTS.strip().splitlines() for one in line.split("|")]:
        module, _, names = entry.partition(":")
        for name in names.split():
            for library in ("minitorch", "torch"):
                exec(f"from {library}.{module.strip()} import {name}", {})


def test_the_dictionaries_of_optim_are_whole(torch):
    def classes(module):
        return sorted([name for name, value in vars(module).items() if isinstance(value, type) and name[0].isupper()])

    code = "import minitorch as mt; print(mt.optim.__dict__['RMSprop'].__name__, 'LBFGS' in vars(mt.optim))"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout.split() == ["RMSprop", "True"]
    assert classes(mt.optim) == classes(torch.optim)
    assert {name for name in classes(mt.optim.lr_scheduler) if name.endswith("LR")} == {
        name for name in classes(torch.optim.lr_scheduler) if name.endswith("LR")
    }


def test_steps_of_optimizers_in_one_way_or_another(torch):
    def told(t):
        files = [importlib.import_module(f"{t.__name__}.optim.{name}") for name in ("adam", "sgd", "optimizer")]
        adam_file, sgd_file, optimizer_file = files
        p, g, steps = t.ones(3), t.tensor([1.0, 2.0, 3.0]), t.tensor(0.0)
        mean, square, found = t.zeros(3), t.zeros(3), []
        flags = dict.fromkeys(["maximize", "capturable", "differentiable", "has_complex"], False)
        adam = {"amsgrad": False, "beta1": 0.9, "beta2": 0.99, "lr": 0.1, "weight_decay": 0.0, "eps": 1e-8} | flags
        for step in (adam_file._single_tensor_adam, adam_file._multi_tensor_adam):
            step([p], [g], [mean], [square], [], [steps], None, None, decoupled_weight_decay=False, **adam)
            found.append((p.tolist(), steps.item()))
        sgd = {"weight_decay": 0.0, "momentum": 0.5, "lr": 0.1, "dampening": 0.0, "nesterov": False, "maximize": False}
        for step in (sgd_file._single_tensor_sgd, sgd_file._multi_tensor_sgd):
            step([p], [g], [mean], None, None, has_sparse_grad=False, **sgd)
            found.append(p.tolist())
        sgd_file.sgd([p], [g], [None], **sgd | {"momentum": 0.0})
        return [*found, p.tolist(), optimizer_file._get_capturable_supported_devices(False)]

    (*ours, devices), (*theirs, their_devices) = told(mt), told(torch)
    assert devices == their_devices
    assert np.allclose(np.hstack([np.hstack(one) for one in ours]), np.hstack([np.hstack(one) for one in theirs]))


def test_classes_that_are_a_block_and_a_decorator(torch):
    def told(t):
        from importlib import import_module

        base, seen = import_module(f"{t.__name__}.utils._contextlib"), []

        class Named(base._DecoratorContextManager):
            def __init__(self, name):
                self.name = name

            def __enter__(self):
                seen.append(f"in {self.name}")

            def __exit__(self, *error):
                seen.append("out")

            def clone(self):
                return self.__class__(self.name + "'")

        @Named("a")
        def function(x):
            return seen.append(x)

        function(1)
        with Named("b"):
            pass
        base.context_decorator(lambda: Named("c"), function)(2)
        functionalized = t.func.functionalize(lambda x: x.add_(1))
        return seen, functionalized(t.ones(2)).tolist(), [t._utils._get_device_index(one) for one in (3, "cuda:1")]

    assert told(mt) == told(torch)
    with pytest.raises(RuntimeError, match="invalid argument for remove=x"):
        mt.func.functionalize(len, remove="x")
    with pytest.raises(ValueError, match="Expected a non cpu device, but got: cpu"):
        mt._utils._get_device_index("cpu")


def test_cond_and_while_loop_run_what_they_choose():
    torch = pytest.importorskip("torch")
    x = mt.tensor([1.0, 2.0], requires_grad=True)
    mt.cond(x.sum() > 0, lambda x: x * 3, lambda x: x * 2, (x,)).sum().backward()
    assert x.grad.tolist() == [3.0, 3.0] and mt.cond(False, lambda: 1, lambda: 2) == 2
    count, value = mt.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (mt.tensor(0), mt.ones(2)))
    assert count.item() == 3 and value.tolist() == [8.0, 8.0]
    assert mt.while_loop(lambda x: mt.tensor(False), lambda x: (x,), (x,))[0] is not x
    with pytest.raises(RuntimeError, match="cond_fn must return a boolean scalar tensor or a boolean but got 1"):
        mt.while_loop(lambda x: 1, lambda x: (x,), (x,))
    with pytest.raises(AssertionError, match="the same number of elements as carried_inputs, got 2 vs 1"):
        mt.while_loop(lambda x: True, lambda x: (x, x), (x,))
    for arguments in [(lambda t: t.tensor([True, False]),), (lambda t: "a",), (lambda t: t.tensor(True), 3)]:
        words = []
        for tensors in (mt, torch):
            with pytest.raises(RuntimeError) as error:
                tensors.cond(arguments[0](tensors), *(arguments[1:] or (len,)), len)
            words.append(str(error.value))
        assert words[0] == words[1]
    for tensors in (mt, torch):
        with pytest.raises(RuntimeError, match=r"consists of tensor leaves, but got \(3,\)"):
            tensors.cond(tensors.tensor(True), len, len, (3,))


def tolerances(name):
    """What a library's testing._comparison says of the tolerances of dtypes."""
    library, comparison = importlib.import_module(name), importlib.import_module(f"{name}.testing._comparison")
    kinds = [library.float32, library.ones(2).bfloat16(), library.int64]
    found = [comparison.default_tolerances(*kinds[:n]) for n in (1, 2, 3)]
    found.append(comparison.default_tolerances(*kinds, dtype_precisions={kinds[0]: (0.5, 0.25)}))
    found.append(comparison.get_tolerances(*kinds, rtol=None, atol=None))
    found.append(comparison.get_tolerances(*kinds, rtol=1.0, atol=2.0))
    for wrong in (lambda: comparison.default_tolerances(3.0), lambda: comparison.assert_close(1.0, 2.0, rtol=1.0)):
        with pytest.raises((TypeError, ValueError)) as error:
            wrong()
        found.append([type(error.value), str(error.value)])
    make_tensor = importlib.import_module(f"{name}.testing._creation").make_tensor
    return [*found, make_tensor(3, dtype=library.int64, device="cpu", low=0, high=1).tolist()]


def test_tolerances_are_pytorchs(torch):
    assert tolerances("torch") == tolerances("minitorch")


def helpers(name):
    """What a library's _utils does for tools."""
    library, inner = importlib.import_module(name), importlib.import_module(f"{name}._utils")
    calls, said = inner.CallbackRegistry("a name"), []
    calls.add_callback(lambda: 1 / 0)
    calls.add_callback(lambda: said.append("called"))
    calls.fire_callbacks()
    with pytest.raises(RuntimeError) as error:
        inner._get_device_module("nowhere")
    found = [inner.try_import("json").__name__, inner.try_import("no_such_module_here")]
    return [said, *found, inner._get_device_module("cuda") is library.cuda, str(error.value)]


def test_helpers_that_tools_import_by_name(torch):
    assert helpers("torch") == helpers("minitorch")


def test_what_was_drawn_in_a_frozen_block_is_drawn_again(torch):
    found = []
    for name in ("torch", "minitorch"):
        library, inner = importlib.import_module(name), importlib.import_module(f"{name}.testing._utils")
        library.manual_seed(3)
        with inner.freeze_rng_state():
            first = library.rand(2).tolist()
        found.append([first, library.rand(2).tolist(), inner.wrapper_set_seed(library.rand, 2).tolist()])
        found[-1].append(library.rand(2).tolist())
    assert found[0] == found[1] and found[0][0] == found[0][1]


@pytest.mark.parametrize(
    "args, named",
    [
        (("suppress_errors", True), {}),
        (({"suppress_errors": True},), {}),
        ((), {"suppress_errors": True}),
        ((), {"nothing": 1}),
        (({"a.b": 1},), {}),
        (([1],), {}),
        ((1, 2), {}),
        (({"suppress_errors": True},), {"verbose": True}),
    ],
)
def test_settings_are_patched_as_pytorchs_are(args, named, torch):
    said = []
    for name in ("torch", "minitorch"):
        config = importlib.import_module(f"{name}._dynamo.config")
        before = config.suppress_errors
        try:
            patched = config.patch(*args, **named)
            said.append([patched(lambda config=config: config.suppress_errors)() for _ in range(2)])
            with patched:
                said[-1].append(config.suppress_errors)
        except (AttributeError, AssertionError) as error:
            said.append((type(error), str(error).removeprefix("mini")))
        assert config.suppress_errors is before
    assert said[0] == said[1]
