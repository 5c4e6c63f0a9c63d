"""What the families of commands work with."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.engine.directory import Directory
from bot.engine.repository import Repository
from bot.people.languages import WordsOf
from bot.ports.platforms import Platforms
from bot.table.defaults import Defaults
from persistence import Store


@dataclass(frozen=True)
class Context:
    """`words`: the sentences for whoever sent a message; `random_bytes`: where codes come from."""

    store: Store
    repository: Repository
    directory: Directory
    words: WordsOf
    defaults: Defaults
    platforms: Platforms
    random_bytes: Callable[[int], bytes]
