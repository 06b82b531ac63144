"""Tests of tempo, clocks, absent people and notifications."""
