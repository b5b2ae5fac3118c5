"""sort: elements in order, the largest k, the distinct ones, counts and quantiles."""
