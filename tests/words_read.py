"""Read all messages when this is loaded: whoever is forked afterwards need not parse them (tests/forked.py)."""

import asyncio

from bot.text.reading import read_all
from games.catalogue import catalogue

asyncio.run(read_all(pause=0))
catalogue.cache_clear()
"""A test may install a game before it forks."""
