"""Exercises of lesson 26: windows, convolution as a product of matrices, and its gradients."""
