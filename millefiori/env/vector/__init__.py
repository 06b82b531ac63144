"""Thousands of games, stepped at once in compiled code."""

from millefiori.env.vector.batch import Settings, Step, VectorEnv

__all__ = ["Settings", "Step", "VectorEnv"]
