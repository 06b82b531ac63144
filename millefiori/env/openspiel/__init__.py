"""The game for OpenSpiel. Importing this package registers it as `python_mille_fiori`."""

from millefiori.env.openspiel.game import SHORT_NAME, MilleFioriGame, MilleFioriState

__all__ = ["SHORT_NAME", "MilleFioriGame", "MilleFioriState"]
