"""`potluck stream`: asks what Twitch needs, checks all of it, and says of each what is to be done."""
