"""The table room in a Twitch Extension: routes for a page that Twitch hosts, and that page, made of the room's own."""
