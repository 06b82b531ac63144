"""Several workers: what survives when they are killed."""
