"""Potluck for those who build on it: `potluck.testing` has the tests that every game inherits."""
