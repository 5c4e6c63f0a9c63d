"""For all tests: a busy machine is slow, and that is no mistake of what is tested."""

from hypothesis import HealthCheck, settings

settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
