"""For running the notebooks with nbval: which outputs are compared as text."""

try:
    from nbval.plugin import IPyNbFile
except ImportError:  # the library's own tests run without nbval
    IPyNbFile = None

# Printed text stays strict. Pictures and cards have to be there, but their bytes change with fonts and versions.
PICTURES = (
    "image/svg+xml",
    "image/png",
    "text/html",
    "application/json",
    "application/javascript",
    "application/vnd.jupyter.widget-view+json",
)

if IPyNbFile is not None:
    IPyNbFile.skip_compare = tuple(dict.fromkeys((*IPyNbFile.skip_compare, *PICTURES)))
