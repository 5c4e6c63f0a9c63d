"""Give slash commands by the word that is typed elsewhere, wherever the command is in the menu."""

from typing import Any

from standins.discord import commands

from bot.adapters.discord.inbound.slash import path_of
from bot.commands.table import ALIASES, COMMANDS
from games.catalogue import by_word


def as_given(word: str, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the slash command and its options: `stake` of 50 is `/move text:stake 50`; a path of two words is one."""
    if " " in word:
        return word, options
    command = COMMANDS.get(ALIASES.get(word, word))
    if command is not None and command.word == "open":
        return "play", options
    if command is not None:
        named = [options.pop("what")] if command.word == "mod" else []
        return " ".join((path_of(command), *named)), options
    table = {"table": options.pop("table")} if "table" in options else {}
    if by_word(word) is not None:
        chosen = {"options": options.pop("options")} if options.get("options") else {}
        stake = " ".join(str(value) for value in options.values() if value is not None)
        return "play", {"game": word, **({"stake": stake} if stake else {}), **chosen}
    values = [name if value is True else str(value) for name, value in options.items() if value not in (None, False)]
    return "move", {"text": " ".join([word, *values]), **table}


async def gives(person: Any, word: str, /, *, channel: Any = None, **options: Any) -> Any:
    """Let somebody of the stand-in give a slash command; if it is not in their menu, the owner has allowed it."""
    path, given = as_given(word, options)
    top = path.split()[0]
    if channel is not None and top not in {one.name for one in commands.offered(person, channel)}:
        channel.guild.allow(person, top)
    return await person.slash(path, channel=channel, **given)
