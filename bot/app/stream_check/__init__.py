"""`potluck stream`: asks for what Twitch needs, checks everything, and says how to fix what is wrong."""
