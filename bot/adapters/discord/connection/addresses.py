"""Set the addresses of Discord: the real ones by default, others for compatible servers, proxies and tests."""

import discord.gateway
import discord.http
import yarl


def point_to(api_base: str, gateway_url: str) -> None:
    """Send all of discord.py's requests to these addresses; empty: Discord's own. The library has no setting for them,
    but reads these attributes for every request.
    """
    if api_base:
        discord.http.Route.BASE = api_base.rstrip("/")
    if gateway_url:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
