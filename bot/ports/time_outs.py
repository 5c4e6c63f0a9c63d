"""Time-outs: people whom a platform itself keeps silent for a while."""

from enum import StrEnum

from msgspec import Struct

from bot.ports.ids import PersonId, VenueId


class TimeOut(Struct, frozen=True):
    """Ask a venue's platform to keep a person silent until `until` (ms; 0: not any more), for a moderator `by`.

    `was`: until when we kept them silent before; 0: we did not. Only what is still so is shortened or lifted.
    """

    venue: VenueId
    person: PersonId
    by: PersonId
    until: int
    reason: str
    was: int = 0


class TimeOutResult(StrEnum):
    """Say what came of it. `LONGER`: they are kept silent for longer already.

    `CHANGED`: somebody else changed it since. `NOTHING`: nobody keeps them silent.
    """

    SET = "set"
    LIFTED = "lifted"
    LONGER = "longer"
    CHANGED = "changed"
    NOTHING = "nothing"
    NO_RIGHT = "no-right"
    NOT_YOURS = "not-yours"
    ABOVE_BOT = "above-bot"
    ABOVE_YOU = "above-you"
    NO_MEMBER = "no-member"
    AWAY = "away"
