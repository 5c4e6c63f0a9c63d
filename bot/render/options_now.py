"""A table's options in words: those of its game as they are now, its clocks in one line, and what else was set."""

from bot.ports.browser import GameOption
from bot.render.chooser import undrawn
from bot.render.rules import in_words
from bot.table.document import Session
from bot.table.options import as_typed, hosts_options, options_now
from bot.text import Words

OF_THE_GAME = ("first", "rules")
"""Groups of options that get a line each, the most important first."""


def options_in_words(session: Session, words: Words) -> str:
    """Return the options of a table for people who can't set them: one line each, with the current value."""
    game, rules = undrawn(session.rules, words), session.rules
    now, hosts = options_now(session), {key: as_typed(value) for key, value in hosts_options(session).items()}
    lines = [words.text("discord-options-of", game=game.title, code=session.code)]
    if rules.presets:
        lines.append(words.text("option-chosen", meaning=in_words(rules, rules.presets, now[rules.presets], words)))
    own = [one for group in OF_THE_GAME for one in game.options if one.group == group]
    set_so = [one for one in game.options if one.group in {"table", "money", "bots"} and hosts[one.key] != one.usual]
    told = [*((one, now[one.key]) for one in own), *((one, hosts[one.key]) for one in set_so)]
    lines += [words.text("option-now", name=one.name, meaning=meant(one, value)) for one, value in told]
    clocks = [f"{one.name} {now[one.key]} s" for one in game.options if one.group == "clock"]
    return "\n".join([*lines, words.text("options-clocks", clocks=", ".join(clocks))] if clocks else lines)


def meant(option: GameOption, value: str) -> str:
    """Return the meaning of an option's value, or a number as people read it."""
    meanings = [one.meaning for one in option.values if one.word in value.split("+")]
    return ", ".join(meanings) or (f"{int(value):,}" if value.isdecimal() else value)
