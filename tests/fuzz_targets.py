"""fuzz_targets: what is called with odd arguments: operations, names, layers, optimizers, distributions, loaders."""

import torch

import minitorch as mt

from .fuzz_cases import KINDS, Target, copied, fresh, ours
from .op_harness import few, find, quietly


def op_targets():
    """PyTorch's database of operations: functions, methods, in-place forms, and the functions with out=."""
    from torch.testing._internal.common_methods_invocations import op_db

    for info in op_db:
        own, name = find(info.name), info.name + (f".{info.variant_test_name}" if info.variant_test_name else "")
        if own is None:
            continue
        make = samples_of(info)
        theirs = find(info.name, torch) or info.op
        yield Target(name, theirs, own, make, values="empty" not in name)
        for form, variant in (("method", info.method_variant), ("inplace", info.inplace_variant)):
            word = getattr(variant, "__name__", None)
            if word is not None and hasattr(mt.Tensor, word) and hasattr(torch.Tensor, word):
                yield Target(
                    f"{name}/{form}", getattr(torch.Tensor, word), getattr(mt.Tensor, word), make, "empty" not in name
                )
        if info.supports_out:
            yield Target(f"{name}/out", theirs, own, make, "empty" not in name, adapt=with_out(theirs))


def samples_of(info):
    def make():
        found = []
        for kind in (torch.float32, torch.int64, torch.complex64, torch.bool):
            if kind in info.supported_dtypes("cpu") and len(found) < 40:
                torch.manual_seed(0)
                given = quietly(lambda k=kind: list(info.sample_inputs_func(info, "cpu", k, False)))
                found += [((s.input, *s.args), dict(s.kwargs)) for s in few(given, 24)]
        return found

    return make


def with_out(function):
    """Give a call an `out=` that fits, or one of another dtype, shape or order, or one that overlaps an input."""

    def adapt(chance, args, kwargs):
        memory = copied((args, kwargs))
        result = quietly(function, *memory[0], **memory[1])
        one = lambda x: chosen(chance, x, args) if isinstance(x, torch.Tensor) else x  # noqa: E731
        out = type(result)([one(x) for x in result]) if type(result) in (list, tuple) else None
        if out is None:
            out = tuple([one(x) for x in result]) if isinstance(result, tuple) else one(result)
        return args, {**kwargs, "out": out}

    def chosen(chance, x, args):
        one = chance.randrange(7)
        x = torch.zeros(x.shape, dtype=x.dtype) if x.numel() < 1 << 20 else x
        if one == 0:
            return x.to(chance.choice(KINDS))
        if one == 1:
            return torch.empty(0, dtype=x.dtype)
        if one == 2:
            return fresh(chance, kind=x.dtype)
        if one == 3 and x.ndim:
            return torch.zeros(1, *x.shape[1:], dtype=x.dtype).expand(x.shape)
        if one == 4 and args and isinstance(args[0], torch.Tensor):
            return args[0]
        if one == 5 and x.ndim > 1:
            return torch.zeros(x.shape[::-1], dtype=x.dtype).permute(*range(x.ndim - 1, -1, -1))
        return x

    return adapt


# --- names that are in no database ------------------------------------------------------------------------------------

# what changes the process, or whose result nobody knows
LEFT_OUT = """
set_ seed initial_seed save load compile fork wait from_file set_num_threads set_num_interop_threads exit
import_ir_module manual_seed set_default_dtype set_default_device set_default_tensor_type set_printoptions
set_rng_state use_deterministic_algorithms set_flush_denormal set_float32_matmul_precision set_warn_always
set_deterministic_debug_mode set_grad_enabled data_ptr get_num_threads get_num_interop_threads get_rng_state
profiler_allow_cudagraph_cupti_lazy_reinit_cuda12 quantize _register_device_module vitals_enabled read_vitals
set_vital autocast_increment_nesting autocast_decrement_nesting set_autocast_enabled set_autocast_cache_enabled
clear_autocast_cache set_anomaly_enabled empty empty_like new_empty empty_strided new_empty_strided empty_permuted
resize_ resize_as_ register_hook storage untyped_storage typed_storage share_memory_ get_device_module enable_grad
no_grad inference_mode _make_subclass _make_wrapper_subclass _fix_weakref thread_safe_generator default_generator
sparse_resize_ sparse_resize_and_clear_ pin_memory is_pinned cuda xpu hpu mtia ipu to_dlpack from_dlpack utils_dlpack
cpp set_autocast_cpu_enabled set_autocast_cpu_dtype set_autocast_dtype set_autocast_gpu_dtype
""".split()


def name_targets(known):
    """Every function that both libraries have and that stands in no database: with arguments drawn at random."""
    places = {
        "": torch,
        "Tensor": torch.Tensor,
        "nn.functional": torch.nn.functional,
        "linalg": torch.linalg,
        "fft": torch.fft,
    }
    places |= {
        "special": torch.special,
        "nn.init": torch.nn.init,
        "nn.utils": torch.nn.utils,
    }
    for place, theirs in places.items():
        own = find(place) if place else mt
        for name in dir(theirs):
            function = getattr(theirs, name, None)
            full = f"{place}.{name}".strip(".")
            if name in LEFT_OUT or full in known or name.startswith(("_", "is_")):
                continue
            if not callable(function) or isinstance(function, type) or not callable(getattr(own, name, None)):
                continue
            yield Target(full, function, getattr(own, name), lambda first=place: loose_samples(first))


def loose_samples(place):
    """Arguments of the usual forms: tensors, numbers, a dimension."""
    a, b, c = torch.arange(6.0).reshape(2, 3) + 1, torch.arange(6.0).reshape(2, 3) / 4, torch.arange(9.0).reshape(3, 3)
    i = torch.tensor([0, 1])
    found = [
        ((a,), {}),
        ((a, b), {}),
        ((a, 1), {}),
        ((a, 0, i), {}),
        ((a, b, c), {}),
        ((c, c), {}),
        ((c,), {}),
        ((a, 0, 1), {}),
    ]
    found += [
        ((i,), {}),
        ((a, (3, 2)), {}),
        ((a, 0.5), {}),
        ((a,), {"dim": 1}),
        ((a, 2, 0), {}),
        ((a, i), {}),
        (([a, b],), {}),
    ]
    found += [
        ((c[0], c[0]), {}),
        ((torch.rand(1, 2, 4, 4),), {}),
        ((torch.rand(1, 2, 4, 4), 2), {}),
        ((torch.rand(2, 2, 4), 2), {}),
    ]
    return (
        found
        if place in ("Tensor", "nn.functional", "nn.init")
        else [*found, ((3,), {}), (((2, 3),), {}), ((0, 5), {}), ((), {})]
    )


# --- layers, optimizers, distributions, loaders -----------------------------------------------------------------------


def module_targets():
    """PyTorch's samples of its layers: made with odd arguments, or called with odd tensors."""
    from torch.testing._internal.common_modules import module_db

    for info in module_db:
        name = info.module_cls.__name__
        own = getattr(mt.nn, name, None)
        if own is None or not hasattr(torch.nn, name):
            continue

        def make(info=info):
            torch.manual_seed(0)
            return quietly(lambda: list(info.module_inputs_func(info, "cpu", torch.float32, False, training=True)))

        def constructors(make=make):
            return [(s.constructor_input.args, s.constructor_input.kwargs) for s in make()]

        def inputs(make=make):
            return [
                ((index, *s.forward_input.args), s.forward_input.kwargs)
                for index, s in enumerate(make())
                if s.forward_input is not None
            ]

        yield Target(f"nn.{name}()", shown(info.module_cls), shown(own), constructors)
        yield Target(f"nn.{name}.forward", forward_of(info.module_cls, make), forward_of(own, make, True), inputs)


def shown(module_class):
    """Make a layer, and give back its parameters by name."""

    def build(*args, **kwargs):
        layer = module_class(*args, **kwargs)
        return [p for _, p in sorted(layer.named_parameters())]

    return build


def forward_of(module_class, make, own=False):
    """Call the layer of a sample; its number is the first argument."""
    kept = []

    def run(index, *args, **kwargs):
        kept[:] = kept or make()
        if type(index) is not int or not 0 <= index < len(kept):
            index = 0
        given = kept[index].constructor_input
        a, k = (ours(given.args), ours(given.kwargs)) if own else (given.args, given.kwargs)
        (mt if own else torch).manual_seed(0)
        return module_class(*a, **k)(*args, **kwargs)

    return run


def optimizer_targets():
    """Optimizers with odd arguments: one step from the same weights."""
    rates = {"lr": 0.1, "weight_decay": 0.01, "maximize": False}
    more = {
        "SGD": {"momentum": 0.9, "dampening": 0.0, "nesterov": True}, "Adam": {"betas": (0.9, 0.99), "eps": 1e-8, "amsgrad": True},
        "AdamW": {"betas": (0.9, 0.99), "eps": 1e-8}, "NAdam": {"betas": (0.9, 0.99), "momentum_decay": 0.004},
        "RAdam": {"betas": (0.9, 0.99), "eps": 1e-8}, "Adamax": {"betas": (0.9, 0.99), "eps": 1e-8},
        "Adagrad": {"lr_decay": 0.1, "initial_accumulator_value": 0.1, "eps": 1e-8}, "Adadelta": {"rho": 0.9, "eps": 1e-6},
        "RMSprop": {"alpha": 0.9, "eps": 1e-8, "momentum": 0.5, "centered": True},
        "Rprop": {"etas": (0.5, 1.2), "step_sizes": (1e-6, 50)},
        "ASGD": {"lambd": 1e-4, "alpha": 0.75, "t0": 1e6}, "LBFGS": {"max_iter": 3, "history_size": 5},
    }  # fmt: skip
    for name, special in more.items():
        wanted = {
            k: v
            for k, v in rates.items()
            if (name, k) not in (("Rprop", "weight_decay"), ("LBFGS", "weight_decay"), ("LBFGS", "maximize"))
        }
        sample = ((torch.arange(4.0),), {**wanted, **special})
        yield Target(f"optim.{name}", step_of(torch, name), step_of(mt, name), lambda sample=sample: [sample])


def step_of(library, name):
    def run(weight, *args, **kwargs):
        if isinstance(weight, library.Tensor):
            weight = library.nn.Parameter(weight.detach().clone())
            optimizer = getattr(library.optim, name)([weight], *args, **kwargs)
        else:
            optimizer = getattr(library.optim, name)(weight, *args, **kwargs)

        def closure():
            optimizer.zero_grad()
            loss = (weight * weight).sum()
            loss.backward()
            return loss

        closure()
        optimizer.step(closure)
        return weight.detach()

    return run


def distribution_targets():
    """Distributions with odd parameters: a sample and its logarithmic density."""
    one, half, square = torch.tensor([1.0, 2.0]), torch.tensor([0.5, 0.25]), torch.eye(2) + 0.5
    table = {
        "Normal": (one, half), "Uniform": (half, one), "Beta": (one, half), "Gamma": (one, half), "Exponential": (one,),
        "Laplace": (one, half), "Bernoulli": (half,), "Categorical": (half,), "Multinomial": (3, half), "Cauchy": (one, half),
        "MultivariateNormal": (one, square), "Dirichlet": (one,), "Poisson": (one,), "Geometric": (half,), "StudentT": (one, half),
        "LogNormal": (one, half), "Gumbel": (one, half), "Weibull": (one, half), "Pareto": (one, half), "HalfNormal": (one,),
        "Binomial": (3, half), "NegativeBinomial": (3, half), "VonMises": (one, half), "Kumaraswamy": (one, half), "Chi2": (one,),
        "FisherSnedecor": (one, half), "HalfCauchy": (one,), "InverseGamma": (one, half), "ContinuousBernoulli": (half,),
        "OneHotCategorical": (half,), "LowRankMultivariateNormal": (one, square, one), "RelaxedBernoulli": (one[:1], half),
        "LKJCholesky": (2, 1.0), "Wishart": (one[:1] + 3, square),
    }  # fmt: skip
    for name, args in table.items():
        if hasattr(mt.distributions, name):
            samples = [(args, {}), (args, {"validate_args": True}), (args, {"validate_args": False})]
            yield Target(
                f"distributions.{name}", draw_of(torch, name), draw_of(mt, name), lambda samples=samples: samples
            )


def draw_of(library, name):
    def run(*args, **kwargs):
        made = getattr(library.distributions, name)(*args, **kwargs)
        drawn = made.sample()
        return drawn, made.log_prob(drawn)

    return run


def loader_targets():
    """Datasets, samplers and DataLoader with odd arguments: everything that they give."""
    data = torch.arange(10.0)
    loader = {"batch_size": 3, "shuffle": True, "drop_last": False, "num_workers": 0, "timeout": 0, "pin_memory": False}
    loader |= {
        "sampler": None,
        "batch_sampler": None,
        "prefetch_factor": None,
        "persistent_workers": False,
        "collate_fn": None,
    }
    table = {
        "DataLoader": ((data,), loader), "TensorDataset": ((data, data), {}), "Subset": ((data, [0, 3]), {}),
        "random_split": ((data, [3, 7]), {}), "ConcatDataset": (([data, data],), {}), "SequentialSampler": ((data,), {}),
        "RandomSampler": ((data,), {"replacement": True, "num_samples": 4}), "SubsetRandomSampler": (([1, 2],), {}),
        "WeightedRandomSampler": (([0.5, 1.0], 3), {"replacement": True}), "BatchSampler": ((range(5), 2, False), {}),
        "default_collate": (([data, data],), {}), "StackDataset": ((data, data), {}), "default_convert": (([1, data],), {}),
    }  # fmt: skip
    for name, sample in table.items():
        yield Target(f"utils.data.{name}", items_of(torch, name), items_of(mt, name), lambda sample=sample: [sample])


def items_of(library, name):
    def run(*args, **kwargs):
        made = getattr(library.utils.data, name)(*args, **kwargs)
        return (
            [made[i] for i in range(min(len(made), 20))]
            if hasattr(made, "__getitem__") and not name.startswith("default")
            else few_items(made)
        )

    return run


def few_items(made):
    if isinstance(made, (list, tuple)) or hasattr(made, "dtype"):
        return made
    steps = iter(made)
    return [item for item, _ in zip(steps, range(20), strict=False)]


def all_targets():
    """Everything, in a fixed order."""
    found = list(op_targets())
    known = {t.name.split("/")[0] for t in found}
    found += list(name_targets(known))
    for more in (module_targets, optimizer_targets, distribution_targets, loader_targets):
        found += list(more())
    return found
