"""creation: tensors from data, from other libraries' arrays, and of one value."""
