"""How a bot thinks: one turn searched completely, candidates compared in sampled worlds, within a budget."""
