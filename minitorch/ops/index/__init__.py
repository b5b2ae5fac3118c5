"""index: elements chosen by index or by mask: x[index], gather, scatter, where."""
