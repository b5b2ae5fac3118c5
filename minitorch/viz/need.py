"""need: packages that only pictures use, loaded when a picture is asked for."""

import importlib

PACKAGES = {"graphviz": "graphviz", "pygraphviz": "pygraphviz", "matplotlib": "matplotlib"}


def need(module, purpose):
    """The module, or an ImportError that says what to install."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = PACKAGES[module.split(".")[0]]
        raise ImportError(
            f"minitorch.viz needs {package} to {purpose}: pip install {package}. "
            "The text form, print(...), works without."
        ) from error
