"""Discord: its API, its gateway, and the people on the other side."""
