"""Read how people type moves: `vote 2 for standard auction`, `for 5 rounds`, `swap jack and colin`, `bid nothing`."""

from collections.abc import Sequence
from typing import Final

from games.headache.moves import NONE, Bid, Cast, For, Lot, Swap, Vote
from games.headache.options import FailedBids, Voters
from games.kit.moves import LegalMove, Move, OneOf
from games.kit.notation import Unreadable
from games.kit.telling import say

FILLERS: Final = {
    Vote: frozenset({"for", "on", "the", "pay", "auction", "auctions", "round", "rounds", "sucker", "suckers"}),
    For: frozenset({"auction", "auctions", "round", "rounds"}),
    Cast: frozenset({"for", "auction", "auctions", "round", "rounds"}),
    Swap: frozenset({"and", "with", "cup", "cups", "&"}),
    Lot: frozenset({"cup"}),
    Bid: frozenset({"sucker", "suckers"}),
}
"""Words that only make a sentence, by verb."""
NO_BID: Final = frozenset({"nothing", "none", "zero"})
OPTIONS_AND_AMOUNTS: Final = frozenset({FailedBids.HALF.value, Voters.ALL.value})
"""In a vote these are options; in other moves they mean half the stack and all of it (HA-8)."""


def spelled_out(kind: type[Move], words: Sequence[str], legal: Sequence[LegalMove]) -> tuple[str, ...]:
    """Return the words of the notation. Raises Unreadable for votes of `half` and `all`: they are options (HA-8)."""
    said = tuple(word for word in words if word.lower().removesuffix(",") not in FILLERS.get(kind, ()))
    if kind is Bid and said and said[0].lower() in NO_BID:
        return ("0",)
    if kind is Vote and only_amounts(legal) and len(said) == 1 and said[0].lower() in OPTIONS_AND_AMOUNTS:
        raise Unreadable(say("an-option-or-an-amount", word=said[0].lower()))
    return said


def only_amounts(legal: Sequence[LegalMove]) -> bool:
    """Return whether only suckers go into a fist now, and the option is named later."""
    votes = [one for one in legal if one.move is Vote]
    return bool(votes) and all(one.fields["option"] == OneOf((NONE,)) for one in votes)
