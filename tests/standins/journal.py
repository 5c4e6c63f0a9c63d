"""Record everything that the bot ever showed to anybody, with the viewers, for the tests about leaks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from standins.snowflakes import Clock

if TYPE_CHECKING:
    from standins.discord.messages import Message
    from standins.discord.world import User

MOST_ENTRIES = 1_000_000


@dataclass(frozen=True)
class Entry:
    """One text in one version. `seen_by`: fixed at the moment when the text was shown.

    `kind`: the part: content, text_display, embed, label, option, placeholder, description, custom_id, url, value,
    media_description, attachment_name, attachment_description, attachment_text, modal_title, choice, thread_name,
    channel_topic, command. `way`: how it was shown: post, edit, answer, follow-up, modal, autocomplete, command,
    thread.
    """

    at: float
    way: str
    kind: str
    text: str
    seen_by: frozenset[int]
    channel_id: int | None = None
    message_id: int | None = None


class Journal:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.entries: list[Entry] = []

    def put(
        self,
        way: str,
        texts: Iterable[tuple[str, str]],
        seen_by: frozenset[int],
        *,
        channel_id: int | None = None,
        message_id: int | None = None,
    ) -> None:
        at = self._clock.now()
        self.entries += [Entry(at, way, kind, text, seen_by, channel_id, message_id) for kind, text in texts]
        if len(self.entries) > MOST_ENTRIES:
            raise RuntimeError("the journal is full: a judge of leaks that forgets is none")

    def message(self, way: str, message: Message) -> None:
        self.put(way, message.texts(), message.readable_by, channel_id=message.channel.id, message_id=message.id)

    def seen_by(self, user: User) -> list[str]:
        """Return every text that this person could see at any time."""
        return [entry.text for entry in self.entries if user.id in entry.seen_by]

    def with_text(self, fragment: str) -> list[Entry]:
        return [entry for entry in self.entries if fragment in entry.text]

    def visible_to_others(self, fragment: str, owner: User) -> list[Entry]:
        """Return where anybody but the owner could read it; a test expects none."""
        return [entry for entry in self.with_text(fragment) if entry.seen_by - {owner.id}]
