"""The border: who may ask, how often, how long the server waits, and what every answer carries."""
