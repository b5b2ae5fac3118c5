"""matmul: products of matrices and vectors."""
