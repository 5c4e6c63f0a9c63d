"""Discord: its API, its gateway, and the people who use it."""
