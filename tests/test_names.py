"""Names and import paths that programs of others ask for: what they answer where there is one CPU and no compiler."""

import importlib
import inspect

import pytest

import minitorch as mt

PATHS = """_C _VF _logging _logging._internal _logging.structured _dynamo _dynamo.config
_inductor.config _subclasses _subclasses.fake_tensor fx.experimental.proxy_tensor distributed.rpc
autograd.anomaly_mode autograd.grad_mode autograd.gradcheck
cuda.nvtx cuda.amp.autocast_mode distributed.nn optim._functional torch_version utils._pytree""".split()


@pytest.mark.parametrize("path", PATHS)
def test_import_paths_are_pytorchs(torch, path):
    ours, theirs = importlib.import_module(f"minitorch.{path}"), importlib.import_module(f"torch.{path}")
    for name in getattr(ours, "__all__", []):
        assert hasattr(theirs, name), name


def test_there_are_no_fake_tensors_and_no_other_processes_to_call():
    from minitorch._subclasses import FakeTensor, FakeTensorMode, fake_tensor
    from minitorch.distributed import rpc

    assert not fake_tensor.is_fake(mt.ones(2)) and fake_tensor.maybe_get_fake_mode(mt.ones(2)) is None
    with fake_tensor.unset_fake_temporarily() as mode:
        assert mode is None and not rpc.is_available()
    for make in (FakeTensorMode, lambda: FakeTensor(mt.ones(2))):
        with pytest.raises(NotImplementedError, match="meta"):
            make()


def test_numbers_and_options_under_the_names_of_printing(torch):
    for library, module in ((torch, torch._tensor_str), (mt, mt._tensor_str)):
        options, x = module.PRINT_OPTS, library.tensor([[0.5, -2.25], [1.0, 3.0]])
        assert module._tensor_str(x, 0) == "[[ 0.5000, -2.2500],\n [ 1.0000,  3.0000]]"
        assert module._tensor_str(x[0], indent=3) == "[ 0.5000, -2.2500]" and options.threshold == 1000
        options.precision = 1
        try:
            assert repr(library.tensor([0.25])) == "tensor([0.2])"
        finally:
            library.set_printoptions(profile="default")
    with pytest.raises(AttributeError, match="no option 'nope'"):
        mt._tensor_str.PRINT_OPTS.nope = 3


def test_the_function_keeps_its_name_beside_the_file_of_that_name():
    from minitorch.autograd.gradcheck import gradcheck

    assert mt.autograd.gradcheck is gradcheck


@pytest.mark.parametrize(
    "code",
    """cuda.Stream() cuda.Event() cuda.current_stream() cuda.stream(None).__enter__() cuda.get_device_properties(0)
    cuda.default_generators cuda._initialized cuda.nvtx.range_push("a") cuda.FloatTensor(2) isinstance(ones(1),cuda.FloatTensor)
    legacy_contiguous_format utils.checkpoint.get_device_states(ones(2)) distributed.ReduceOp.MAX.name distributed.group.WORLD
    ops.aten._pin_memory.default ops.aten._sparse_mm_reduce_impl.default
    ops.aten._sparse_addmm(zeros(2,2),eye(2).to_sparse(),ones(2,2))
    ops.aten.add ops.aten.add.Tensor ops.aten.mul.Tensor(ones(2),3) ops.aten.add.Tensor.name() ops.aten.nope ops.aten.add.nope
    str(ops.aten.mm.default) torch_version.TorchVersion("1.10.0")>=(1,9)
    torch_version.TorchVersion("1.10.0")<"1.9" torch_version.TorchVersion("2.1.0")==(2,1) _VF.relu(-ones(1))
    _C._get_tracing_state() isinstance(3,SymInt) _C._nn.gelu(ones(2))
    utils.checkpoint.detach_variable(3) _C._is_tracing() torch.ones(2).sum() torch.torch.Tensor _assert_async(ones(1))
    _assert_async(zeros(1)) _assert_async(zeros(1),"none") _assert_async(ones(2))
    stft(ones(32),8,4,8,ones(8),False,None,return_complex=True).shape""".split(),
)
def test_answers_are_pytorchs(torch, code):
    said = []
    for package in [mt, torch]:
        names = {name: getattr(package, name) for name in dir(package) if name in code} | {
            "isinstance": isinstance,
            "str": str,
        }
        try:
            found = eval(code, names)
            said.append(getattr(found, "__name__", None) or str(found).replace("minitorch", "torch"))
        except (AttributeError, RuntimeError, TypeError, AssertionError) as error:
            said.append(
                (
                    type(error),
                    str(error).splitlines()[0].split(":")[0].lower().rstrip(".").replace("minitorch", "torch"),
                )
            )
    assert said[0] == said[1]


STARS = """nn.modules optim optim.lr_scheduler utils.data nn.utils autograd nn.modules.conv nn.modules.pooling
nn.modules.activation nn.modules.loss""".split()


@pytest.mark.parametrize("path", STARS)
def test_import_of_all_names_brings_what_waits(torch, path):
    ours, theirs = {}, {}
    exec(f"from minitorch.{path} import *", ours)
    exec(f"from torch.{path} import *", theirs)
    package = importlib.import_module(f"minitorch.{path}")
    wanted = [name for name, value in theirs.items() if name[0] != "_" and not inspect.ismodule(value)]
    assert not [name for name in wanted if name not in ours and not inspect.ismodule(getattr(package, name, importlib))]
    assert not [name for name, value in ours.items() if inspect.ismodule(value)]


def test_all_names_of_the_package():
    found = {}
    exec("from minitorch import *", found)
    assert found["matmul"] is mt.matmul and found["stft"] is mt.stft and "nn" not in found


def test_steps_through_which_no_gradient_comes(torch):
    said = []
    for lib in [mt, torch]:
        x = lib.ones(2, requires_grad=True)
        y = lib._C._functions.UndefinedGrad()(x * 2)
        y.sum().backward()
        with pytest.raises(RuntimeError) as error:
            lib._C._functions.DelayedError("not this way", 1)(x * 3).sum().backward()
        said.append((y.tolist(), x.grad, str(error.value)))
    assert said[0] == said[1]


def test_what_the_compiled_part_says_of_a_backward_pass(torch):
    said = []
    for lib in [mt, torch]:
        seen, x = [], lib.ones(2, requires_grad=True)
        x.register_hook(lambda g, seen=seen, lib=lib: seen.append(lib._C._current_graph_task_id() >= 0))
        (x * 2).sum().backward()
        enabled = lib._C._autograd._saved_tensors_hooks_is_enabled
        with lib.autograd.graph.disable_saved_tensors_hooks("not now"):
            said.append((seen, lib._C._current_graph_task_id(), enabled()))
        with pytest.raises(TypeError, match="received an invalid combination of arguments - got .tuple, int, int"):
            lib.LongTensor((6, 0), 1, 1)
        assert enabled()
    assert said[0] == said[1]


def test_names_of_functions_and_their_hooks_that_tools_ask_for():
    from minitorch._C._functorch import _remove_batch_dim, get_unwrapped, is_batchedtensor, maybe_get_level
    from minitorch.autograd.function import FunctionMeta, InplaceFunction
    from minitorch.fx.node import Argument, ArgumentT, Target, normalize_function

    assert isinstance(InplaceFunction, FunctionMeta) and isinstance(mt.autograd.Function, FunctionMeta)
    assert not isinstance(int, FunctionMeta) and not isinstance(InplaceFunction(), FunctionMeta)
    assert isinstance(FunctionMeta("Kind", (), {}), FunctionMeta)
    x = mt.ones(2, requires_grad=True)
    assert not is_batchedtensor(x) and maybe_get_level(x) == -1 and x._post_accumulate_grad_hooks is None
    with pytest.raises(RuntimeError, match="No wrappers present!"):
        get_unwrapped(x)
    with pytest.raises(RuntimeError, match="vmap"):
        _remove_batch_dim(x, 1, 2, 0)
    handle = x.register_post_accumulate_grad_hook(print)
    assert list(x._post_accumulate_grad_hooks.values()) == [print] and (x * 2)._post_accumulate_grad_hooks is None
    handle.remove()
    assert len(x._post_accumulate_grad_hooks) == 0
    assert mt._disable_dynamo(print) is print and mt._disable_dynamo(recursive=False)(print) is print
    assert Target is not None and ArgumentT.__bound__ == Argument and normalize_function is not None


def test_storages_are_known_again_and_the_innermost_hooks_are_shown():
    found = []
    for lib in (pytest.importorskip("torch"), mt):
        known = lib.multiprocessing.reductions.StorageWeakRef
        x = lib.ones(4)
        a, b, gone = known(x.untyped_storage()), known(x[1:].untyped_storage()), known(lib.ones(3).untyped_storage())
        top, pack = lib._C._autograd._top_saved_tensors_default_hooks, lambda t: t
        with lib.autograd.graph.saved_tensors_hooks(pack, pack):
            shown = top(True) == (pack, pack)
        found.append((a == b, len({a, b}), a.expired(), gone.expired(), shown, top(True)))
        with pytest.warns(UserWarning, match="non-inplace resize is deprecated"):
            found[-1] += (x.resize(2, 2).tolist(),)
        with (
            pytest.raises(RuntimeError, match=r"requested resize to 3x2 \(6 elements in total\)"),
            pytest.warns(UserWarning),
        ):
            x.resize(3, 2)
    assert found[0] == found[1] and found[0][:6] == (True, 1, False, True, True, None)
