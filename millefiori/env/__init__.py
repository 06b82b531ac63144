"""The game as an environment for learning: one observation, and adapters to the frameworks that researchers use.

`observation` says what a learner sees, `rewards` what it is paid, `vector` steps thousands of games at once in compiled
code. `pettingzoo`, `gymnasium` and `openspiel` are thin: each imports its framework (extra `[rl]`), none knows a rule.
"""
