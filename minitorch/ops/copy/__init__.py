"""copy: the elements again, in memory of their own: clone, to, repeat, flip, tril."""
