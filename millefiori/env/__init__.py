"""The game as an environment for learners: one observation, with adapters for the frameworks that researchers use.

`observation` defines what a learner sees and `rewards` what it is paid; `vector` steps thousands of games at once in
compiled code. `pettingzoo`, `gymnasium` and `openspiel` are thin adapters (extra `[rl]`) that contain no rules.
"""
