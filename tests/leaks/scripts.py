"""Provide an evening of each game, played twice. Of a line that is a pair, each evening takes one.

The two differ in something only the holder knows, and nothing reveals it before the end of the evening.
"""

from typing import Final

Line = str | tuple[str, str]
"""A line of a script.

`ann: !bid 5` is public, `ann: ?bid 5` is private, and `ann: ~!bid 5` may be refused. `wait: 20`, `dice: 1` and `deck:
5D` set the scene. `ask:` asks for every output; with words after it, for those commands and the addresses that begin
with them.
"""
ASK: Final = "ask:"


def seated(options: str, *people: str) -> tuple[str, ...]:
    """Return the lines that set up the table. Its opener sits at it, too."""
    return (f"cid: !open {options}", *(f"{name}: !join" for name in people))


def by_all(line: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{name}: {line}" for name in names)


def exchanged(first: str, second: str) -> str:
    """Return the deck with two of its cards exchanged."""
    named = {first: second, second: first}
    return " ".join(named.get(card, card) for card in DECK.split())


ENDED: Final = (
    "mia: !control predictions on",
    "cid: !open halflings mode=duel cooldown=0 money=purse buyin=200",
    "ann: !join a lucky text",
    "cid: !start",
    "wait: 600",
    "ann: !leave",
    "cid: !close",
)
"""A finished game, so that purses, archives, evenings and replays have something to tell."""
PRIVATE: Final[tuple[Line, ...]] = (
    ("ann: ?limit 300", "ann: ?limit 400"),
    ("ann: ~?bid 901", "ann: ~?bid 17"),
    ("ann: ~?sing a song", "ann: ?table"),
    *("ann: ?hand", "ann: !hand", "ann: !moves", "ann: !odds", "ann: !fair"),
)
"""What the holder does in private in every game: a setting, and lines that are refused or unknown."""
DECK: Final = (
    "5D 2C 5C 9D 9S 7S 4C 3S 10D 2S 6S QD 9H 3H 6C J1 KC AS 9C 8C 3C KS 5S 6H 4H QS 10H 3D 4D QC QH JD 7C JS AC 8S "
    "AD 7H 10S 10C 2H KD JH 6D 8H AH 7D 8D 5H 4S 2D JC KH"
)
SLOW: Final = "reroll_seconds=600 vote_seconds=600 swap_seconds=600 bid_seconds=600 chair_seconds=600"
ROLLED: Final = "dice: 6 1 2 1 1 1 2"
HOLDER: Final = "ann"
KNOWN_TO: Final = {"headache": ("ann", "ben")}
"""For each evening, who knows the difference; otherwise the holder alone. In Headache ben drew the other of two
dice.
"""
SCRIPTS: Final[dict[str, tuple[Line, ...]]] = {
    "rogues": (
        *seated("rogues turn_seconds=600", "ann", "ben"),
        (f"{ROLLED} 3 4 1 2", f"{ROLLED} 3 3 1 2"),
        "cid: !start",
        *PRIVATE,
        "cid: !trip",
        ("ann: ?drop 3", "ann: ?hand"),
        "ann: !fair",
        ASK,
        "ann: !flee",
        "ben: !trip",
        f"{ASK} table fair verify replay history games stats evening mydata mod /game",
        # the round is over, and stays closed until the match ends, which goes on with others as another game
        "dee: !join",
        "dice: 7 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2",
        "wait: 20",
        *(f"{name}: ~!flee" for _ in range(2) for name in ("cid", "ann", "ben", "dee")),
        f"{ASK} table fair verify replay history games stats evening mydata mod /game",
    ),
    "away": (
        *seated("rogues turn_seconds=600", "ann", "ben"),
        (f"{ROLLED} 3 5 1 2", f"{ROLLED} 3 3 1 2"),
        "cid: !start",
        "away: ann",
        ("ann: ?drop 3", "ann: ?hand"),
        f"{ASK} table mod",
        "cid: !trip",
    ),
    "poohead": (
        *seated("poohead opening=dealer_left", "ann", "ben"),
        "dice: 2",
        (f"deck: {DECK}", f"deck: {exchanged('KS', '7H')}"),
        "cid: !start",
        *PRIVATE,
        "ann: ~!play 3",
        ("ann: ?swap K 9", "ann: ?hand"),
        "cid: !ready",
        ASK,
    ),
    "headache": (
        *seated(f"headache min_players=3 max_swap_rounds=1 auction_types=blind {SLOW}", "ann", "ben"),
        "dice: 7 3 16",
        "cid: !start",
        ("dice: 20 8 12 10 4 6", "dice: 20 8 10 12 4 6"),
        *by_all("!stay", "cid", "ann", "ben"),
        *PRIVATE,
        *by_all("!pass", "ben", "cid", "ann"),
        ("ann: ?vote 1 half", "ann: ?vote 12 full"),
        ASK,
    ),
    "halflings": (*seated("halflings mode=duel", "ann"), "cid: !start", *PRIVATE, ASK),
    "cones": (*seated("cones", "ann", "ben"), "cid: !start", *PRIVATE, ASK),
}
