"""gamma_grad: how a gamma or a Dirichlet sample changes with its parameters (shelf).

A sample x of a distribution with the cumulative distribution F(x; a) keeps its rank when a changes: dx/da is
-(dF/da) / (dF/dx). PyTorch approximates this by series, asymptotic expansions and fitted rational functions, each where it
holds best, and so does this file, since gradients are compared to the last digits.
"""

import numpy as np

from ..backend import special_functions

GAMMA = np.array([
    [0.16009398, -0.094634809, 0.025146376, -0.0030648343, 1, 0.32668115, 0.10406089, 0.0014179084],
    [0.53487893, 0.1298071, 0.065735949, -0.0015649758, 0.16639465, 0.020070113, -0.0035938915, -0.00058392623],
    [0.040121004, -0.0065914022, -0.0026286047, -0.0013441777, 0.017050642, -0.0021309326, 0.00085092367,
     -1.5247877e-07],
])  # fmt: skip


def chosen(x, *cases):
    """The value of the first case (condition, function) that holds at each place; all functions see float64 arrays."""
    conditions = [condition for condition, _ in cases]
    with np.errstate(all="ignore"):
        return np.select(conditions, [function() for _, function in cases]).astype(x.dtype)


def polynomial(coefficients, x):
    """c0 + c1 x + c2 x**2 + ..., for coefficients that may be arrays."""
    value = coefficients[-1]
    for coefficient in coefficients[-2::-1]:
        value = coefficient + x * value
    return value


# --- gamma --------------------------------------------------------------------------------------------------------------


def gamma_slope(alpha, x):
    """dx/dalpha of a sample x from the gamma distribution of shape alpha and rate 1."""
    a, y = alpha.astype(np.float64), x.astype(np.float64)
    near = (np.float32(0.9) * a <= y) & (y <= np.float32(1.1) * a)
    return chosen(
        x,
        (y < np.float32(0.8), lambda: small_gamma(a, y)),
        ((a > 8) & near, lambda: near_the_mean(a, y)),
        (a > 8, lambda: saddle_point(a, y)),
        (np.ones_like(near), lambda: fitted_gamma(a, y)),
    )


def small_gamma(a, x):
    """The power series of F at 0, differentiated."""
    numerator, first, second = 1.0, 1 / a, 1 / a**2
    for i in range(1, 6):
        numerator = numerator * -x / i
        first, second = first + numerator / (a + i), second + numerator / (a + i) ** 2
    power = x**a
    slope = (np.log(x) - special_functions(x).psi(a)) * power * first - power * second
    return np.nan_to_num(-slope / (x ** (a - 1) * np.exp(-x)), nan=0.0, posinf=np.inf, neginf=-np.inf)


def near_the_mean(a, x):
    """The saddle point expansion where its terms cancel: a polynomial instead."""
    first = 1 + 24 * a * (1 + 12 * a)
    second = 1440 * a * a + 6 * x * (53 - 120 * x) - 65 * x * x / a + a * (107 + 3600 * x)
    return first * second / (1244160 * a**4)


def saddle_point(a, x):
    """Rice's expansion for a large shape."""
    root, ratio = np.sqrt(8 * a), np.log(x / a)
    power = (x - a - a * ratio) ** -1.5
    both = root / (a - x) + np.where(x < a, -power, power)
    slope = ratio * both - np.sqrt(2 / a) * (a + x) / (a - x) ** 2
    return -(1 + 1 / (12 * a) * (1 + 1 / (24 * a))) * x * slope / root


def fitted_gamma(a, x):
    """A rational function of the logarithms of x / alpha and alpha."""
    u, v = np.log(x / a), np.log(a)
    coefficients = [polynomial(GAMMA[:, i], u) for i in range(8)]
    return np.exp(polynomial(coefficients[:4], v) / polynomial(coefficients[4:], v))


# --- Dirichlet, by way of the beta distribution ---------------------------------------------------------------------------

DIRICHLET = np.array([
    [[[1.003668233, -0.01061107488, -0.0657888334, 0.01201642863],
      [0.6336835991, -0.3557432599, 0.05486251648, -0.001465281033],
      [-0.03276231906, 0.004474107445, 0.002429354597, -0.0001557569013]],
     [[0.221950385, -0.3187676331, 0.01799915743, 0.01074823814],
      [-0.2951249643, 0.06219954479, 0.01535556598, 0.001550077057],
      [0.02155310298, 0.004170831599, 0.001292462449, 6.976601077e-05]],
     [[-0.05980841433, 0.008441916499, 0.01085618172, 0.002319392565],
      [0.02911413504, 0.01400243777, -0.002721828457, 0.000751041181],
      [0.005900514878, -0.001936558688, -9.495446725e-06, 5.385558597e-05]]],
    [[[1, -0.02924021934, -0.04438342661, 0.007285809825],
      [0.6357567472, -0.3473456711, 0.05454656494, -0.002407477521],
      [-0.03301322327, 0.004845219414, 0.00231480583, -0.0002307248149]],
     [[0.5925320577, -0.1757678135, 0.01505928619, 0.000564515273],
      [0.1014815858, -0.06589186703, 0.01272886114, -0.0007316646956],
      [-0.007258481865, 0.001096195486, 0.0003934994223, -4.12701925e-05]],
     [[0.06469649321, -0.0236701437, 0.002902096474, -5.896963079e-05],
      [0.001925008108, -0.002869809258, 0.0008000589141, -6.063713228e-05],
      [-0.0003477407336, 6.959756487e-05, 1.097287507e-05, -1.650964693e-06]]],
])  # fmt: skip


def dirichlet_slope(x, alpha, total):
    """dx/dalpha / (1 - x) of a sample x from the beta distribution with the parameters alpha and total - alpha."""
    y, a, t = (one.astype(np.float64) for one in (x, alpha, total))
    b = t - a
    reach = t * y * (1 - y)
    return chosen(
        x,
        ((y <= 0.5) & (reach < 2.5), lambda: near_zero(y, a, b)),
        ((y >= 0.5) & (reach < 0.75), lambda: -near_one(1 - y, b, a)),
        ((a > 6) & (b > 6), lambda: both_large(y, a, b)),
        (np.ones_like(reach, bool), lambda: fitted_beta(y, a, t)),
    )


def near_zero(x, a, b):
    """The power series of F at 0, differentiated by a."""
    psi = special_functions(x).psi
    factor = psi(a) - psi(a + b) - np.log(x)
    numerator, series = 1.0, (factor + 1 / a) / a
    for i in range(1, 11):
        numerator = numerator * (i - b) * x / i
        series = series + numerator / (a + i) * (factor + 1 / (a + i))
    return np.nan_to_num(x * (1 - x) ** -b * series, nan=0.0, posinf=np.inf, neginf=-np.inf)


def near_one(x, a, b):
    """The same series, differentiated by b."""
    psi = special_functions(x).psi
    factor = psi(a + b) - psi(b)
    numerator, product, slope, series = 1.0, 1.0, 0.0, factor / a
    for i in range(1, 9):
        numerator = numerator * -x / i
        slope, product = slope * (b - i) + product, product * (b - i)
        series = series + numerator / (a + i) * (slope + factor * product)
    return np.nan_to_num(-((1 - x) ** (1 - b)) * series, nan=0.0, posinf=np.inf, neginf=-np.inf)


def both_large(x, a, b):
    """Rice's saddle point expansion; a polynomial near the mean, where its terms cancel."""
    total = a + b
    mean = a / total
    spread = np.sqrt(a * b / (total + 1)) / total
    near = (mean - 0.1 * spread <= x) & (x <= mean + 0.1 * spread)
    return np.where(near, beta_near_the_mean(x, a, b, total), beta_saddle_point(x, a, b, total, mean))


def beta_near_the_mean(x, a, b, total):
    inner = a * (8 * (1 - x) * (135 * b - 11)) + (453 + 1620 * b * (1 - x) - 455 * x) * b
    inner = 3 * (59 + 180 * b - 90 * x) * b**2 + a * inner
    poly = 47 * x * b**4 + a * ((43 + 20 * (16 + 27 * b) * x) * b**3 + a * inner)
    scale = (1 + 12 * a) * (1 + 12 * b) / total**2
    return scale / (1 - x) * poly / (12960 * a**3 * b**2 * (1 + 12 * total))


def stirling(n):
    """n! over Stirling's first formula for it, to the second order."""
    return 1 + 1 / (12 * n) + 1 / (288 * n * n)


def beta_saddle_point(x, a, b, total, mean):
    away = a * (x - 1) + b * x
    first = (2 * a * a * (x - 1) + a * b * (x - 1) - x * b * b) / (np.sqrt(2 * a / b) * total**1.5 * away**2)
    power = (b * np.log(b / (total * (1 - x))) + a * np.log(a / (total * x))) ** -1.5
    third = np.sqrt(8 * a * b / total) / away + np.where(x < mean, power, -power)
    scale = stirling(a) * stirling(b) / stirling(total) * -x / np.sqrt(2 * a * b / total)
    return scale * (first + 0.5 * np.log(a / (total * x)) * third)


def fitted_beta(x, a, total):
    """An analytic approximation, times a rational function of logarithms."""
    psi, u = special_functions(x).psi, np.log(x)
    v = np.log(a) - u
    w = np.log(total) - v
    parts = [sum(u**i * v**j * polynomial(DIRICHLET[k, i, j], w) for i in range(3) for j in range(3)) for k in (0, 1)]
    return parts[0] / parts[1] * x * (psi(total) - psi(a)) / (total - a)
