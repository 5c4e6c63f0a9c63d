"""Make tables of all games as a broadcast shows them, from random games."""

import time
from collections.abc import Iterator
from functools import cache

from e2e.phases import Sight, Tables, found_in, seen, sights, updates
from msgspec.structs import replace

from bot.ports.browser import GameEnded, Winner
from bot.ports.ids import PersonId
from bot.ports.messages import News, Update
from bot.text import Words
from games.catalogue import catalogue

DOOR = "https://potluck.example/at/twitch/ann_of_the_green_gables"
NOBODY = PersonId("web:nobody")
OPENED = (
    'Table K7Q is open: Rogues, up to 6 seats. Ann is the host. Sit down with "!join"; words after it '
    '("!join lucky me") are mixed into the dice.'
)
PICKED = {
    "lobby": "rogues-lobby-3",
    "headache": "headache-open-bids",
    "headache-swapping": "headache-swapping",
    "headache-over": "headache-over",
    "cones": "cones-to-move-move-4",
    "cones-over": "cones-over",
    "halflings": "halflings-giant-rolls",
    "halflings-over": "halflings-over",
    "poohead": "poohead-to-play-play",
    "poohead-over": "poohead-over",
    "rogues": "rogues-declaring",
    "rogues-over": "rogues-over",
}
"""By the picture's name: how the name of the sight begins."""
CROWD, CROWD_OF = "crowd", 8


@cache
def on_tables(*wanted: str) -> tuple[tuple[str, Update], ...]:
    """Return these tables (all if none is named), as everybody at the place sees them."""
    return tuple(found(wanted))


def found(wanted: tuple[str, ...]) -> Iterator[tuple[str, Update]]:
    words, left = Words(page=True), {name: start for name, start in PICKED.items() if not wanted or name in wanted}
    games = {start.partition("-")[0] for start in left.values()}
    for game in sorted(games):
        for sight in sights(game, short=True):
            name = next((name for name, start in left.items() if sight.name.startswith(start)), None)
            if name is not None:
                del left[name]
                yield name, of_all(sight, words)
    assert not left, left
    if not wanted or CROWD in wanted:
        yield CROWD, of_all(a_crowds_round(), words)


def a_crowds_round() -> Sight:
    """Return a round in which some may split, while late stakes are accepted."""
    game = catalogue()["halflings"]
    positions = found_in(game, CROWD_OF, {"mode": "crowd"}, 3)
    _, found = next((phase, found) for (phase, *_), found in positions.items() if phase == "splitting")
    return seen(found[-1], CROWD, Tables())


def of_all(sight: Sight, words: Words) -> Update:
    (seen,) = (one for one in updates(sight, NOBODY, words) if one.audience.startswith("place:"))
    news = tuple(replace(one, order=at) for at, one in enumerate(seen.news))
    if seen.card.phase == "lobby":
        news = (News(OPENED, sight.session.hosted_at, order=1),)
        seen = replace(seen, card=replace(seen.card, ends_at=sight.session.hosted_at + 3_600_000))
    return replace(seen, news=news)


def just_now(update: Update, *, ago: int = 0) -> Update:
    """Return an update as if it happened now, with its lines this many milliseconds ago."""
    now = int(time.time() * 1000)
    ends = None if update.card.ends_at is None else now + (90_000 if update.card.phase == "lobby" else 25_000)
    news = tuple(replace(one, at=now - ago) for one in update.news)
    return replace(update, news=news, card=replace(update.card, ends_at=ends))


def ended(update: Update, at: int) -> GameEnded:
    """Return the result of this table's game for the evening; the last line names the winner."""
    told = [*(one.text for one in update.news), *update.card.lines]
    winners = tuple(one.name for one in update.card.seats if any(f"{one.name} wins" in line for line in told))[:1]
    gain = 84 if update.card.pot else 0
    won = tuple(Winner(name, gain) for name in winners or ("The House",))
    return GameEnded(f"{update.table}-{at}", update.code, update.card.title, won, at)


def closed(update: Update) -> Update:
    """Return the same table, closed."""
    return replace(update, news=(), card=replace(update.card, phase="closed", board=None, seats=(), commands=()))
