"""Attacks on a server of our own on this machine: `make attack` runs them all, tests/server/test_attack.py briefly.

Every attack is bounded in number and time and stays on loopback. The attackers come from other loopback addresses than
the honest player, as strangers would.
"""
