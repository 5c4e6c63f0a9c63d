"""The games: pure rules that know no chat, no clock and no store."""
