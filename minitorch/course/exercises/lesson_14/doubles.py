"""Names and small modules for the exercises of this lesson, and mistakes that several of them know."""

from ...define import Mistake

SETUP = """
        from minitorch.nn.module.call import (
            Call,
            Seen,
            _global_forward_hooks,
            _global_forward_hooks_with_kwargs,
            _global_forward_pre_hooks,
            pair,
            register,
            register_module_forward_hook,
            register_module_forward_pre_hook,
        )

        class Double(Call):
            def forward(self, x, plus=0):
                return 2 * x + plus

        class Told(Double):
            def _call_with_hooks(self, args, kwargs):
                self.__dict__.setdefault("told", []).append((args, kwargs))
                return super()._call_with_hooks(args, kwargs)

        def note(seen, name):
            def hook(module, *given):
                seen.append(name)
            return hook

        def tried(call, *args, **kwargs):
            try:
                return call(*args, **kwargs)
            except Exception as error:
                return f"{type(error).__name__}: {error}"
    """

MOVED = Mistake(
    lambda expected, got, error: "changed size during iteration" in str(error) or "mutated during" in str(error),
    "A hook may remove itself while it runs, and then the dictionary changes under your loop. Loop over a list made of it.",
)
STARS = Mistake(
    lambda expected, got, error: (
        "_call_with_hooks() takes 3 positional" in str(error)
        or "_call_with_hooks() missing" in str(error)
        or "_call_with_hooks() got an unexpected keyword" in str(error)
    ),
    "_call_with_hooks takes the arguments as they are, a tuple and a dictionary: `self._call_with_hooks(args, kwargs)`, "
    "without stars.",
)
