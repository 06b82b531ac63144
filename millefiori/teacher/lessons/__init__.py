"""Lessons: positions with a goal, as data (lessons.toml), and what an attempt at one brings."""
