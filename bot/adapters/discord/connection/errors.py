"""The ways in which a call to Discord may end, besides an answer."""

from typing import Final

import aiohttp
import discord

LOST: Final = (TimeoutError, OSError, aiohttp.ClientError, discord.DiscordException)
"""The connection ended, or nobody knows: weather, and no fault of ours. A refusal (HTTPException) is caught before."""
