"""`potluck doctor`: looks at all that a bot depends on, and says of each what is wrong and the line that mends it."""
