"""printing: placeholder until the full one lands."""
import numpy as np
def tensor_repr(array, dtype, device, requires_grad, name=None):
    s = "tensor(" + np.array2string(array, separator=", ", precision=4, prefix="tensor(")
    if name: s += f", grad_fn=<{name}>"
    elif requires_grad: s += ", requires_grad=True"
    return s + ")"
def tensor_format(array, spec): return format(array.item(), spec)
def set_printoptions(**k): pass
def get_printoptions(): return {}
