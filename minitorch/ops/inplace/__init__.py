"""inplace: operations that change their tensor: names that end in an underscore."""
