"""The control room: the page on which a broadcaster and their moderators watch over the tables of a channel."""
