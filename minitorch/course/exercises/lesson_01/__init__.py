"""Exercises of lesson 01: the attributes of a tensor, and memory that several tensors share."""
