"""mps: torch.mps where there is no Apple GPU: not available, no device, and errors that say so (shelf)."""


def is_available():
    """False: minitorch computes on the CPU, and on GPUs through CuPy."""
    return False


def device_count():
    """0."""
    return 0


def manual_seed(seed):
    """Nothing, as there is no device to seed. Source: PyTorch, torch.mps.manual_seed."""


def absent(name):
    """A function that says what is missing."""

    def function(*args, **kwargs):
        raise RuntimeError(f"Cannot execute {name}() without MPS backend.")

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"RuntimeError: there is no device for torch.mps.{name} here."
    return function


synchronize, empty_cache, seed = absent("synchronize"), absent("empty_cache"), absent("seed")
get_rng_state, set_rng_state = absent("get_rng_state"), absent("set_rng_state")
current_allocated_memory, driver_allocated_memory = (
    absent("current_allocated_memory"),
    absent("driver_allocated_memory"),
)
recommended_max_memory = absent("recommended_max_memory")
set_per_process_memory_fraction = absent("set_per_process_memory_fraction")
