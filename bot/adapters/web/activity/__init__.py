"""The table room inside Discord, as an Activity: one route with its own page, made of the room's modules."""
