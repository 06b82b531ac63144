"""How a bot learns: the network, the features it sees, self-play and training."""
