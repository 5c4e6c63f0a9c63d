"""The page on which anybody can check the record of a game, in their own browser."""
