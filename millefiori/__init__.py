"""Mille Fiori, Reiner Knizia's game of Venetian glass: rules, tables, records and views."""

__version__ = "0.1.0"
