"""Exercises of lesson 04: shapes, views and indexing."""
