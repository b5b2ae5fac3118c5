"""A Sphinx extension for the book: leave out scripts that Jupyter Book adds to every page and that name another host.

They would let a reader run cells on a public server; the course runs in JupyterLab instead.
"""


def drop_thebe(app, page, template, context, doctree):
    """Take Thebe's scripts out of a page."""
    kept = []
    for script in context.get("script_files", ()):
        text = f"{getattr(script, 'filename', script)} {getattr(script, 'attributes', '')}"
        if "thebe" not in text.lower():
            kept.append(script)
    context["script_files"] = kept


def setup(app):
    app.connect("html-page-context", drop_thebe, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
