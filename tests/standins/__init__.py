"""A Discord and a Twitch of our own, on loopback, for the unmodified libraries. README.md explains how to use them."""
