"""Benchmarks: each is a program of its own; see the Makefile."""
