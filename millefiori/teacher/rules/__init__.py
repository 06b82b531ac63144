"""The rules with pictures: one worked example for each area, as data (examples.toml), played by the engine."""
