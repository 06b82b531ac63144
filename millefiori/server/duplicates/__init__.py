"""Duplicate play for friends: the same deals at several tables, and who made more of the same cards."""
