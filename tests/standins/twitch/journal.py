"""Record everything that the bot ever showed to anybody, with the viewers, for the tests about leaks on Twitch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from standins.journal import MOST_ENTRIES
from standins.twitch.clock import TwitchClock

if TYPE_CHECKING:
    from standins.twitch.people import Person


@dataclass(frozen=True)
class Entry:
    """One text. `way`: chat, announcement, whisper. `seen_by`: ids of those present; `public`: anybody else could see
    it, too.
    """

    at: float
    way: str
    text: str
    seen_by: frozenset[str]
    public: bool = False
    channel_id: str | None = None
    message_id: str | None = None


class TwitchJournal:
    def __init__(self, clock: TwitchClock) -> None:
        self._clock = clock
        self.entries: list[Entry] = []

    def chat(self, way: str, text: str, audience: frozenset[str], *, channel_id: str, message_id: str) -> None:
        """Record a line of chat. Chat can be read without a login, so it is public even in an empty room."""
        self._put(Entry(self._clock.now(), way, text, audience, True, channel_id, message_id))

    def whisper(self, text: str, recipient_id: str) -> None:
        self._put(Entry(self._clock.now(), "whisper", text, frozenset({recipient_id})))

    def seen_by(self, person: Person) -> list[str]:
        """Return every text that this person could see at any time."""
        return [entry.text for entry in self.entries if person.id in entry.seen_by]

    def with_text(self, fragment: str) -> list[Entry]:
        return [entry for entry in self.entries if fragment in entry.text]

    def visible_to_others(self, fragment: str, owner: Person) -> list[Entry]:
        """Return where anybody but the owner could read it; a test expects none."""
        return [entry for entry in self.with_text(fragment) if entry.public or entry.seen_by - {owner.id}]

    def _put(self, entry: Entry) -> None:
        self.entries.append(entry)
        if len(self.entries) > MOST_ENTRIES:
            raise RuntimeError("the journal is full: a judge of leaks that forgets is none")
