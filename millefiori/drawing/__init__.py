"""Pictures: symbols, the board, a whole game and charts as SVG, and a game in plain characters."""
