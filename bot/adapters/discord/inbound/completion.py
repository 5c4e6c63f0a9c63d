"""Complete what is typed in a slash command: from the current legal moves, tables and options."""

import re
from collections.abc import Callable, Coroutine, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Final, NamedTuple, Protocol

from discord.app_commands import Choice
from msgspec import Struct

from bot.adapters.discord.inbound.answers import On
from bot.adapters.discord.inbound.interactions import Interactions
from bot.adapters.discord.inbound.option_lists import chosen_game
from bot.adapters.discord.inbound.slash import (
    GAME,
    LONGEST,
    MOVE,
    OPTIONS,
    OR_NAMED,
    TABLE,
    TEXT,
    WORD,
    Option,
    Slash,
    by_path,
)
from bot.adapters.discord.outbound.markup import cut
from bot.ports.browser import GameChoice, OptionValue
from bot.ports.messages import FormField, Offer
from games.catalogue import catalogue

MOST_CHOICES: Final = 25
COMPLETED: Final = frozenset({TABLE, GAME, TEXT, OPTIONS, WORD})


OF_ONE_GAME: Final = ("first", "rules", "money", "bots", "table", "clock")
OF_ANY_GAME: Final = ("money", "bots", "table")
"""Groups of options to propose, in this order: for a chosen game, and before one is chosen."""
Given = tuple[str, ...]


def completes(option: Option) -> bool:
    return (option.name in COMPLETED or option.told == OR_NAMED) and len(option.choices) not in range(
        1, MOST_CHOICES + 1
    )


class SlashClient(Protocol):
    """A client, as far as slash commands need it."""

    @property
    def interactions(self) -> Interactions: ...


def heard_by(interaction: On) -> Interactions:
    """Return the handler of interactions of the client that received this one."""
    client: SlashClient = interaction.client
    return client.interactions


def completer(slash: Slash, option: Option) -> Callable[[On, str], Coroutine[Any, Any, list[Choice[str]]]]:
    """Return the callback that completes one option of a command."""

    async def complete(interaction: On, typed: str) -> list[Choice[str]]:
        interactions = heard_by(interaction)
        match option.name:
            case _ if option.told == OR_NAMED:
                cards = [one.card for one in await interactions.mine(interaction)]
                found = like(typed, [(seat.name, seat.name) for card in cards for seat in card.seats])
            case "table":
                found = like(typed, [(one.code, one.code) for one in await interactions.mine(interaction)])
            case "game":
                found = like(typed, [(name, name) for name in option.choices])
            case "word":
                found = like(typed, [(word, word) for word in explained()])
            case "options":
                found = await options_to_set(slash, interaction, interactions, typed)
            case _:
                found = moves_typed(typed, await offered(interaction, interactions))
        fitting = [(label, word) for label, word in found if len(word) <= LONGEST]
        return [Choice(name=cut(label, LONGEST), value=word) for label, word in fitting[:MOST_CHOICES]]

    return complete


async def offered(interaction: On, interactions: Interactions) -> list[Offer]:
    """Return the moves that the sender may make now at their tables here, or at the table they chose."""
    code = str(getattr(interaction.namespace, TABLE, "") or "").upper()
    cards = [update.card for update in await interactions.mine(interaction)]
    return [offer for card in cards if code in {"", card.code} for offer in card.offers]


def explained() -> list[str]:
    """Return the topics of help: commands by their path in the menu, games and moves."""
    return [*(" ".join(path) for path in by_path()), *catalogue(), *sorted(catalogue().verbs)]


def like(typed: str, found: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the entries that contain what was typed, without duplicates."""
    return [(label, word) for label, word in dict.fromkeys(found) if typed.lower() in f"{label} {word}".lower()]


# Moves


class Next(Struct, frozen=True):
    """The words that may come next in a line, as labels and words; `whole`: the line is already a complete move."""

    words: tuple[tuple[str, str], ...]
    whole: bool


def moves_typed(typed: str, offers: Sequence[Offer]) -> list[tuple[str, str]]:
    """Return completions as labels and lines, short ones first: complete moves, or if there are too many, one more word
    each.
    """
    *given, last = words_of(typed)
    begun = [(one, (one.verb, *given[1:]), last) for one in offers if given and one.verb == given[0]]
    begun = begun or [(one, (one.verb,), "") for one in offers if not given and starts(one, last)]
    whole = list(islice(chain.from_iterable(whole_lines(*one) for one in begun), MOST_CHOICES + 1))
    if len(whole) > MOST_CHOICES:
        whole = [line for one in begun for line in one_further(*one)]
    return sorted(dict.fromkeys(whole), key=lambda one: len(one[1].split()))


def words_of(typed: str) -> list[str]:
    """Return the words that were typed, in lower case; the last is empty if the line ends with a space.

    A leading `/move`, or the bot's prefix in chat, is left out.
    """
    line = re.sub(rf"^\s*(?:/{MOVE}\b)?\W*", "", typed.lower())
    words = line.split()
    return words if words and not line[-1].isspace() else [*words, ""]


def starts(offer: Offer, typed: str) -> bool:
    return any(part.startswith(typed) for part in f"{offer.verb} {offer.label.lower()}".split())


def one_further(offer: Offer, given: Given, last: str) -> list[tuple[str, str]]:
    """Return a move with one more word that begins with `last`, and the move itself if it is complete."""
    found = next_of(offer, given[1:], last)
    if found is None:
        return []
    whole = [told(offer, given)] if found.whole and not last else []
    return whole + [told(offer, (*given, word), label) for label, word in found.words if fits(label, word, last)]


def whole_lines(offer: Offer, given: Given, last: str) -> Iterator[tuple[str, str]]:
    """Yield all complete moves that begin with these words."""
    found = next_of(offer, given[1:], last)
    if found is None:
        return
    if found.whole and not last:
        yield told(offer, given)
    for label, word in found.words:
        if fits(label, word, last):
            yield from whole_lines(offer, (*given, word), "")


def told(offer: Offer, given: Given, label: str = "") -> tuple[str, str]:
    """Return a label to choose by, and the line that it stands for. A move without fields has the offer's label."""
    line = " ".join(given)
    return (" ".join((*given[:-1], label or given[-1])) if offer.fields else f"{offer.label} ({line})"), line


def next_of(offer: Offer, given: Given, last: str) -> Next | None:
    """Return what may follow the words after the verb; None: the words do not fit this move."""
    left, optional = list(given), list[tuple[str, str]]()
    for field in offer.fields:
        free, here = values_of_field(field, last), 0
        while left and here < most_of(field) and (at := place_of(left[0], field, free)) is not None:
            left.pop(0)
            here += 1
            if field.kind != "number":
                del free[at]
        if left and here < least_of(field):
            return None
        if not left and here < most_of(field):
            optional += free[:1] if field.kind == "fixed" else free
            if here < least_of(field):
                return Next(tuple(optional), whole=False)
    return None if left else Next(tuple(optional), whole=True)


def most_of(field: FormField) -> int:
    return len(field.among) if field.kind == "fixed" else field.most


def least_of(field: FormField) -> int:
    """Return the fewest words of this field that a line must have; a flag may be left out."""
    match field.kind:
        case "fixed":
            return len(field.among)
        case "flag":
            return 0
        case "some" | "order":
            return field.least
        case _:
            return 1


def place_of(word: str, field: FormField, free: Sequence[tuple[str, str]]) -> int | None:
    """Return the index of the free value that this word names, the first if several are alike; None: there is none."""
    if field.kind == "number":
        return 0 if word.isdecimal() and field.low <= int(word) <= field.high else None
    places = range(min(len(free), 1 if field.kind == "fixed" else len(free)))
    return next((at for at in places if free[at][1].lower() == word.lower()), None)


def fits(label: str, word: str, last: str) -> bool:
    return not last or any(part.startswith(last) for part in f"{label} {word}".lower().replace("(", "").split())


def values_of_field(field: FormField, last: str) -> list[tuple[str, str]]:
    """Return labels and values of a field; for a number: the one typed, the suggested one and the limits."""
    if field.kind == "flag":
        return [(field.label, field.name)]
    if field.kind == "number":
        typed = [int(last)] if last.isdecimal() and field.low <= int(last) <= field.high else []
        return [(str(one), str(one)) for one in dict.fromkeys((*typed, field.suggest, field.low, field.high))]
    return [(f"{one.label} ({one.word})" if one.label != one.word else one.word, one.word) for one in field.among]


# Options


async def options_to_set(
    slash: Slash, interaction: On, interactions: Interactions, typed: str
) -> list[tuple[str, str]]:
    """Return `key=value` completions as labels and text, each after what was typed so far.

    Presets come first. Before a game is chosen, the presets of all games and the options that all tables have are
    proposed.
    """
    name = str(getattr(interaction.namespace, "game", "") or "")
    if not name and slash.asks_table:
        name = next((one.card.game for one in await interactions.mine(interaction)), "")
    words = interactions.bot.words(str(interaction.locale))
    before, _, last = typed.lower().rpartition(" ")
    given = {word.partition("=")[0] for word in before.split()}
    games = [chosen_game(one, words) for one in ([name] if name in catalogue() else catalogue())]
    ways = [way for game in games for way in ways_to_play(game)]
    groups = OF_ONE_GAME if len(games) == 1 else OF_ANY_GAME
    others = [pair for group in groups for game in games for pair in pairs(game, group)]
    pairs_left = [one for one in dict.fromkeys((*ways, *others)) if one.key not in given]
    found = like(last, [(f"{one.option} · {one.told}", one.option) for one in pairs_left])
    return [(label, f"{before} {option}".strip()) for label, option in found]


class Pair(NamedTuple):
    """An option with a value; `told`: the same in words."""

    option: str
    told: str

    @property
    def key(self) -> str:
        return self.option.partition("=")[0]


def ways_to_play(game: GameChoice) -> Iterator[Pair]:
    yield from (Pair(one.option, f"{game.title}: {one.name}") for one in game.presets)


def pairs(game: GameChoice, group: str) -> Iterator[Pair]:
    """Yield each option of a group with all its values; a number with its usual value only."""
    for one in (option for option in game.options if option.group == group):
        values = one.values or (OptionValue(one.usual, one.usual),)
        yield from (Pair(f"{one.key}={value.word}", f"{one.name}: {value.meaning}") for value in values)
