"""Exercises of lesson 11: registering parameters, buffers and modules."""
