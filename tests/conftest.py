"""Profiles for hypothesis: fewer examples where the rules run uncompiled, the same examples every time in CI."""

import os

from hypothesis import HealthCheck, settings

from millefiori.engine.compiled import IS_COMPILED

settings.register_profile(
    "laws",
    max_examples=16 if IS_COMPILED else 3,
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("laws")
