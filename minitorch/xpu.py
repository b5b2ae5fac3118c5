"""xpu: torch.xpu where there is no Intel GPU: not available, no device, and errors that say so (shelf)."""


def is_available():
    """False: minitorch computes on the CPU, and on GPUs through CuPy."""
    return False


is_initialized = is_bf16_supported = is_available


def device_count():
    """0."""
    return 0


memory_allocated = max_memory_allocated = memory_reserved = max_memory_reserved = device_count


def manual_seed(seed):
    """Nothing, as there is no device to seed. Source: PyTorch, torch.xpu.manual_seed."""


manual_seed_all = manual_seed


def empty_cache():
    """Nothing, as there is no device. Source: PyTorch, torch.xpu.empty_cache."""


def synchronize(device=None):
    """AssertionError: there is no device to wait for."""
    raise AssertionError("minitorch not compiled with XPU enabled")


def current_device():
    """AssertionError: there is no device."""
    raise AssertionError("minitorch not compiled with XPU enabled")


get_device_name = get_device_properties = set_device = synchronize
