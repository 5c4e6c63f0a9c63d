"""Send whispers: they are accepted with 204 whether or not anybody ever reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from standins.twitch.clock import TwitchClock, Window
from standins.twitch.errors import TwitchError
from standins.twitch.routing import TWITCH_ROUTES, Answer, Call

if TYPE_CHECKING:
    from standins.twitch.people import Person
    from standins.twitch.world import TwitchWorld

DAY = 86_400.0
TO_STRANGERS = 500
TO_KNOWN = 10_000


@dataclass(frozen=True)
class Lost:
    """A whisper that was answered with 204 but that nobody will ever read."""

    recipient: Person
    text: str
    why: str


class WhisperRules:
    """Limits by sender. `known`: pairs (sender, recipient) in which the recipient is no stranger; `swallows`: loses the
    next n.
    """

    def __init__(self, clock: TwitchClock) -> None:
        self._clock = clock
        self.recipients_a_day = 40
        self.a_second = 3
        self.a_minute = 100
        self.swallows = 0
        self.known: set[tuple[str, str]] = set()
        self.lost: list[Lost] = []
        self._recipients: dict[str, dict[str, float]] = {}
        self._windows: dict[tuple[str, float], Window] = {}

    def take(self, sender: Person, recipient: Person) -> None:
        now = self._clock.now()
        met = self._recipients.setdefault(sender.id, {})
        for person_id in [person_id for person_id, at in met.items() if at <= now - DAY]:
            del met[person_id]
        if recipient.id not in met and len(met) >= self.recipients_a_day:
            raise TwitchError(
                429, "The sending user exceeded the number of unique recipients that they may whisper to."
            )
        windows = [self._window(sender, self.a_second, 1.0), self._window(sender, self.a_minute, 60.0)]
        if any(window.full(now) for window in windows):
            raise TwitchError(429, "The sending user exceeded the number of whisper requests that they may make.")
        for window in windows:
            window.take(now)
        met.setdefault(recipient.id, now)

    def deliver(self, sender: Person, recipient: Person, text: str) -> None:
        known = (sender.id, recipient.id) in self.known
        why = ""
        if self.swallows > 0:
            self.swallows -= 1
            why = "swallowed"
        elif recipient.blocks_strangers and not known:
            why = "blocks strangers"
        if why:
            self.lost.append(Lost(recipient, text, why))
            return
        text = text[: TO_KNOWN if known else TO_STRANGERS]
        recipient.whispers.append(text)
        recipient.world.journal.whisper(text, recipient.id)
        recipient.world.changed()

    def _window(self, sender: Person, most: int, per: float) -> Window:
        window = self._windows.setdefault((sender.id, per), Window(most, per))
        window.most = most
        return window


@TWITCH_ROUTES.add("POST", "/helix/whispers")
def send_whisper(world: TwitchWorld, call: Call) -> Answer:
    sender = call.by_user("user:manage:whispers")
    if call.need("from_user_id") != sender.id:
        raise TwitchError(401, "The ID in from_user_id must match the user ID in the user access token.")
    if not sender.phone_verified:
        raise TwitchError(401, "The user in the from_user_id query parameter must have a verified phone number.")
    recipient_id = call.need("to_user_id")
    if recipient_id == sender.id:
        raise TwitchError(400, "A user cannot whisper themself")
    recipient = world.people.get(recipient_id)
    if recipient is None:
        raise TwitchError(404, "The ID in to_user_id was not found.")
    text = call.need("message")
    world.whispering.take(sender, recipient)
    world.whispering.deliver(sender, recipient, text)
    return 204, None
