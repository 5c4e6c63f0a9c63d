"""Read all messages and make all pages when this is loaded: whoever is forked afterwards need not (tests/forked.py)."""

import asyncio

from bot.adapters.web.outbound.pages import files_of, templates
from bot.text.reading import read_all
from games.catalogue import catalogue
from tests.page_folders import FOLDERS, pages_in

asyncio.run(read_all(pause=0))
catalogue.cache_clear()
"""A test may install a game before it forks."""
templates()
for at, folder in FOLDERS.items():
    for page in pages_in(folder):
        files_of(at, folder).page(page)
