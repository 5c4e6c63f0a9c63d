"""The page on which anybody checks the record of a game, in their own browser."""
