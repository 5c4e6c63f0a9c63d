"""Twitch: Helix, the id server, EventSub, and the people in chat."""
