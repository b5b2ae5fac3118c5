"""Exercises of lesson 15: training and evaluating, frozen and trained."""
