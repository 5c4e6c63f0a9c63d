"""Let house bots say one short thing now and then, at most once a game each, about what everybody has just seen."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from bot.table.change import Change
from bot.table.phases import Playing
from games.kit.contract import Event, PrivateEvent, Result, phrases_of
from games.kit.cues import Cue
from games.kit.seats import Seat
from games.kit.temper import Manner

GLAD: Final = frozenset({Cue.WIN, Cue.CAPTURE})
"""Staking or bidding (`CHIPS`) is none of them: it is not yet known what comes of it."""
SORE: Final = frozenset({Cue.KICK, Cue.BITE, Cue.LOSE})
TALKS: Final = {Manner.PLAIN: 0, Manner.BOLD: 40, Manner.WARY: 20, Manner.SLY: 25, Manner.CHATTY: 75}
"""In how many of a hundred games somebody of this manner says something, if there is an occasion."""
WAYS: Final = 3
"""How many ways there are to say it, by manner and occasion: `house-bot-says`."""
HUNDRED: Final = 100


def speak_up(change: Change, playing: Playing, events: Sequence[Event], result: Result | None) -> None:
    """Let one house bot say something, if what just happened to it is an occasion.

    Who speaks, and when, follows from what everybody was told and from the game's public commitment: so it tells
    nothing of what is hidden, and draws no dice.
    """
    if change.session.options.chatter != "on" or change.session.practice is not None:
        return
    for seat, feels in occasions(events, result):
        seated = change.session.seats[seat]
        if not seated.is_bot or seat in playing.spoke:
            continue
        luck = luck_of(playing, seat)
        if luck[0] % HUNDRED < TALKS[seated.manner]:
            said = f"{seated.manner}-{feels}-{luck[1] % WAYS + 1}"
            change.set(phase=replace(change.playing, spoke=(*playing.spoke, seat)))
            change.say("house-bot-says", who=change.called[seat], said=said)
            return


def luck_of(playing: Playing, seat: Seat) -> bytes:
    """Return public luck of a seat in this game."""
    return hashlib.sha256(f"{playing.pledge.commitment}/{playing.round}/{seat}".encode()).digest()


def occasions(events: Sequence[Event], result: Result | None) -> Iterator[tuple[Seat, str]]:
    """Yield who is glad or sore about what everybody has been told, in the order in which it was."""
    for event in events:
        if not isinstance(event, PrivateEvent):
            for one in (event, *phrases_of(event)):
                yield from feeling(one)
    if result is not None:
        yield from ((seat, "glad") for seat in result.winners)


def feeling(told: Any) -> Iterator[tuple[Seat, str]]:
    seat, cue = getattr(told, "seat", None), told.cue
    if isinstance(seat, int) and cue in GLAD:
        yield Seat(seat), "glad"
    elif isinstance(seat, int) and cue in SORE:
        yield Seat(seat), "sore"
