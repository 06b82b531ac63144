"""Tests of the web server. What needs a real server runs compiled and at full speed only."""

import pytest

from millefiori.engine.compiled import IS_COMPILED, config

real_server = pytest.mark.skipif(not IS_COMPILED or bool(config.BOUNDSCHECK), reason="needs the compiled engine")
