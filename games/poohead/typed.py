"""How people type cards: `play 7 7`, `7s`, `QQ`, `10h`, `joker as 10`, in any case; suits are never needed."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.cards import JOKER, Rank, read_all_of, read_rank, read_run
from games.moves import LegalMove, Move, Order
from games.poohead.moves import Joker, Play, Take

FILLERS: Final = frozenset({"and", "as", "a", "the", "my", "is", "="})
"""Said between cards; `a` is an ace only by itself, or between other cards."""


def implied(word: str) -> type[Move] | None:
    """A line that begins with a card."""
    for card in word.lower().split(","):
        if read_all_of(card) == JOKER or read_rank(card) == JOKER:
            return Joker
        if read_all_of(card) or read_rank(card) or read_run(card):
            return Play
    return None


def spelled_out(kind: type[Move], words: Sequence[str], legal: Sequence[LegalMove]) -> tuple[str, ...]:
    split = [part for word in words for part in word.replace("+", ",").split(",") if part]
    if kind is Joker:
        return jokers(split)
    if kind is Play:
        return tuple(cards(split, legal))
    if kind is Take and [word.lower() for word in split[:1]] == ["pile"]:
        return tuple(split[1:])
    return tuple(split)


def cards(words: Sequence[str], legal: Sequence[LegalMove]) -> Iterator[str]:
    """Each card a word; `7s` is as many as may be played now."""
    for word in words:
        if word.lower() in FILLERS - {"a"}:
            continue
        every = read_all_of(word)
        if every is not None:
            yield from [every] * max(1, most_of(every, legal))
        else:
            yield from read_run(word) or (word,)


def most_of(rank: Rank, legal: Sequence[LegalMove]) -> int:
    """The most cards of this rank that one play may hold without a joker."""
    plays = [offer.fields["cards"] for offer in legal if offer.move is Play]
    rows = [choice.values for choice in plays if isinstance(choice, Order)]
    return max((len(values) for values in rows if set(values) == {rank}), default=0)


def jokers(words: Sequence[str]) -> tuple[str, ...]:
    """`joker as 10`; `joker joker as 7`: two of them."""
    said = [word for word in words if word.lower() not in FILLERS - {"a"}]
    more = 0
    while said and (read_rank(said[0]) == JOKER or read_all_of(said[0]) == JOKER):
        said, more = said[1:], more + 1
    return (*said, str(more + 1)) if more and len(said) == 1 else tuple(said)
