"""Build the form (a modal) of a move with choices, and read what was filled in. Only the player sees it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.adapters.discord.outbound.buttons import MOST_OPTIONS, Press, ValueEmojis, as_chosen, options
from bot.adapters.discord.outbound.markup import cut, plain
from bot.adapters.discord.outbound.named_moves import settled
from bot.ports.messages import FormField, Offer
from bot.render.offers import to_choose
from bot.text import Words

MOST_FIELDS: Final = 5
PLACE: Final = "@"
"""Stands between the name of a field and the place of a list in its order."""
LONGEST_TITLE: Final = 45
LONGEST_HELP: Final = 100
KEPT: Final = 900.0
"""Seconds for which discord.py remembers a form; we recognize it by its `custom_id` for as long as the Ask stands."""


def form_for(one: Offer, press: Press, words: Words, about: str = "", emojis: ValueEmojis | None = None) -> ui.Modal:
    """Return the form of a move. `press.custom_id` names the table, the Ask and the move; we store nothing else of it.

    `about`: a text about the move, since the form hides the table. `emojis`: for the values of its lists.
    """
    modal = ui.Modal(title=cut(one.label, LONGEST_TITLE), custom_id=press.custom_id, timeout=KEPT)
    fields = to_choose(settled(one))[:MOST_FIELDS]
    found = [label for field in fields for label in labels(field, words, emojis, MOST_FIELDS - len(fields) + 1)]
    if about and len(found) < MOST_FIELDS:
        modal.add_item(ui.TextDisplay(plain(about)))
    for label in found:
        modal.add_item(label)
    return modal


def labels(field: FormField, words: Words, emojis: ValueEmojis | None, most: int) -> Iterator[ui.Label[Any]]:
    """Yield the inputs of a field: one; for an order of at most so many things a list for each place in it; of more
    values than a list holds, as many lists as that takes.
    """
    if field.kind == "order" and len(field.among) <= most:
        for place, first in enumerate(field.among, 1):
            listed = ui.Select[Any](
                custom_id=f"{field.name}{PLACE}{place}", options=choices(field, [first.word], emojis)
            )
            yield ui.Label(text=cut(words.text("discord-place", place=place), LONGEST_TITLE), component=listed)
        return
    starts = range(0, len(field.among), MOST_OPTIONS)
    if field.kind in ("one", "some") and 1 < len(starts) <= most:
        for place, start in enumerate(starts, 1):
            yield ui.Label(
                text=cut(field.label, LONGEST_TITLE), component=part_of_it(field, place, start, words, emojis)
            )
        return
    help_line, component = asked(field, words, emojis)
    yield ui.Label(
        text=cut(field.label, LONGEST_TITLE),
        description=cut(help_line, LONGEST_HELP) if help_line else None,
        component=component,
    )


def asked(field: FormField, words: Words, emojis: ValueEmojis | None = None) -> tuple[str, ui.Item[Any]]:
    """Return the help line and the input of a field."""
    match field.kind:
        case "number":
            return words.text("discord-number-between", low=field.low, high=field.high), number(field)
        case "flag":
            return "", ui.Checkbox(custom_id=field.name)
        case "order":
            return words.text("discord-in-order", words=", ".join(named(field))), typed(field)
        case _ if len(field.among) > MOST_OPTIONS:
            return ", ".join(named(field)), ui.TextInput(custom_id=field.name, max_length=200)
        case _:
            return "", from_a_list(field, words, emojis)


def number(field: FormField) -> ui.TextInput[Any]:
    """Return the input for a number as people write it: `10k`, `half`, `all`."""
    return ui.TextInput(custom_id=field.name, default=str(field.suggest), max_length=20)


def typed(field: FormField) -> ui.TextInput[Any]:
    return ui.TextInput(custom_id=field.name, default=" ".join(one.word for one in field.among)[:400], max_length=400)


def named(field: FormField) -> list[str]:
    return [one.word if one.word == one.label else f"{one.word} ({one.label})" for one in field.among]


def from_a_list(field: FormField, words: Words, emojis: ValueEmojis | None) -> ui.Select[Any]:
    least, most = (field.least, field.most) if field.kind == "some" else (1, 1)
    first = [field.among[0].word] if field.kind == "one" else []
    return ui.Select(
        custom_id=field.name,
        placeholder=how_many(least, most, words),
        options=choices(field, first, emojis),
        min_values=least,
        max_values=min(most, len(field.among)),
        required=least > 0,
    )


def part_of_it(field: FormField, place: int, start: int, words: Words, emojis: ValueEmojis | None) -> ui.Select[Any]:
    """Return one of several lists of a field's values: how many are chosen in all is seen when the form is sent."""
    listed = choices(field, [], emojis, start)
    least, most = (field.least, field.most) if field.kind == "some" else (1, 1)
    return ui.Select(
        custom_id=f"{field.name}{PLACE}{place}",
        placeholder=how_many(least, most, words),
        options=listed,
        min_values=0,
        max_values=min(most, len(listed)),
        required=False,
    )


def choices(
    field: FormField, chosen: Sequence[str], emojis: ValueEmojis | None, start: int = 0
) -> list[discord.SelectOption]:
    """Return the values of a field for a list in a form, as the library takes them."""
    return [
        discord.SelectOption(
            label=one.label,
            value=one.value,
            description=one.description or None,
            emoji=None if one.emoji is None else discord.PartialEmoji(name=one.emoji.name, id=int(one.emoji.id)),
            default=one.default,
        )
        for one in options(field, chosen=chosen, emojis=emojis, start=start)
    ]


def how_many(least: int, most: int, words: Words) -> str:
    """Return what an empty list asks for."""
    if least == most:
        return words.text("discord-choose-so-many", count=most)
    if least:
        return words.text("discord-choose-between", least=least, most=most)
    return words.text("discord-choose-up-to", most=most)


def filled(interaction: discord.Interaction[Any]) -> dict[str, tuple[str, ...]]:
    """Return the words that were filled in, by field name; the bot reads and checks them."""
    found: dict[str, tuple[str, ...]] = {}
    for part in inputs(interaction.data or {}):
        name = str(part.get("custom_id", ""))
        values = part.get("values")
        if isinstance(values, list):
            field = name.partition(PLACE)[0]
            found[field] = (*(found.get(field, ()) if field != name else ()), *map(as_chosen, values))
        elif part.get("value") is True:
            found[name] = (name,)
        elif isinstance(part.get("value"), str):
            found[name] = tuple(str(part["value"]).split())
    return found


def inputs(content: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the inputs of a form that was sent, at any depth."""
    for part in content.get("components", ()) if isinstance(content, Mapping) else ():
        if isinstance(part, Mapping):
            inner = part.get("component")
            yield inner if isinstance(inner, Mapping) else part
            yield from inputs(part)
