"""Words to be typed next in a slash command: from the current legal moves, the tables and the options there are."""

from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final

from discord.app_commands import Choice

from bot.adapters.discord.inbound.answers import On
from bot.adapters.discord.inbound.slash import GAME, LONGEST, TABLE, TEXT, Option, Slash
from bot.adapters.discord.outbound.markup import cut
from bot.ports.messages import FormField, Offer
from bot.table.options import as_typed, values_of
from games.catalogue import AnyGame, catalogue

if TYPE_CHECKING:
    from bot.adapters.discord.inbound.interactions import Interactions

MOST_CHOICES: Final = 25
COMPLETED: Final = frozenset({TABLE, GAME, TEXT, "options"})


def completes(option: Option) -> bool:
    return option.name in COMPLETED and len(option.choices) not in range(1, MOST_CHOICES + 1)


def completer(
    slash: Slash, option: Option, interactions: "Interactions"
) -> Callable[[On, str], Coroutine[Any, Any, list[Choice[str]]]]:
    """Return the callback that completes one option of a command."""

    async def complete(interaction: On, typed: str) -> list[Choice[str]]:
        match option.name:
            case "table":
                found = like(typed, [(one.code, one.code) for one in await interactions.mine(interaction)])
            case "game":
                found = like(typed, [(name, name) for name in option.choices])
            case "options":
                found = like(typed, await options_to_set(slash, interaction, interactions, typed))
            case _:
                offers = [one for update in await interactions.mine(interaction) for one in update.card.offers]
                found = moves_typed(typed, offers)
        return [Choice(name=cut(label, LONGEST), value=cut(word, LONGEST)) for label, word in found[:MOST_CHOICES]]

    return complete


def like(typed: str, found: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return those that what was typed is a part of; none twice."""
    return [(label, word) for label, word in dict.fromkeys(found) if typed.lower() in f"{label} {word}".lower()]


# Moves


def moves_typed(typed: str, offers: Sequence[Offer]) -> list[tuple[str, str]]:
    """Return what may be typed next, as labels and lines: whole moves, and their beginnings with one more value."""
    verb, _, rest = typed.lower().partition(" ")
    begun = [one for one in offers if one.verb == verb] if " " in typed else []
    if begun:
        found = [line for one in begun for line in one_further(one, rest)]
    else:
        found = [line for one in offers if starts(one, verb) for line in one_further(one, "")]
    return list(dict.fromkeys(found))


def starts(offer: Offer, typed: str) -> bool:
    return any(part.startswith(typed) for part in f"{offer.verb} {offer.label.lower()}".split())


def one_further(offer: Offer, typed: str) -> list[tuple[str, str]]:
    """Return a move with one more of its values than was typed behind the verb; what is fixed is filled in."""
    *rest, last = typed.split(" ")
    head = [offer.verb]
    for field in (one for one in offer.fields if one.kind != "flag"):
        most = len(field.among) if field.kind == "fixed" else (field.most if field.kind in {"some", "order"} else 1)
        here, rest = rest[:most], rest[most:]
        if field.kind == "fixed":
            words = [one.word for one in field.among]
            if here != [word.lower() for word in words[: len(here)]]:
                return []
            if len(here) < most:
                if not words[len(here)].lower().startswith(last):
                    return []
                last = ""
            head += words
        elif len(here) < most:
            return further(field, [*head, *here], here, last)
        else:
            head += here
    line = " ".join(head)
    return [] if rest or last else [(line if offer.fields else f"{offer.label} ({line})", line)]


def further(field: FormField, head: Sequence[str], here: Sequence[str], last: str) -> list[tuple[str, str]]:
    """Return what stands before with each value that this field may have next. `here`: those that it has."""
    free = list(values_of_field(field))
    for word in here:
        free = without_one(free, word)
    before = " ".join(head)
    return [(f"{before} {label}", f"{before} {word}") for label, word in free if fits(label, word, last)]


def without_one(values: Sequence[tuple[str, str]], word: str) -> list[tuple[str, str]]:
    """Return them without the first of this word: two dice or cards may be alike."""
    at = next((index for index, (_, one) in enumerate(values) if one.lower() == word), None)
    return [one for index, one in enumerate(values) if index != at]


def fits(label: str, word: str, last: str) -> bool:
    return not last or any(part.startswith(last) for part in f"{label} {word}".lower().replace("(", "").split())


def values_of_field(field: FormField) -> list[tuple[str, str]]:
    """Return labels and values; of numbers the proposed one and the ends."""
    if field.kind == "number":
        return [(str(one), str(one)) for one in dict.fromkeys((field.suggest, field.low, field.high))]
    return [(f"{one.label} ({one.word})" if one.label != one.word else one.word, one.word) for one in field.among]


# Options


async def options_to_set(
    slash: Slash, interaction: On, interactions: "Interactions", typed: str
) -> list[tuple[str, str]]:
    """Return `key=value` pairs, one after the other: what was typed so far, and the options that may follow."""
    name = str(getattr(interaction.namespace, "game", "") or "")
    if not name and slash.asks_table:
        name = next((one.card.game for one in await interactions.mine(interaction)), "")
    game = catalogue().get(name)
    if game is None:
        return []
    before = typed.rpartition(" ")[0]
    given = {word.partition("=")[0] for word in before.split()}
    names = [key for key in game.options.model_fields if key not in given]
    lines = [f"{before} {key}={value}".strip() for key in names for value in values_of_option(game, key)]
    return [(line, line) for line in lines]


def values_of_option(game: AnyGame, key: str) -> tuple[str, ...]:
    """Return what an option may be, where that is a short list; else its default."""
    field = game.options.model_fields[key]
    return values_of(field) or (() if field.default is None else (as_typed(field.default),))
