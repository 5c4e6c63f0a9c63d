"""Simulate an interaction: what a person did, its token, and everything that the bot answered."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from standins.discord import payloads
from standins.discord.errors import ApiError, Json, Problems
from standins.discord.messages import EPHEMERAL, LOADING, Message
from standins.discord.modals import Modal
from standins.discord.posting import Uploads, post, revise
from standins.discord.validation import check_choices, check_emojis, check_modal

if TYPE_CHECKING:
    from standins.discord.people import Person
    from standins.discord.places import Channel

COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
PONG, MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9

ALLOWED: dict[int, frozenset[int]] = {
    COMMAND: frozenset({MESSAGE, DEFER, MODAL}),
    COMPONENT: frozenset({MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL}),
    AUTOCOMPLETE: frozenset({CHOICES}),
    SUBMIT: frozenset({MESSAGE, DEFER, DEFER_UPDATE, UPDATE}),
}


@dataclass(frozen=True)
class Choice:
    name: str
    value: str | int | float


class Interaction:
    """`answer`: the message that the first answer created or changed; None for a deferred update.

    `message`: the message whose component was used. `failed`: the screen shows "This interaction failed".
    """

    def __init__(self, person: Person, kind: int, channel: Channel, data: Json, message: Message | None = None) -> None:
        world = person.world
        self.id = world.ids.next()
        self.token = secrets.token_urlsafe(48)
        self.person = person
        self.type = kind
        self.channel = channel
        self.data = data
        self.message = message
        self.created = world.clock.now()
        self.callback_type: int | None = None
        self.answered_after: float | None = None
        self.failed = False
        self.original: Message | None = None
        self.followups: list[Message] = []
        self.modal: Modal | None = None
        self.choices: list[Choice] = []
        self._began = time.monotonic()
        self._answered = asyncio.Event()

    def __repr__(self) -> str:
        what = self.data.get("name") or self.data.get("custom_id")
        return f"<Interaction {self.type} {what!r} of {self.person.name}, answer {self.callback_type}>"

    @property
    def acked(self) -> bool:
        return self.callback_type is not None

    @property
    def answer(self) -> Message | None:
        return None if self.callback_type == DEFER_UPDATE else self.original

    @property
    def deferred(self) -> bool:
        return self.callback_type in {DEFER, DEFER_UPDATE}

    @property
    def messages(self) -> list[Message]:
        """Return the answer and the follow-ups that still exist."""
        found = [self.answer, *self.followups]
        return [m for m in dict.fromkeys(found) if m is not None and not m.deleted]

    @property
    def shown(self) -> list[str]:
        """Return what this person now reads in the answer, also in a modal; "thinking …" does not count."""
        texts = [message.text for message in self.messages if not message.loading]
        return ([self.modal.text] if self.modal else []) + texts

    @property
    def text(self) -> str:
        return "\n".join(self.shown)

    async def send(self) -> Interaction:
        """Send it to the bot, and wait for the first answer until the deadline; after that it has failed."""
        world = self.person.world
        world.interactions[self.token] = self
        guild = self.channel.guild
        world.emit("INTERACTION_CREATE", payloads.interaction(self), guild=guild)
        try:
            await asyncio.wait_for(self._answered.wait(), world.answer_deadline)
        except TimeoutError:
            if not self.acked:
                self.failed = True
                world.failed_interactions.append(self)
        return self

    async def filled(self, within: float = 60.0) -> Message:
        """Return the answer once it is no longer "thinking …", or the first follow-up of a deferred update."""

        def real() -> Message | None:
            found = [m for m in self.messages if not m.loading]
            return found[0] if found else None

        return await self.person.world.until(real, within)

    def callback(self, body: Json, files: Uploads) -> Message | None:
        """Take the bot's first answer. Refused if it is late, the second one, or of a wrong type."""
        world = self.person.world
        if self.acked:
            raise ApiError(40060)
        if self.failed or world.clock.now() - self.created > world.answer_deadline:
            raise ApiError(10062)
        kind = int(body.get("type") or 0)
        self._check_type(kind)
        self._do(kind, body.get("data") or {}, files)
        self.callback_type = kind
        self.answered_after = time.monotonic() - self._began
        self._answered.set()
        world.changed()
        return self.original

    def _check_type(self, kind: int) -> None:
        allowed = ALLOWED[self.type]
        if self.message is None:
            allowed -= {UPDATE, DEFER_UPDATE}
        problems = Problems()
        problems.choice(("type",), kind, allowed)
        problems.settle()

    def _do(self, kind: int, data: Json, files: Uploads) -> None:
        match kind:
            case 4:
                self.original = self._post(data, files, "answer")
            case 5:
                self.original = self._post(data, files, "answer", LOADING)
            case 6:
                self.original = self.message
            case 7 if self.message is not None:
                self.original = self._revise(self.message, data, files, "answer")
            case 8:
                self._offer(data)
            case 9:
                check_modal(data)
                check_emojis(data.get("components") or [], self.person.world.app_emojis)
                self.modal = Modal(self, data)
                self._write_down("modal", list(self.modal.texts()))

    def _offer(self, data: Json) -> None:
        check_choices(data.get("choices"))
        self.choices = [Choice(choice["name"], choice["value"]) for choice in data["choices"]]
        self._write_down("autocomplete", [("choice", c.name) for c in self.choices])
        self._write_down("autocomplete", [("choice", str(c.value)) for c in self.choices])

    def follow_up(self, body: Json, files: Uploads) -> Message:
        """Take a follow-up; the first one after a deferred answer replaces "thinking …"."""
        self.check_token()
        if not self.acked:
            raise ApiError(10015)
        if self.original is not None and self.original.loading:
            return revise(self.original, body, files, way="follow-up")
        message = self._post(body, files, "follow-up")
        self.followups.append(message)
        return message

    def found(self, which: str) -> Message:
        """Return the message for `@original` or for the id of a message that this token made."""
        self.check_token()
        if not self.acked:
            raise ApiError(10015)
        mine = [m for m in [self.original, *self.followups] if m is not None and not m.deleted]
        for message in mine:
            if which == str(message.id) or (which == "@original" and message is self.original):
                return message
        raise ApiError(10008)

    def edit(self, which: str, body: Json, files: Uploads) -> Message:
        return self._revise(self.found(which), body, files, "edit")

    def check_token(self) -> None:
        world = self.person.world
        if world.clock.now() - self.created > world.token_life:
            raise ApiError(50027)

    def _revise(self, message: Message, body: Json, files: Uploads, way: str) -> Message:
        if message.deleted:
            raise ApiError(10008)
        return revise(message, body, files, way=way)

    def _post(self, body: Json, files: Uploads, way: str, flags: int = 0) -> Message:
        secret = int(body.get("flags") or 0) & EPHEMERAL
        return post(
            self.channel,
            body,
            files,
            way=way,
            ephemeral_to=self.person if secret else None,
            interaction=self,
            flags=flags,
        )

    def _write_down(self, way: str, texts: list[tuple[str, Any]]) -> None:
        readers = frozenset({self.person.id})
        self.person.world.journal.put(way, texts, readers, channel_id=self.channel.id)
