"""Exercises of lesson 03: shapes, views and indexing."""
