"""The pages of a venue's archive: its games in a list, and what they say of people."""
