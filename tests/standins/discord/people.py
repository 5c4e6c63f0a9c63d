"""Simulate people at a keyboard, who can do no more than their client lets them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from standins.discord import commands
from standins.discord.errors import Json
from standins.discord.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, SUBMIT, Choice, Interaction
from standins.discord.messages import Message
from standins.discord.modals import Filled, Modal
from standins.discord.permissions import Permission
from standins.discord.places import Channel
from standins.discord.posting import Upload, post
from standins.discord.world import User

Place = Channel | None


@dataclass(eq=False)
class Person(User):
    """Each act is sent, and its first answer awaited (3 s at most); what a client refuses raises AssertionError."""

    dms_closed: bool = False

    # Reading

    @property
    def dm(self) -> Channel:
        return self.world.dm(self)

    @property
    def dms(self) -> list[Message]:
        """Return the bot's messages in this person's DM channel that still exist."""
        return [m for c in self.world.channels.values() if c.recipient is self for m in c.from_bot]

    def reads(self, channel: Channel) -> list[Message]:
        """Return the messages on this person's screen in that channel, including ephemeral ones, in order."""
        if channel.deleted or not channel.may_view(self):
            return []
        there = (m for _, m in sorted(channel.messages.items()) if not m.deleted)
        return [m for m in there if m.ephemeral_to in (None, self)]

    def sees(self, channel: Channel) -> list[str]:
        return [m.text for m in self.reads(channel) if not m.loading]

    # Writing

    async def says(
        self, channel: Place, text: str, *, reply_to: Message | None = None, files: Sequence[Upload] = ()
    ) -> Message:
        """Write in a channel, or in the DM if the channel is None; return after the gateway has sent it."""
        place = channel or self.dm
        if not place.may_send(self) or (place.locked and not place.may(self, Permission.MANAGE_THREADS)):
            raise AssertionError(f"{self.name} may not write in #{place.name}")
        if place.is_thread and place.archived:
            place.unarchive()
        body: Json = {"content": text}
        if reply_to is not None:
            body["message_reference"] = {"message_id": str(reply_to.id)}
        message = post(place, body, dict(enumerate(files)), way="person", author=self)
        await self.world.gateway.drained()
        return message

    async def asks(self, channel: Place, text: str, within: float = 60.0) -> Message:
        """Say it, and return the bot's next message there."""
        said = await self.says(channel, text)
        place = said.channel
        answers = await self.world.until(lambda: [m for m in place.from_bot if m.id > said.id], within)
        return answers[0]

    async def edits(self, message: Message, text: str) -> None:
        if message.author is not self:
            raise AssertionError(f"{self.name} did not write this")
        message.content, message.edited = text, message.edited + 1
        message.edited_at = self.world.clock.now()
        self.world.change_message(message, "person")
        await self.world.gateway.drained()

    def dismisses(self, message: Message) -> None:
        """Remove an ephemeral message from the screen; the bot is not told."""
        if message.ephemeral_to is not self:
            raise AssertionError("only an ephemeral message can be dismissed")
        message.deleted = True

    # Interactions

    async def slash(
        self, name: str, /, *, channel: Place = None, with_options: Mapping[str, Any] | None = None, **options: Any
    ) -> Interaction:
        """Give a command: `ann.slash("table open", channel=table, game="headache")`; a choice by its name or its value.

        `with_options` takes names that are not Python identifiers; without a channel it happens in the DM.
        """
        place = channel or self.dm
        self._must_see(place)
        data = commands.slash_data(self, place, name, {**(with_options or {}), **options})
        return await Interaction(self, COMMAND, place, data).send()

    async def completes(
        self,
        name: str,
        option: str,
        typed: str,
        /,
        *,
        channel: Place = None,
        with_options: Mapping[str, Any] | None = None,
        **others: Any,
    ) -> list[Choice]:
        place = channel or self.dm
        self._must_see(place)
        given = {**(with_options or {}), **others}
        data = commands.slash_data(self, place, name, given, focused=(option, typed))
        return (await Interaction(self, AUTOCOMPLETE, place, data).send()).choices

    async def menu(self, name: str, target: Message | User, *, channel: Place = None) -> Interaction:
        """Use a command from the context menu of a message or of a person."""
        on_message = isinstance(target, Message)
        place = target.channel if isinstance(target, Message) else channel or self.dm
        self._must_see(place)
        kind = commands.MESSAGE_MENU if on_message else commands.USER_MENU
        menu = {command.name: command for command in commands.offered(self, place, kind)}
        if name not in menu:
            raise AssertionError(f"{self.name} is not offered {name!r} in this menu, but {sorted(menu)}")
        data = commands.menu_data(menu[name], target, place)
        return await Interaction(self, COMMAND, place, data).send()

    async def presses(
        self, message: Message | None, label: str | None = None, *, custom_id: str | None = None, stale: bool = False
    ) -> Interaction:
        """Press a button, by label or id. `stale`: press what was there a moment ago, as on a slow screen."""
        source = self._on_screen(message, stale=stale)
        if stale and custom_id is not None:
            pressed = custom_id
        else:
            button = source.button(label, custom_id=custom_id)
            if button.disabled or button.custom_id is None:
                raise AssertionError(
                    f"{button.label!r} can't be pressed: {'disabled' if button.disabled else 'a link'}"
                )
            pressed = button.custom_id
        data: Json = {"custom_id": pressed, "component_type": 2}
        return await Interaction(self, COMPONENT, source.channel, data, source).send()

    async def selects(
        self, message: Message | None, custom_id: str, values: Sequence[str | User | Channel], *, stale: bool = False
    ) -> Interaction:
        """Choose in a string select by value or label; in a user select, people."""
        source = self._on_screen(message, stale=stale)
        select = next((s for s in source.selects if s.custom_id == custom_id), None)
        if select is None or select.disabled:
            raise AssertionError(f"no select {custom_id!r} to use, but {[s.custom_id for s in source.selects]}")
        by_label = {option.label: option.value for option in select.options}
        known = set(by_label.values())
        chosen = [v if v in known else by_label.get(v, v) if isinstance(v, str) else str(v.id) for v in values]
        if select.type == 3 and not set(chosen) <= known:
            raise AssertionError(f"{custom_id!r} offers {sorted(known)}, not {chosen}")
        if not select.min_values <= len(chosen) <= select.max_values:
            raise AssertionError(f"{custom_id!r} takes {select.min_values} to {select.max_values}, not {len(chosen)}")
        data: Json = {"custom_id": custom_id, "component_type": select.type, "values": chosen}
        resolved: Json = {}
        for value in values:
            if isinstance(value, User):
                commands.resolve_user(value, source.channel, resolved)
        if resolved:
            data["resolved"] = resolved
        return await Interaction(self, COMPONENT, source.channel, data, source).send()

    async def submits(self, modal: Modal | None, values: Mapping[str, Filled] | None = None) -> Interaction:
        """Send a modal, with fields by custom id; fields that are left out keep their values."""
        if modal is None:
            raise AssertionError("there is no modal to submit")
        if modal.interaction.person is not self:
            raise AssertionError(f"this modal was opened by {modal.interaction.person.name}")
        data = modal.filled(values or {})
        source = modal.interaction.message
        return await Interaction(self, SUBMIT, modal.interaction.channel, data, source).send()

    def _must_see(self, channel: Channel) -> None:
        if channel.deleted or not channel.may_view(self):
            raise AssertionError(f"{self.name} does not see #{channel.name}")

    def _on_screen(self, message: Message | None, *, stale: bool) -> Message:
        if message is None:
            raise AssertionError("there is no message")
        if stale and (message.channel.guild is None or self.id in message.channel.guild.members):
            return message
        self._must_see(message.channel)
        if message.deleted:
            raise AssertionError(f"this message is gone: {message.text!r}")
        if message.ephemeral_to not in (None, self):
            raise AssertionError(f"{self.name} does not see this message")
        return message
