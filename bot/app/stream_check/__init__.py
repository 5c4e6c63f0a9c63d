"""`potluck stream`: asks what Twitch needs, checks all of it, and says of each what is to be done."""

from bot.app.stream_check.command import check_only, set_up

__all__ = ["check_only", "set_up"]
