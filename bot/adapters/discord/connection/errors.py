"""Name the errors with which a call to Discord may fail."""

from typing import Final

import aiohttp
import discord

LOST: Final = (TimeoutError, OSError, aiohttp.ClientError, discord.DiscordException)
"""The connection was lost, or the outcome is unknown; neither is our fault. HTTPException must be caught before
these.
"""
