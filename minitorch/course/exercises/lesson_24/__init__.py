"""Exercises of lesson 24: clipping, schedules of the learning rate, and gradients of several batches."""
