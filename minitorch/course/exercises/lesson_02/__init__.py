"""Exercises of lesson 02: from data to an array, copy or share, and which dtype wins."""
