"""Read how people type cards: `play 7 7`, `7s`, `QQ`, `10h`, `joker as 10`, in any case; suits are never needed."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.kit.cards import JOKER, Rank, read_all_of, read_rank, read_run
from games.kit.moves import LegalMove, Move, Order
from games.kit.notation import Unreadable
from games.kit.telling import say
from games.poohead.moves import Joker, Play, Take

BETWEEN: Final = frozenset({"and", "the", "my"})
AS: Final = frozenset({"as", "is", "="})


def implied(word: str, _legal: Sequence[LegalMove] = ()) -> type[Move] | None:
    """Return the move of a line that begins with a card."""
    first = word.split(",", maxsplit=1)[0]
    return Play if read_all_of(first) or read_rank(first) or read_run(first) else None


def meant(kind: type[Move], words: tuple[str, ...]) -> tuple[type[Move], tuple[str, ...]]:
    """Return the move that is meant: `play joker as 10` is a joker alone, `play 10 joker` is two cards."""
    alone = len(words) > 2 and words[-2].lower() in AS and all(is_joker(word) for word in words[:-2])
    return (Joker, words[1:]) if kind is Play and alone else (kind, words)


def is_joker(word: str) -> bool:
    return read_rank(word) == JOKER or read_all_of(word) == JOKER


def spelled_out(kind: type[Move], words: Sequence[str], legal: Sequence[LegalMove]) -> tuple[str, ...]:
    split = [part for word in words for part in word.replace("+", ",").split(",") if part]
    split = [word for word in split if word.lower() not in BETWEEN]
    if kind is Joker:
        return jokers(split)
    if kind is Play:
        return tuple(cards(split, legal))
    if kind is Take and [word.lower() for word in split[:1]] == ["pile"]:
        return tuple(split[1:])
    return tuple(split)


def cards(words: Sequence[str], legal: Sequence[LegalMove]) -> Iterator[str]:
    """Yield a word for each card; `7s` is as many as may be played now. Raises Unreadable if there is none."""
    if not words:
        raise Unreadable(say("which-cards"))
    for word in without_names(words):
        every = read_all_of(word)
        if every is not None:
            yield from [every] * max(1, most_of(every, legal))
        else:
            yield from read_run(word) or (word,)


def without_names(words: Sequence[str]) -> list[str]:
    """Drop a joker's name if the other cards say it already: `7 joker as 7`."""
    for at, word in enumerate(words[:-1]):
        if at and word.lower() in AS and is_joker(words[at - 1]):
            return [*words[:at], *words[at + 2 :]]
    return list(words)


def most_of(rank: Rank, legal: Sequence[LegalMove]) -> int:
    """Return the most cards of this rank that one play may hold, not counting jokers."""
    plays = [offer.fields["cards"] for offer in legal if offer.move is Play]
    rows = [choice.values for choice in plays if isinstance(choice, Order)]
    return max((len(values) for values in rows if set(values) == {rank}), default=0)


def jokers(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of jokers alone: `joker as 10`; `joker joker as 7` is two of them."""
    said = [word for at, word in enumerate(words) if word.lower() not in AS or at == len(words) - 1]
    more = 0
    while said and is_joker(said[0]):
        said, more = said[1:], more + 1
    return (*said, str(more + 1)) if more and len(said) == 1 else tuple(said)
