"""Twitch's side of an extension: its tokens, its helper script, and the server that hosts a zip."""
