"""Words to be typed next in a slash command: from the current legal moves, the tables and the options there are."""

from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final

from discord.app_commands import Choice

from bot.adapters.discord.inbound.answers import On
from bot.adapters.discord.inbound.slash import LONGEST, TABLE, Option, Slash
from bot.adapters.discord.outbound.markup import cut
from bot.ports.messages import Offer
from bot.table.options import as_typed, values_of
from games.catalogue import AnyGame, catalogue

if TYPE_CHECKING:
    from bot.adapters.discord.inbound.interactions import Interactions

MOST_CHOICES: Final = 25


def completes(option: Option) -> bool:
    return option.kind is str and not option.choices


def completer(
    slash: Slash, option: Option, interactions: "Interactions"
) -> Callable[[On, str], Coroutine[Any, Any, list[Choice[str]]]]:
    """Return the callback that completes one option of a command."""

    async def complete(interaction: On, typed: str) -> list[Choice[str]]:
        if option.name == TABLE:
            words: list[str] = [one.code for one in await interactions.mine(interaction)]
            found = [(word, word) for word in dict.fromkeys(words)]
        elif option.name == "options":
            found = options_typed(slash, interaction, typed)
        else:
            offers = [one for update in await interactions.mine(interaction) for one in update.card.offers]
            found = one_more(typed, values_now([one for one in offers if one.verb == slash.word], option.name))
            typed = ""
        like = [(label, word) for label, word in found if typed.lower() in f"{label} {word}".lower()]
        return [Choice(name=cut(label, LONGEST), value=cut(word, LONGEST)) for label, word in like[:MOST_CHOICES]]

    return complete


def one_more(typed: str, values: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return what was typed so far, each time with one of the values that the last word may become; none twice."""
    before, _, last = typed.lower().rpartition(" ")
    fitting = [
        (label, word)
        for label, word in values
        if word.lower() not in before.split()
        and (not last or any(part.startswith(last) for part in f"{label} {word}".lower().replace("(", "").split()))
    ]
    return [(f"{before} {label}".strip(), f"{before} {word}".strip()) for label, word in fitting]


def values_now(offers: Sequence[Offer], name: str) -> list[tuple[str, str]]:
    """Return labels and values that this field may have now; of numbers the ends and the one in between."""
    found: dict[str, str] = {}
    for field in (field for one in offers for field in one.fields if field.name == name):
        for number in (field.suggest, field.low, field.high) if field.kind == "number" else ():
            found.setdefault(str(number), str(number))
        for choice in field.among:
            found.setdefault(
                choice.word, f"{choice.label} ({choice.word})" if choice.label != choice.word else choice.word
            )
    return [(label, word) for word, label in found.items()]


def options_typed(slash: Slash, interaction: On, typed: str) -> list[tuple[str, str]]:
    """Return `key=value` pairs, one after the other: what was typed so far, and the options that may follow."""
    chosen = slash.game or catalogue().get(str(getattr(interaction.namespace, "game", "")))
    if chosen is None:
        return []
    before, _, last = typed.rpartition(" ")
    given = {word.partition("=")[0] for word in before.split()}
    names = [key for key in chosen.options.model_fields if key not in given]
    lines = [f"{before} {key}={value}".strip() for key in names for value in values_of_option(chosen, key)]
    return [(line, line) for line in lines if last.lower() in line.lower()]


def values_of_option(game: AnyGame, key: str) -> tuple[str, ...]:
    """Return what an option may be, where that is a short list; else its default."""
    field = game.options.model_fields[key]
    return values_of(field) or (() if field.default is None else (as_typed(field.default),))
