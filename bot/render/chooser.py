"""A game in the chooser: its summary, its cover, its rules in pictures, its options."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec.structs import asdict, replace

from bot.ports.browser import GameChoice, GameOption, OptionValue, Preset, ShownLesson
from bot.render.art import emblem_of
from bot.render.boards import board_shown
from bot.render.offers import Called
from bot.render.rules import in_words, meaning, of_value, sentence
from bot.table.document import Session, TableOptions
from bot.table.options import (
    LEVEL_LASTS,
    WORD_OPTIONS,
    as_typed,
    gathering_options,
    hosts_options,
    options_now,
    values_of,
)
from bot.text import Words
from games.catalogue import AnyGame
from games.kit.contract import Scene
from games.tournament import FEWEST_SEATS

NUMBERS: Final = {"buyin": (1, 1_000_000), "pace": (0, 60)}
"""The table's options that are numbers, and their limits (`bot.table.options.table_options`)."""
OF_THE_GAME: Final = "first", "rules"
"""Groups of options that get a line each where a table's are told, the most important first."""
LEVELS: Final = ("0", "1", "2", "3")
"""The levels of house bots."""
GROUPS: Final = {"money": "money", "buyin": "money", "level": "bots", "pace": "bots", "chatter": "bots", "solo": "bots"}


def choice(game: AnyGame, words: Words) -> GameChoice:
    """Return a game for the chooser."""
    called, cover = Called((), game, words, Scene((), ())), game.cover()
    return replace(
        undrawn(game, words),
        cover=None if cover is None else board_shown(cover, called),
        lessons=tuple(
            ShownLesson(called.said(one.says), board_shown(one.board, called), one.phases) for one in game.lessons()
        ),
        explained=words.explained(game),
    )


def undrawn(game: AnyGame, words: Words) -> GameChoice:
    """Return a game for the chooser, without its pictures."""
    presets = tuple(presets_of(game, words))
    return GameChoice(
        name=game.name,
        title=words.title(game),
        about=words.own("game-about", game),
        players=(min(one.players[0] for one in presets), max(one.players[1] for one in presets)),
        minutes=game.minutes,
        difficulty=game.difficulty or 0,
        presets=presets if game.presets else (),
        options=(*own_options(game, words), *tables_options(game, words), *tournaments_options(game, words)),
        tournament=bool(game.tournaments),
        emblem=emblem_of(game.name),
    )


# Presets


def presets_of(game: AnyGame, words: Words) -> Iterator[Preset]:
    """Yield the ways to play the whole game, the usual one first; for a game without presets, one without a name."""
    usual = typed(game, {})
    if not game.presets:
        yield Preset("", "", players(game, {}))
        return
    before = usual[game.presets]
    for value in sorted(values_of(game.options.model_fields[game.presets]), key=lambda value: value != before):
        sets = {} if value == before else {game.presets: value}
        other = {key: one for key, one in typed(game, sets).items() if one != usual[key] and key not in sets}
        said = sentence(meaning(game, game.presets, value, words))
        line = "".join(f"{key}={one}" for key, one in sets.items())
        name = words.own(f"preset-{value}", game) or value
        yield Preset(name, said, players(game, sets), line, other, f"{game.presets}={value}")


def typed(game: AnyGame, given: Mapping[str, str]) -> dict[str, str]:
    """Return all options as typed, with these given ones."""
    return {key: as_typed(value) for key, value in game.options_from(given).model_dump(mode="json").items()}


def players(game: AnyGame, given: Mapping[str, str]) -> tuple[int, int]:
    seats = game.seats(game.options_from(given))
    return seats[0], seats[-1]


# Options


def own_options(game: AnyGame, words: Words) -> Iterator[GameOption]:
    """Yield the game's own options, the most important first, without presets and options that have only one value."""
    fields, limits = game.options.model_fields, game.options.schema_of_all()["properties"]
    first = [key for key in game.options_first if key in fields]
    for key in (*first, *(key for key in fields if key not in first)):
        group = "first" if key in first else "clock" if key.endswith("_seconds") else "rules"
        if key != game.presets and len(values_of(fields[key])) != 1:
            yield option(
                game, words, key, group, as_typed(fields[key].default), values_of(fields[key]), limits.get(key, {})
            )


def tables_options(game: AnyGame, words: Words) -> Iterator[GameOption]:
    """Yield the host's options for every table; those of money only for games that have any."""
    for key, value in asdict(TableOptions()).items():
        group = GROUPS.get(key, "table")
        if group == "money" and not game.stack(game.options_from({})):
            continue
        values = LEVELS if key == "level" else WORD_OPTIONS.get(key, ())
        yield option(game, words, key, group, as_typed(value), values, limits_of(NUMBERS.get(key)), own=False)


def tournaments_options(game: AnyGame, words: Words) -> Iterator[GameOption]:
    """Yield the additional options for the host of a tournament (`seating.gathering_options`)."""
    if not game.tournaments:
        return
    plain, _ = gathering_options(game, {})
    for key, value, limits in (
        ("seats", plain.seats, (FEWEST_SEATS, plain.seats)),
        ("level_seconds", plain.level_seconds, LEVEL_LASTS),
    ):
        yield option(game, words, key, "tournament", str(value), (), limits_of(limits), own=False)


def limits_of(both: tuple[int, int] | None) -> dict[str, int]:
    return {} if both is None else {"minimum": both[0], "maximum": both[1]}


def option(  # noqa: PLR0913 - each by its name in the option
    game: AnyGame,
    words: Words,
    key: str,
    group: str,
    usual: str,
    values: tuple[str, ...],
    limits: Mapping[str, Any],
    *,
    own: bool = True,
) -> GameOption:
    """Return an option in words. `own`: of the game; else one that every table has, with words of the bot."""
    several = any("+" in value for value in values)
    found = tuple(value for value in values if "+" not in value)
    named = f"named-{key}"
    bounds: Mapping[str, Any] = next((one for one in (limits, *limits.get("anyOf", ())) if "minimum" in one), {})
    return GameOption(
        key=key,
        name=(words.own(named, game) if own else words.own(named, None)) or key.replace("_", " "),
        usual=usual,
        group=group,
        meaning=sentence(meaning(game, key, usual, words)) if not values else "",
        values=tuple(OptionValue(value, of_value(game, key, value, words, several=several)) for value in found),
        several=several,
        low=bounds.get("minimum"),
        high=bounds.get("maximum"),
    )


# A table's options as they are now


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
