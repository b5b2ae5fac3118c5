"""Exercises of lesson 03: operations and broadcasting."""
