"""Show a table's options to those who may set them: presets, each option's current value, and its possible values."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from discord import ui

from bot.adapters.discord.outbound.buttons import (
    LONGEST_OPTION,
    MOST_OPTIONS,
    Does,
    Press,
    button,
)
from bot.adapters.discord.outbound.components import Button, Option, Select, Style, Text, View, rows
from bot.adapters.discord.outbound.layout import HAND
from bot.adapters.discord.outbound.markup import cut, plain
from bot.ports.browser import GameChoice, GameOption, Preset
from bot.ports.messages import Panel
from bot.text import Words

LONGEST_PLACEHOLDER: Final = 150
LONGEST_TITLE: Final = 45
LISTS: Final = {"first": ("first",), "rules": ("rules",), "others": ("clock", "table", "bots")}
"""The lists of options, and the groups in each."""
SECONDS: Final = " s"
VALUE: Final = "value"
"""The name of the input in a number's form."""
KEPT: Final = 900.0
"""Seconds for which discord.py remembers a form; we recognize it by its `custom_id`."""


def options_view(panel: Panel, game: GameChoice, words: Words, said: str = "", *, has_rooms: bool = False) -> View:
    """Return everything that the opener of a table can choose: how to play, with whom, where; and the button to start.

    Choosing an option leads to its values. `said`: a text above them. `has_rooms`: a thread can be opened here.
    """
    told = [plain(f"- {one}") for one in panel.chosen] or [plain(words.text("discord-as-usual"))]
    head = plain(words.text("discord-options-of", game=panel.title, code=panel.code))
    lists = [
        *ways_to_play(panel, game, words),
        *house_bots(panel, words),
        *lists_of_options(panel, game, words),
    ]
    text = "\n".join(filter(None, [said, f"**{head}**", *told]))
    return View(Text(text), *rows([*lists, *buttons(panel, words, has_rooms=has_rooms)]))


def buttons(panel: Panel, words: Words, *, has_rooms: bool) -> list[Button]:
    """Return the buttons that begin the game, move the table into a thread, and leave the options."""
    word = "start" if panel.phase == "lobby" else "rematch"
    offered = {choice.word: choice.label for choice in panel.commands}
    found = [
        button(
            offered.get(word) or words.text(f"button-{word}"),
            Press(Does.SAY, panel.code, "", word),
            Style.SUCCESS,
        )
    ]
    if has_rooms:
        found.append(button(words.text("discord-own-thread"), Press(Does.SAY, panel.code, "", "thread")))
    return [*found, button(words.text("discord-options-done"), Press(Does.OWN, panel.code, "", HAND))]


def house_bots(panel: Panel, words: Words) -> list[Select]:
    """Return the list of numbers of house bots to seat, for those who may seat them."""
    free = min(panel.most - panel.sitting, MOST_OPTIONS)
    if free < 1 or not any(choice.word == "bots" for choice in panel.commands):
        return []
    found = [Option(words.text("discord-add-bots", count=one), str(one)) for one in range(1, free + 1)]
    return [a_list(Press(Does.SEAT, panel.code), words.text("discord-house-bots"), found)]


def ways_to_play(panel: Panel, game: GameChoice, words: Words) -> list[Select]:
    if not game.presets:
        return []
    now = preset_now(panel, game)
    found = [
        Option(cut(one.name, LONGEST_OPTION), one.option, cut(one.meaning, LONGEST_OPTION), default=one is now)
        for one in game.presets[:MOST_OPTIONS]
    ]
    return [a_list(Press(Does.SET, panel.code), words.text("discord-ways-to-play"), found)]


def lists_of_options(panel: Panel, game: GameChoice, words: Words) -> list[Select]:
    """Return the options that the table's host may set, a list for each group; money is fixed once a table is open."""
    return [
        a_list(
            Press(Does.CHOOSE, panel.code, str(number)),
            words.text(f"discord-options-{name}"),
            [told_now(one, panel, game) for one in chunk],
        )
        for number, (name, chunk) in enumerate(grouped(game))
    ]


def grouped(game: GameChoice) -> Iterator[tuple[str, Sequence[GameOption]]]:
    """Yield the name of each list, and its options; a tournament's own options are not set at a table."""
    for name, groups in LISTS.items():
        those = [one for one in game.options if one.group in groups]
        yield from ((name, those[at : at + MOST_OPTIONS]) for at in range(0, len(those), MOST_OPTIONS))


def told_now(option: GameOption, panel: Panel, game: GameChoice) -> Option:
    now = value_now(option, panel, game)
    unit = SECONDS if option.group == "clock" else ""
    means = [one.meaning for one in option.values if one.word in now.split("+")]
    return Option(cut(option.name, LONGEST_OPTION), option.key, cut(", ".join(means) or f"{now}{unit}", LONGEST_OPTION))


def preset_now(panel: Panel, game: GameChoice) -> Preset | None:
    """Return the preset in use; the first one is the usual one."""
    given = {f"{key}={value}" for key, value in panel.given}
    return next((one for one in game.presets if one.option in given), next(iter(game.presets), None))


def value_now(option: GameOption, panel: Panel, game: GameChoice) -> str:
    """Return the current value of an option as typed: the one given, or the usual one of the preset."""
    preset = preset_now(panel, game)
    usual = {} if preset is None else preset.usual
    return dict(panel.given).get(option.key, usual.get(option.key, option.usual))


def values_view(option: GameOption, panel: Panel, game: GameChoice, words: Words) -> View:
    """Return a list of the values of one option, each with its meaning."""
    now = value_now(option, panel, game).split("+")
    found = [
        Option(cut(one.meaning, LONGEST_OPTION), one.word, default=one.word in now)
        for one in option.values[:MOST_OPTIONS]
    ]
    most = len(found) if option.several else 1
    chosen = a_list(Press(Does.SET, panel.code, "", option.key), option.name, found, most=most)
    back = button(words.text("discord-back"), Press(Does.CHOOSE, panel.code))
    return View(Text(f"**{plain(option.name)}**"), *rows([chosen, back]))


def number_form(option: GameOption, panel: Panel, game: GameChoice, words: Words) -> ui.Modal:
    """Return the form for an option that is a number."""
    press = Press(Does.ENTER, panel.code, "", option.key)
    modal = ui.Modal(title=cut(option.name, LONGEST_TITLE), custom_id=press.custom_id, timeout=KEPT)
    limits = (
        None
        if option.low is None or option.high is None
        else words.text("discord-number-between", low=option.low, high=option.high)
    )
    typed: ui.TextInput[Any] = ui.TextInput(custom_id=VALUE, default=value_now(option, panel, game), max_length=40)
    modal.add_item(ui.Label(text=cut(option.name, LONGEST_TITLE), description=limits, component=typed))
    return modal


def a_list(press: Press, placeholder: str, found: Sequence[Option], *, most: int = 1) -> Select:
    return Select(press.custom_id, cut(placeholder, LONGEST_PLACEHOLDER), tuple(found), most)


__all__ = ["VALUE", "number_form", "options_view", "values_view"]
