"""lbfgs: LBFGS, Newton's method with a Hessian that is guessed from the last steps (shelf)."""

from typing import Any, NamedTuple

from ..creation.zeros import zeros
from ..graph.grad_mode import enable_grad, no_grad
from ..ops.join.cat import cat
from .by_parameter import as_scalar, check_options, pairs
from .optimizer import Optimizer

KEPT = ("d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss")  # from step to step


class LBFGS(Optimizer):
    """p += t * d, where d is the gradient times a guess at the inverse Hessian. For losses of the whole data set.

    params            tensors, one group
    lr                how far to go along d; with a line search, how far to try first
    max_iter          changes per step
    max_eval          losses per step at most; None: max_iter * 1.25
    tolerance_grad    a step ends when no gradient is larger than this
    tolerance_change  it ends when loss or parameters change by less than this
    history_size      from how many changes the Hessian is guessed
    line_search_fn    None: go lr along d. "strong_wolfe": look for a place where the loss has fallen by enough

    A step needs a closure: it evaluates the loss many times. What is remembered stands in the state of the first parameter.

    >>> import minitorch as mt
    >>> w = mt.tensor([3.0, -2.0], requires_grad=True)
    >>> optimizer = mt.optim.LBFGS([w], line_search_fn="strong_wolfe")
    >>> def closure():
    ...     optimizer.zero_grad()
    ...     loss = ((w - mt.tensor([1.0, 2.0])) ** 4).sum()
    ...     loss.backward()
    ...     return loss
    >>> optimizer.step(closure)
    tensor(272., grad_fn=<SumBackward0>)
    >>> closure().item() < 1e-5
    True

    Errors: ValueError for a negative lr and for several groups, RuntimeError for another line search.
    Source: Nocedal and Wright, Numerical Optimization, chapter 7; PyTorch, torch.optim.LBFGS.
    """

    def __init__(
        self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9, history_size=100,
        line_search_fn=None,
    ):  # fmt: skip
        check_options({"lr": lr})
        max_eval = max_iter * 5 // 4 if max_eval is None else max_eval
        defaults = {"lr": lr, "max_iter": max_iter, "max_eval": max_eval, "tolerance_grad": tolerance_grad}
        defaults |= {"tolerance_change": tolerance_change, "history_size": history_size}
        super().__init__(params, defaults | {"line_search_fn": line_search_fn})
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    # --- all parameters as one vector --------------------------------------------------------------------------------

    def _gather_flat_grad(self):
        """All gradients in a row; a complex number as its two parts."""
        parts = []
        for p in self._params:
            grad = zeros(p.shape, dtype=p.dtype, device=p.device) if p.grad is None else p.grad
            parts.append(pairs(grad).reshape(-1))
        return cat(parts, 0)

    def _add_grad(self, step_size, update):
        """Go this far along a vector."""
        place = 0
        for p in self._params:
            p = pairs(p)
            p.add_(step_size * update[place : place + p.numel()].view_as(p))
            place += p.numel()

    def _evaluate(self, closure, start, t, d):
        """The loss and the gradient t along d, as numbers; the parameters are put back to `start`."""
        self._add_grad(t, d)
        loss, grad = float(closure()), self._gather_flat_grad()
        for p, value in zip(self._params, start, strict=True):
            p.copy_(value)
        return loss, grad

    # --- a step ------------------------------------------------------------------------------------------------------

    @no_grad()
    def step(self, closure):
        """Change the parameters until the loss is lowest, or max_iter times. Returns the loss before."""
        closure, group, state = enable_grad()(closure), self.param_groups[0], self.state[self._params[0]]
        if not state:
            state.update({"func_evals": 0, "n_iter": 0, "al": None} | dict.fromkeys(KEPT))
        first = closure()
        loss, grad, most = float(first), self._gather_flat_grad(), state["func_evals"] + group["max_eval"]
        state["func_evals"] += 1
        if grad.abs().max() <= group["tolerance_grad"]:
            return first
        for iteration in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            self._turn(state, grad)
            state["t"], state["prev_loss"] = self._first_try(state, grad), loss
            slope = grad.dot(state["d"])
            if slope > -group["tolerance_change"]:
                break
            last = iteration == group["max_iter"]
            loss, grad = self._go(closure, state, loss, grad, slope, most - state["func_evals"], last)
            if last or state["func_evals"] >= most or self._is_done(grad, state, loss):
                break
        return first

    def _is_done(self, grad, state, loss):
        """Whether the gradient is as good as 0, or nothing changes any more."""
        group, moved = self.param_groups[0], state["t"] * state["d"]
        least, gained = group["tolerance_change"], loss - state["prev_loss"]
        return grad.abs().max() <= group["tolerance_grad"] or moved.abs().max() <= least or abs(gained) < least

    def _first_try(self, state, grad):
        """How far to go first: lr, and at the very beginning less for a large gradient."""
        lr = as_scalar(self.param_groups[0]["lr"])
        return min(1.0, 1.0 / grad.abs().sum()) * lr if state["n_iter"] == 1 else lr

    def _go(self, closure, state, loss, grad, slope, evaluations, last):
        """Go along d, with at most so many evaluations: (loss there, gradient there)."""
        search, d, more = self.param_groups[0]["line_search_fn"], state["d"], 0
        if search is not None:
            if search != "strong_wolfe":
                raise RuntimeError("only 'strong_wolfe' is supported")
            start = [p.clone() for p in self._params]
            loss, grad, state["t"], more = strong_wolfe(
                lambda start, t, d: self._evaluate(closure, start, t, d), start, state["t"], d, loss, grad, slope,
                max_ls=evaluations,
            )  # fmt: skip
        self._add_grad(state["t"], d)
        if search is None and not last:  # after the last step nobody would use the loss
            loss, grad, more = float(closure()), self._gather_flat_grad(), 1
        state["func_evals"] += more
        return loss, grad

    def _turn(self, state, grad):
        """Set the direction d, after the last change has been added to what is known of the Hessian."""
        if state["n_iter"] == 1:
            state.update(d=-grad, old_dirs=[], old_stps=[], ro=[], H_diag=1, prev_flat_grad=grad.clone())
            return
        size = self.param_groups[0]["history_size"]
        y, s = grad - state["prev_flat_grad"], state["d"] * state["t"]
        ys = y.dot(s)
        changes, steps, ro = state["old_dirs"], state["old_stps"], state["ro"]
        if ys > 1e-10:
            for history, new in ((changes, y), (steps, s), (ro, 1.0 / ys)):
                history.append(new)
                del history[:-size]
            state["H_diag"] = ys / y.dot(y)
        al = state["al"] = [None] * len(changes)
        d = -grad
        for i in reversed(range(len(changes))):
            al[i] = steps[i].dot(d) * ro[i]
            d.sub_(al[i] * changes[i])
        d = d * state["H_diag"]
        for i in range(len(changes)):
            d.add_((al[i] - changes[i].dot(d) * ro[i]) * steps[i])
        state["d"] = d
        state["prev_flat_grad"] = grad.clone()


# --- how far to go along a direction --------------------------------------------------------------------------------------
#
# A point is good when the loss has fallen by enough for the way that was gone, and its slope has become flat enough (Wolfe's
# two conditions). The search first goes on until good points lie between two that it knows, and then narrows these down.


class Point(NamedTuple):
    """A place on the way: how far it is, the loss there, its gradient, and its slope along the direction."""

    t: Any
    f: Any
    g: Any
    slope: Any


def strong_wolfe(evaluate, x, t, d, f, g, slope, c1=1e-4, c2=0.9, tolerance_change=1e-9, max_ls=25):
    """(loss, gradient, how far, how often evaluated) of a point along d that meets the strong Wolfe conditions, if one is found.

    evaluate(x, t, d)  the loss and the gradient at x + t * d
    t                  how far to try first
    f, g, slope        the loss, the gradient and the slope at x
    max_ls             how often to try at most

    Source: Nocedal and Wright, Numerical Optimization, algorithms 3.5 and 3.6; PyTorch, torch.optim.lbfgs.
    """

    def at(t):
        loss, gradient = evaluate(x, t, d)
        return Point(t, loss, gradient, gradient.dot(d))

    def too_high(point):
        return point.f > f + c1 * point.t * slope

    def flat(point):
        return abs(point.slope) <= -c2 * slope

    bracket, done, tried = bracketed(Point(0, f, g.clone(), slope), at, t, too_high, flat, max_ls)
    if not done:
        bracket, tried = narrowed(bracket, at, too_high, flat, d.abs().max(), tolerance_change, tried, max_ls)
    best = bracket[0]
    return best.f, best.g, best.t, tried + 1


def bracketed(start, at, t, too_high, flat, max_ls):
    """([points between which there are good ones], whether one is good itself, how often was tried after the first time)."""
    before, point = start, at(t)
    for tried in range(max_ls):
        if too_high(point) or (tried > 1 and point.f >= before.f):
            return [before, point], False, tried
        if flat(point):
            return [point], True, tried
        if point.slope >= 0:
            return [before, point], False, tried
        bounds = (point.t + 0.01 * (point.t - before.t), point.t * 10)
        before, point = point, at(lowest(before, point, bounds))
    return ([start, point] if start.f <= point.f else [point, start]), True, max_ls


def narrowed(bracket, at, too_high, flat, length, tolerance, tried, max_ls):
    """(the bracket with its lower point first, how often was tried), after points between its ends have taken their place."""
    low, close = lower(bracket), False  # which point is the lower one, and whether the last one lay close to an end
    while tried < max_ls and abs(bracket[1].t - bracket[0].t) * length >= tolerance:
        t, close = inside(lowest(*bracket), [point.t for point in bracket], close)
        point, high = at(t), 1 - low
        tried += 1
        if too_high(point) or point.f >= bracket[low].f:
            bracket[high] = point
            low = lower(bracket)
        elif flat(point):
            return [point, bracket[high]], tried
        else:
            if point.slope * (bracket[high].t - bracket[low].t) >= 0:
                bracket[high] = bracket[low]
            bracket[low] = point
    return [bracket[low], bracket[1 - low]], tried


def lower(bracket):
    """Which of two points has the smaller loss."""
    return 0 if bracket[0].f <= bracket[1].f else 1


def inside(t, ends, close):
    """(t, whether it is close to an end): moved away from the end when the one before was close as well."""
    most, least = max(ends), min(ends)
    margin = 0.1 * (most - least)
    if min(most - t, t - least) >= margin:
        return t, False
    if close or t >= most or t <= least:
        return (most - margin if abs(t - most) < abs(t - least) else least + margin), False
    return t, True


def lowest(a, b, bounds=None):
    """Where the cubic through two points with their slopes is lowest, within bounds."""
    least, most = bounds or ((a.t, b.t) if a.t <= b.t else (b.t, a.t))
    d1 = a.slope + b.slope - 3 * (a.f - b.f) / (a.t - b.t)
    square = d1**2 - a.slope * b.slope
    if square < 0:
        return (least + most) / 2.0
    d2 = square.sqrt()
    if a.t <= b.t:
        place = b.t - (b.t - a.t) * ((b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2))
    else:
        place = a.t - (a.t - b.t) * ((a.slope + d2 - d1) / (a.slope - b.slope + 2 * d2))
    return min(max(place, least), most)
