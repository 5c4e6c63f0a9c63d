"""Hold the deck of playing cards, the names of ranks, and how people type cards."""

import re
from functools import cache, lru_cache
from typing import Final, NewType

Card = NewType("Card", str)
"""One card of a deck: `3H`, `10S`, `QD`; jokers `J1`, `J2`."""

Rank = NewType("Rank", str)
"""A card as people say it: `3`, `10`, `q`, `joker`. Suits are never needed."""

RANKS: Final = tuple(map(Rank, ("2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a")))
JOKER: Final = Rank("joker")
NO_CARD: Final = Rank("none")
"""The rank in a move that may name a card but names none."""
SUITS: Final = "SHDC"
NUMBERS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NAMES: Final = dict(zip(NUMBERS, RANKS, strict=False)) | {
    "jack": "j",
    "queen": "q",
    "king": "k",
    "ace": "a",
    "t": "10",
    "jk": "joker",
    "wild": "joker",
}
ONE_CARD: Final = "10|[2-9jqkat]"
SUIT: Final = "[shdc♠♥♦♣♤♡♢♧]"


def deck(decks: int, jokers: int) -> tuple[Card, ...]:
    """Return so many whole decks in standard order, then this number of jokers in all."""
    plain = tuple(Card(f"{rank.upper()}{suit}") for suit in SUITS for rank in RANKS)
    return plain * decks + tuple(Card(f"J{number}") for number in range(1, jokers + 1))


@cache
def rank_of(card: Card) -> Rank:
    """Return the rank of a card, `joker` for a joker."""
    return JOKER if is_joker(card) else Rank(card[:-1].lower())


def is_joker(card: Card) -> bool:
    """Return whether this card is a joker."""
    return card[-1].isdigit()


@cache
def called(rank: Rank) -> str:
    """Return a rank as it is printed: `Q`, `10`, `joker`."""
    return rank if rank in {JOKER, NO_CARD} else rank.upper()


@lru_cache(maxsize=4096)
def row(ranks: tuple[Rank, ...]) -> str:
    """Return cards side by side: `7 7 Q`."""
    return " ".join(map(called, ranks))


def read_rank(word: str) -> Rank | None:
    """Read one card as people type it: `7`, `10h`, `Queen`, `joker`; None for anything else."""
    plain = re.sub(r"\ufe0f", "", word.lower())
    plain = NAMES.get(plain, plain)
    found = re.fullmatch(rf"({ONE_CARD}){SUIT}?", plain)
    if found:
        return Rank(NAMES.get(found[1], found[1]))
    return JOKER if re.fullmatch(r"joker|j[1-4]|🃏", plain) else None


def read_run(word: str) -> tuple[Rank, ...]:
    """Read several cards in one word: `QQ`, `777`, `1010`; empty for anything else."""
    plain = word.lower()
    found = re.findall(ONE_CARD, plain)
    if len(found) < 2 or "".join(found) != plain:
        return ()
    return tuple(Rank(NAMES.get(one, one)) for one in found)


def read_all_of(word: str) -> Rank | None:
    """Read a word that means all cards of one rank: `7s`, `queens`, `sixes`, `jokers`; None for anything else."""
    plain = word.lower()
    stems = (plain.removesuffix("s"), plain.removesuffix("es"))
    return next((read_rank(stem) for stem in stems if stem != plain and stem in {*RANKS, *NAMES, JOKER}), None)
