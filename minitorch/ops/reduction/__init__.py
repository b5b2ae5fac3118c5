"""reduction: many elements into one: sum, mean, max, var, norm."""
