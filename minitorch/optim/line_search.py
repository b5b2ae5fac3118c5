"""line_search: how far to go along a direction, so that Wolfe's two conditions hold (shelf).

A point is good when the loss has fallen by enough for the way that was gone, and its slope has become flat enough. The
search first goes on until good points lie between two that it knows, and then narrows these two down.
"""

from typing import Any, NamedTuple


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
