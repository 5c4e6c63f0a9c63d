"""The overlay for a broadcast: what everybody may know of the tables of one place, as a browser source for OBS."""
