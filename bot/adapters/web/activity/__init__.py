"""The table room inside Discord, as an Activity: one route with a page of its own, made of the room's own modules."""
