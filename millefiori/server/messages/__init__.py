"""The wire: every message between page and server, typed and validated (docs/protocol.md is made from these files).

Over the socket of a table a client sends `requests` and gets `events` and `talk`; other structs are bodies of HTTP
requests and answers. Cards, spaces and actions are numbers, as everywhere; `facts` say what they mean. What a room
keeps by the thousand cannot form cycles, so the garbage collector leaves it alone (`gc=False`).
"""
