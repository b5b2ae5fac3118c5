"""lr_scheduler: every schedule step by step as in PyTorch, its state_dict, closed form, warnings and errors."""

import copy
import pickle
import warnings

import pytest

import minitorch as mt

pytestmark = pytest.mark.filterwarnings("ignore:Detected call")


def scheduler_of(library, name, optimizer, **options):
    return getattr(library.optim.lr_scheduler, name)(optimizer, **options)


def sequential(library, optimizer, milestones=(3, 7), **options):
    make = library.optim.lr_scheduler
    inner = [make.ChainedScheduler([make.StepLR(optimizer, 2, 0.5), make.LinearLR(optimizer)])]
    inner += [make.ConstantLR(optimizer, factor=0.5, total_iters=2), make.ExponentialLR(optimizer, gamma=0.9)]
    return make.SequentialLR(optimizer, inner, milestones=list(milestones), **options)


def chained(library, optimizer):
    make = library.optim.lr_scheduler
    return make.ChainedScheduler([make.ConstantLR(optimizer), make.CosineAnnealingLR(optimizer, 5, eta_min=0.01)])


def named(name, **options):
    return lambda library, optimizer: scheduler_of(library, name, optimizer, **options)


CASES = {
    "lambda": named("LambdaLR", lr_lambda=lambda epoch: 0.9**epoch),
    "lambdas": named("LambdaLR", lr_lambda=[lambda epoch: 0.9**epoch, lambda epoch: 1 / (1 + epoch)]),
    "multiplicative": named("MultiplicativeLR", lr_lambda=lambda epoch: 1 - 0.1 * (epoch % 3)),
    "step": named("StepLR", step_size=3, gamma=0.5),
    "multistep": named("MultiStepLR", milestones=[2, 5, 5, 9], gamma=0.3),
    "constant": named("ConstantLR", factor=0.25, total_iters=4),
    "linear": named("LinearLR", start_factor=0.3, end_factor=0.8, total_iters=6),
    "exponential": named("ExponentialLR", gamma=0.87),
    "polynomial": named("PolynomialLR", total_iters=8, power=1.7),
    "cosine": named("CosineAnnealingLR", T_max=4, eta_min=0.001),
    "restarts": named("CosineAnnealingWarmRestarts", T_0=3, T_mult=2, eta_min=0.01),
    "cyclic": named("CyclicLR", base_lr=0.01, max_lr=[0.1, 0.2], step_size_up=3, step_size_down=2),
    "cyclic2": named("CyclicLR", base_lr=0.01, max_lr=0.1, step_size_up=2, mode="triangular2"),
    "cyclic exp": named("CyclicLR", base_lr=0.01, max_lr=0.1, step_size_up=2, mode="exp_range", gamma=0.9),
    "cyclic own": named(
        "CyclicLR", base_lr=0.1, max_lr=1.0, step_size_up=2, scale_fn=lambda x: 1 / x, cycle_momentum=False
    ),
    "one cycle": named("OneCycleLR", max_lr=[0.5, 1.0], total_steps=20),
    "one cycle three": named("OneCycleLR", max_lr=0.5, epochs=5, steps_per_epoch=4, three_phase=True),
    "one cycle linear": named("OneCycleLR", max_lr=0.5, total_steps=20, anneal_strategy="linear", cycle_momentum=False),
    "sequential": sequential,
    "chained": chained,
}  # fmt: skip


def two_groups(library, method="SGD", lr=0.5):
    options = {"momentum": 0.9} if method == "SGD" else {}
    params = [library.nn.Parameter(library.ones(1)) for _ in range(2)]
    groups = [{"params": params[:1]}, {"params": params[1:], "lr": 0.25}]
    return getattr(library.optim, method)(groups, lr=lr, **options)


def options_of(optimizer):
    """Every number in the groups that schedules set."""
    found = []
    for group in optimizer.param_groups:
        values = {name: value for name, value in group.items() if "lr" in name or "momentum" in name or name == "betas"}
        found.append({name: [float(x) for x in v] if name == "betas" else float(v) for name, v in values.items()})
    return found


def plain(state):
    """A state_dict for comparison: functions and tensors as something that both libraries share."""
    if isinstance(state, dict):
        return {key: plain(value) for key, value in state.items()}
    if isinstance(state, list | tuple):
        return [plain(value) for value in state]
    return "function" if callable(state) else float(state) if hasattr(state, "item") else state


def course(library, case, method="SGD", steps=18, lr=0.5):
    """What a schedule sets, step after step, and its state at the end."""
    optimizer = two_groups(library, method, lr)
    scheduler = CASES[case](library, optimizer)
    seen = [options_of(optimizer)]
    for _ in range(steps):
        optimizer.step()
        scheduler.step()
        seen.append([options_of(optimizer), [float(rate) for rate in scheduler.get_last_lr()]])
    return seen, plain(scheduler.state_dict())


@pytest.mark.parametrize("method", ["SGD", "Adam"])
@pytest.mark.parametrize("case", CASES)
def test_step_by_step(torch, case, method):
    (seen, state), (expected, other) = course(mt, case, method), course(torch, case, method)
    assert seen == expected
    assert state == other
    assert list(state) == list(other)


@pytest.mark.parametrize("case", CASES)
def test_learning_rate_as_a_tensor(torch, case):
    mine, theirs = [course(library, case, lr=library.tensor(0.5))[0] for library in (mt, torch)]
    for one, other in zip(mine[1:], theirs[1:], strict=True):
        assert one[1] == pytest.approx(other[1], rel=1e-5)


def kept_rate(library):
    """What is left of a rate that is a tensor after two steps of a schedule, and the base rate."""
    rate = library.tensor(0.5)
    optimizer = library.optim.SGD([library.nn.Parameter(library.ones(1))], lr=rate)
    scheduler = library.optim.lr_scheduler.StepLR(optimizer, 1, gamma=0.5)
    for _ in range(2):
        optimizer.step()
        scheduler.step()
    return optimizer.param_groups[0]["lr"] is rate, rate.item(), [float(base) for base in scheduler.base_lrs]


def test_a_rate_that_is_a_tensor_stays_that_tensor(torch):
    assert kept_rate(mt) == kept_rate(torch) == (True, 0.125, [0.5])


@pytest.mark.parametrize("case", [case for case in CASES if case != "sequential" and case != "chained"])
def test_closed_form(torch, case):
    def rates(library):
        scheduler = CASES[case](library, two_groups(library))
        found = []
        with pytest.warns(UserWarning) if case != "restarts" else warnings.catch_warnings():
            for epoch in (0, 3, 1, 12, 7):
                scheduler.step(epoch)
                found.append(scheduler.get_last_lr())
        return found

    assert rates(mt) == rates(torch)


@pytest.mark.parametrize("case", CASES)
def test_going_on_from_a_state_dict(case):
    def make():
        optimizer = two_groups(mt)
        return optimizer, CASES[case](mt, optimizer)

    (optimizer, scheduler), (other, fresh) = make(), make()
    seen = []
    for step in range(10):
        if step == 5:
            saved = copy.deepcopy([optimizer.state_dict(), dict(scheduler.state_dict())])
        optimizer.step()
        scheduler.step()
        seen.append(scheduler.get_last_lr())
    other.load_state_dict(saved[0])
    before = dict(saved[1])
    fresh.load_state_dict(saved[1])
    assert saved[1] == before
    for expected in seen[5:]:
        other.step()
        fresh.step()
        assert fresh.get_last_lr() == expected


def test_last_epoch_goes_on(torch):
    def rates(library):
        optimizer = two_groups(library)
        for group in optimizer.param_groups:
            group["initial_lr"] = group["lr"]
        return [
            scheduler_of(library, name, optimizer, last_epoch=4, **options).get_last_lr()
            for name, options in [("StepLR", {"step_size": 5}), ("LinearLR", {}), ("CosineAnnealingLR", {"T_max": 9})]
        ]

    assert rates(mt) == rates(torch)


def test_plateau(torch):
    losses = [5, 4, 4, 4, 3.9999, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, float("nan"), 3, 2]
    cases = [
        {"patience": 1},
        {"patience": 1, "mode": "max", "cooldown": 2},
        {"patience": 0, "threshold_mode": "abs", "threshold": 0.5, "min_lr": [0.01, 0.02]},
        {"patience": 2, "factor": 0.5, "mode": "max", "threshold_mode": "abs", "eps": 0.1},
    ]

    def rates(library, options):
        optimizer = two_groups(library)
        scheduler = scheduler_of(library, "ReduceLROnPlateau", optimizer, **options)
        found = []
        for loss in losses:
            scheduler.step(library.tensor(loss))
            found.append(scheduler.get_last_lr())
        return found, scheduler.state_dict()

    for options in cases:
        (mine, state), (theirs, other) = rates(mt, options), rates(torch, options)
        assert mine == theirs
        assert state == other
        assert list(state) == list(other)


def message(function):
    """The first warning, or the error, of a call."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            function()
        except Exception as error:
            return type(error), str(error)
    return None


def before_the_optimizer(library):
    scheduler_of(library, "StepLR", two_groups(library), step_size=1).step()


def with_another_step(library):
    optimizer = two_groups(library)
    scheduler = scheduler_of(library, "StepLR", optimizer, step_size=1)
    optimizer.step = lambda: None
    scheduler.step()


WRONG = [
    before_the_optimizer,
    with_another_step,
    lambda library: scheduler_of(library, "StepLR", two_groups(library), step_size=1).step(3),
    lambda library: scheduler_of(library, "StepLR", two_groups(library), step_size=1).get_lr(),
    lambda library: scheduler_of(library, "StepLR", 3, step_size=1),
    lambda library: scheduler_of(library, "MultiplicativeLR", two_groups(library), lr_lambda=3),
    lambda library: scheduler_of(library, "ConstantLR", two_groups(library), factor=2),
    lambda library: scheduler_of(library, "LinearLR", two_groups(library), start_factor=0),
    lambda library: scheduler_of(library, "LinearLR", two_groups(library), end_factor=2),
    lambda library: scheduler_of(library, "StepLR", two_groups(library), step_size=1, last_epoch=3),
    lambda library: scheduler_of(library, "ReduceLROnPlateau", two_groups(library), factor=1.0),
    lambda library: scheduler_of(library, "ReduceLROnPlateau", two_groups(library), mode="best"),
    lambda library: scheduler_of(library, "CosineAnnealingWarmRestarts", two_groups(library), T_0=0),
    lambda library: scheduler_of(library, "CosineAnnealingWarmRestarts", two_groups(library), T_0=1, T_mult=0.5),
    lambda library: scheduler_of(library, "CosineAnnealingWarmRestarts", two_groups(library), T_0=2).step(-1),
    lambda library: scheduler_of(library, "CyclicLR", two_groups(library, "Adam"), base_lr=1, max_lr=[1]),
    lambda library: scheduler_of(library, "CyclicLR", two_groups(library), base_lr=1, max_lr=2, mode="round"),
    lambda library: scheduler_of(library, "OneCycleLR", two_groups(library), max_lr=1),
    lambda library: scheduler_of(library, "OneCycleLR", two_groups(library), max_lr=1, total_steps=0),
    lambda library: scheduler_of(library, "OneCycleLR", two_groups(library), max_lr=1, total_steps=5, pct_start=3),
    lambda library: sequential(library, two_groups(library), milestones=[3]),
    lambda library: scheduler_of(library, "SequentialLR", two_groups(library), schedulers=[], milestones=[]),
    lambda library: library.optim.lr_scheduler.ChainedScheduler([]),
    lambda library: library.optim.lr_scheduler.ChainedScheduler(
        [scheduler_of(library, "ReduceLROnPlateau", two_groups(library))]
    ),
]


@pytest.mark.parametrize("wrong", WRONG)
def test_warnings_and_errors(torch, wrong):
    kind, words = message(lambda: wrong(mt))
    expected, their_words = message(lambda: wrong(torch))
    assert kind is expected
    assert words[:45] == their_words[:45]


def test_everything_is_found():
    names = mt.optim.lr_scheduler
    assert issubclass(names._LRScheduler, names.LRScheduler)
    for name in dir(names):
        getattr(names, name)
    assert {"CyclicLR", "OneCycleLR", "StepLR"} <= set(dir(names))


def test_a_scheduled_optimizer_can_be_saved():
    optimizer = two_groups(mt)
    scheduler = mt.optim.lr_scheduler.StepLR(optimizer, 1)
    optimizer.step()
    scheduler.step()
    assert pickle.loads(pickle.dumps(optimizer)).param_groups[0]["lr"] == pytest.approx(0.05)
