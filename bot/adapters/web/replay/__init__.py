"""The page on which a finished game is watched again."""
