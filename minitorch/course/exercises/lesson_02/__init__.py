"""Exercises of lesson 02: operations and broadcasting."""
