"""Bots against bots: matches, tournaments, ratings and simulations."""
