"""The addresses of Discord: the real ones unless told otherwise (compatible servers, proxies, tests)."""

import discord.gateway
import discord.http
import yarl


def point_to(api_base: str, gateway_url: str) -> None:
    """Send all that discord.py does to these addresses; empty: its own. It has no setting for them, and reads them anew
    each time.
    """
    if api_base:
        discord.http.Route.BASE = api_base.rstrip("/")
    if gateway_url:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
