"""Tests of notices, against a real mail server and a real push endpoint on this machine."""
