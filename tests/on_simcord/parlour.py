"""Provide a parlour on simcord: people in a channel, the real bot, and one clock for all of them.

simcord checks what Discord checks (sizes, permissions, three seconds). What it does not model is tested on our own
stand-in (tests/on_discord). Its clock, moved by people's actions, is also the store's and the adapter's.
"""

import asyncio
import re
import time
from collections.abc import Coroutine, Iterator
from datetime import UTC, datetime
from functools import partial
from secrets import token_hex
from types import TracebackType
from typing import Any, Final, Self, TypeVar

import discord
from simcord import InteractionResult, MemberActor, ResponseMessage
from simcord.components import walk_components
from simcord.env import Env
from slashes import as_given
from structlog.testing import capture_logs

from bot.adapters.console import LoadedFairness, SeededBytes
from bot.adapters.discord import DiscordAdapter
from bot.adapters.discord.connection.client import TableClient
from bot.adapters.discord.limits import RateLimits
from bot.app.application import Application
from bot.app.on_discord import Boxes, OnDiscord
from bot.render.painter import PainterHere
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.fairness import Keys
from bot.table.phases import Playing
from persistence import Store

T = TypeVar("T")
PATIENCE: Final = 60.0
"""Real seconds for the bot to settle, also on a busy machine."""
A_MOMENT: Final = 1.0
"""Seconds between two actions of people."""
EPHEMERAL: Final = 64


class ParlourClock:
    """The store's clock, with simcord's time."""

    def __init__(self) -> None:
        self.env: Env | None = None

    def now(self) -> int:
        moment = datetime.now(UTC) if self.env is None else self.env.now()
        return int(moment.timestamp() * 1000)


class Parlour:
    """A channel with people. `limited`: whether cards are edited only as often as Discord allows; otherwise at once."""

    def __init__(self, store: Store, clock: ParlourClock, *, limited: bool = False) -> None:
        self.store, self._limited, self.moment = store, limited, A_MOMENT
        self.dice = LoadedFairness(Keys({1: bytes(32)}), SeededBytes(token_hex(8)))
        self.env = clock.env = Env(self._client(), shard_count=1, settle_timeout=PATIENCE)
        self.env.backend.clock._epoch = datetime.now(UTC)
        self.env._schedule_timer = lambda *_: None  # type: ignore[method-assign]  # timers fire by our clock alone
        self.env._settle_internal = partial(self.env._settle_internal, idle=0.002)  # type: ignore[method-assign]
        self.seen: dict[int, list[str]] = {}
        """Every text that each person was ever sent or could read, with deleted ones."""
        self._read = 0

    # The bot

    def _client(self) -> TableClient:
        self.house = Application(self.store, self.dice, Defaults(pace=0, bots_from_bank=True))
        limits = RateLimits(lambda: time.monotonic(), limited=self._limited)  # noqa: PLW0108 - simcord's, later
        self.adapter = DiscordAdapter(
            OnDiscord(self.house), Boxes(self.store), "a-token", limits, painter=PainterHere()
        )
        self.house.add(self.adapter)
        client = self.adapter.supervisor.client = TableClient(self.adapter.listener, content=False)
        return client

    @property
    def client(self) -> TableClient:
        client = self.adapter.supervisor.client
        assert client is not None
        return client

    async def __aenter__(self) -> Self:
        self._logs = capture_logs()
        self.logs = self._logs.__enter__()
        await self.env.start()
        await self.work(self.client.tree.sync())
        self.guild = self.env.create_guild("the inn")
        self.channel = self.guild.create_text_channel("table")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self.env.shutdown()
            await self.house.stop()
        finally:
            self._logs.__exit__(kind, error, trace)
        if kind is None:
            self.env.raise_errors()
            assert [one for one in self.logs if one["log_level"] == "error"] == [], self.logs

    def rolls(self, *faces: int) -> None:
        """Set the next dice, also of draws from the bag."""
        self.dice.load([str(face) for face in faces])

    async def restart(self) -> None:
        """Restart as after a deploy: another process with the same store, and nothing in memory."""
        await self.work(self.house.delivery.settle())
        await self.env.restart_bot(self._client())
        await self.sweep()

    async def work(self, doing: Coroutine[Any, Any, T]) -> T:
        """Let the bot do something by itself, with all its effects."""
        with self.env._bot_scope():
            task = asyncio.get_running_loop().create_task(doing)
        await self.env.settle()
        return task.result()

    # Time

    async def after(self) -> None:
        """Let everything due happen, then check that nothing is broken."""
        while (at := self.house.scheduler.next_at()) is not None and at <= self.store.clock.now():
            await self.work(self.house.scheduler.fire_due())
        self._note_what_is_seen()
        kept = self.client._connection._view_store
        assert not kept._dynamic_items, "the library answers presses"
        assert not kept._views, "the library remembers messages"

    async def sweep(self) -> None:
        """Do what the house's clock does every few seconds."""

        async def swept() -> None:
            for ref in await self.house.scheduler.sweep():
                if ref.venue == self.venue:
                    self.house.delivery.left_behind(ref)

        await self.work(swept())
        await self.after()

    async def wait(self, seconds: float) -> None:
        """Let time pass, from deadline to deadline."""
        until = self.store.clock.now() + round(seconds * 1000)
        while (now := self.store.clock.now()) < until:
            at = self.house.scheduler.next_at()
            step = until if at is None else min(until, max(at, now + 1))
            await self.env.advance_time((step - now) / 1000)
            await self.after()

    async def until(self, label: str) -> "Shown":
        """Let time pass until the card has this button for the current question, since edits are limited; return the
        card.
        """
        for _ in range(60):
            if f"|{await self.ask}|" in self.card.press(label):
                return self.card
            await self.wait(A_MOMENT)
        raise AssertionError(f"no {label!r} on {self.card}")

    @property
    async def ask(self) -> str:
        """Return the question at the only table of the channel; empty between games."""
        phase = (await self.session()).phase
        return phase.clock.ask if isinstance(phase, Playing) else ""

    # People and their views

    def person(self, name: str, *, roles: Any = (), **about: Any) -> "Guest":
        member = self.guild.add_member(self.env.create_user(name, **about), roles=roles)
        return Guest(self, member)

    def people(self, *names: str) -> list["Guest"]:
        return [self.person(name) for name in names]

    def moderator(self, name: str) -> "Guest":
        role = self.guild.create_role("Mods", permissions=discord.Permissions(manage_messages=True))
        return self.person(name, roles=[role])

    @property
    def commands(self) -> list[dict[str, Any]]:
        """Return the slash commands as Discord was told."""
        told = [one for one in self.env.http_requests if one.method == "PUT" and one.path.endswith("/commands")]
        return list(told[-1].json or [])

    @property
    def bot_id(self) -> int:
        return self.env.backend.bot_user.id

    @property
    def venue(self) -> str:
        return f"discord:{self.guild.id}"

    async def session(self) -> Session:
        """Return the only open table of the channel."""
        (found,) = await self.house.directory.at(self.venue, f"discord:{self.channel.id}", fresh=True)
        return found

    @property
    def messages(self) -> list["Shown"]:
        """Return the bot's public messages in the channel, oldest first."""
        return [Shown(one) for one in self.channel.history() if one.author.id == self.bot_id]

    @property
    def cards(self) -> list["Shown"]:
        """Return the same without fair play, which has its own lines."""
        return [one for one in self.messages if not one.text.startswith("-# ")]

    @property
    def fair_play(self) -> str:
        """Return all that was told of it, in messages that nobody edits."""
        return "\n".join(one.text for one in self.messages if one.text.startswith("-# "))

    @property
    def card(self) -> "Shown":
        """Return the newest message of the bot with buttons, as everybody sees it."""
        found = [one for one in self.messages if one.labels]
        assert found, f"no card in {self.messages}"
        return found[-1]

    @property
    def pinged(self) -> list[int]:
        """Return everybody who was ever called by a message of the bot (0: all of them)."""
        found = [
            one for box in self.env.backend.messages.values() for one in box.values() if one.author_id == self.bot_id
        ]
        return [
            user for one in found for user in (*one.ping_user_ids, *one.ping_role_ids, *([0] * one.mention_everyone))
        ]

    # Everything ever seen

    def _note_what_is_seen(self) -> None:
        """Note the text of every request, also of texts replaced since."""
        requests = self.env.http_requests
        for request in requests[self._read :]:
            text = text_of(request.json)
            for person in self._readers(request.path, request.json) if text else ():
                self.seen.setdefault(person, []).append(text)
        self._read = len(requests)

    def _readers(self, path: str, content: Any) -> list[int]:
        """Return the people who can read what is sent there."""
        backend, (kind, number, *rest) = self.env.backend, path.strip("/").split("/")
        everybody = self.guild.member_ids()
        match kind:
            case "channels":
                return [user for user, box in backend.dm_channels.items() if box == int(number)] or everybody
            case "interactions" | "webhooks":
                name = int(number) if kind == "interactions" else backend.interaction_tokens[rest[0]]
                record = backend.interactions[name]
                data = content.get("data") or {} if kind == "interactions" else content
                alone = kind == "webhooks" or content["type"] != 4 or data.get("flags", 0) & EPHEMERAL
                return [record.user_id] if alone else everybody
            case _:
                return []


class Guest:
    """A person on the server. A moment passes between two actions of people."""

    def __init__(self, parlour: Parlour, member: MemberActor) -> None:
        self._parlour, self.member = parlour, member

    @property
    def id(self) -> int:
        return self.member.id

    @property
    def name(self) -> str:
        return self.member.user.global_name or self.member.name

    def _actor(self, message: "Shown") -> Any:
        return self.member.user if message.of.guild is None else self.member

    async def _act(self, doing: Coroutine[Any, Any, T]) -> T:
        self._parlour.env.backend.advance_clock(self._parlour.moment)
        try:
            return await doing
        finally:
            await self._parlour.after()

    async def slash(self, word: str, /, **options: Any) -> "Answered":
        path, given = as_given(word, options)
        return Answered(await self._act(self.member.slash(self._parlour.channel, path, **given)))

    async def slash_in_private(self, word: str, /, **options: Any) -> "Answered":
        path, given = as_given(word, options)
        return Answered(await self._act(self.member.user.slash(path, **given)))

    async def completes(self, word: str, option: str, typed: str = "", /, **filled: Any) -> list[str]:
        found = await self._act(self.member.autocomplete(self._parlour.channel, word, option, typed, **filled))
        return [one["value"] for one in found]

    async def presses(self, message: "Shown", label: str) -> "Answered":
        return Answered(await self._act(self._actor(message).click(message.of, label=label)))

    async def chooses(self, message: "Shown", value: str) -> "Answered":
        """Choose this value from the first list of a message that has it."""
        custom_id = next(one["custom_id"] for one in message.lists if value in [o["value"] for o in one["options"]])
        return Answered(await self._act(self._actor(message).select(message.of, [value], custom_id=custom_id)))

    async def uses(self, message: "Shown", custom_id: str, value: str | None) -> "Answered":
        """Use a button, or choose a value of a list, with any label."""
        actor = self._actor(message)
        if value is None:
            return Answered(await self._act(actor.click(message.of, custom_id=custom_id)))
        return Answered(await self._act(actor.select(message.of, [value], custom_id=custom_id)))

    async def sends(self, form: "Answered", **values: Any) -> "Answered":
        """Fill in a form and send it. Fields that are not given stay unchanged."""
        assert form.of.modal is not None, f"no form: {form.text!r}"
        private = form.of._interaction.guild_id is None
        actor = self.member.user if private else self.member
        given = {**as_it_stands(form.of.modal), **values}
        return Answered(await self._act(actor.submit_modal(form.of, given)))

    async def fills(self, message: "Shown", label: str, **values: Any) -> "Answered":
        return await self.sends(await self.presses(message, label), **values)

    async def says(self, text: str) -> None:
        await self._act(self.member.send(self._parlour.channel, text))

    async def writes(self, text: str) -> list[str]:
        """Write to the bot in private; return its answers."""
        before = len(self.dms)
        await self._act(self.member.user.send_dm(text))
        return [one.text for one in self.dms[before:]]

    @property
    def mention_of_bot(self) -> str:
        return f"<@{self._parlour.bot_id}>"

    @property
    def dms(self) -> list["Shown"]:
        """Return the bot's private messages that are still there."""
        bot = self._parlour.bot_id
        return [Shown(one) for one in self.member.user.dm_channel.history() if one.author.id == bot]

    @property
    def hand(self) -> "Shown":
        """Return the message with one's own hand."""
        found = [one for one in self.dms if one.is_layout]
        assert found, f"{self.name} has no hand: {self.dms}"
        return found[-1]

    @property
    def sights(self) -> list["Shown"]:
        """Return everything of the bot that this person can read now: public messages, and private ones."""
        bot = self._parlour.bot_id
        here = self._parlour.channel.history(viewer=self.member)
        return [*(Shown(one) for one in here if one.author.id == bot), *self.dms]

    @property
    def ever_seen(self) -> str:
        return "\n".join(self._parlour.seen.get(self.id, []))

    def leaves_the_server(self) -> None:
        """Leave the server. The bot can't write to people without a common server."""
        self._parlour.guild.remove_member(self.member)
        self._closed(50278)

    def closes_dms(self) -> None:
        self._closed(50007)

    def _closed(self, code: int) -> None:
        path = f"/channels/{self.member.user.dm_channel.id}/messages*"
        self._parlour.env.inject_error("*", path, status=403, code=code, times=None)


class Shown:
    """A message as people read it."""

    def __init__(self, message: discord.Message) -> None:
        self.of = message
        self.parts = list(walk_components([one.to_dict() for one in message.components]))

    @property
    def id(self) -> int:
        return self.of.id

    @property
    def is_layout(self) -> bool:
        return self.of.flags.components_v2

    @property
    def text(self) -> str:
        return "\n".join([self.of.content, *(part["content"] for part in self.parts if part["type"] == 10)]).strip()

    @property
    def described(self) -> str:
        """Return the words beside its pictures, for who can't see them."""
        return "\n".join(one["description"] for part in self.parts if part["type"] == 12 for one in part["items"])

    @property
    def labels(self) -> list[str]:
        return [part["label"] for part in self.parts if part["type"] == 2]

    @property
    def lists(self) -> list[dict[str, Any]]:
        return [part for part in self.parts if part["type"] == 3]

    def press(self, label: str) -> str:
        """Return the id of the button with this label; empty if there is none."""
        return next((part["custom_id"] for part in self.parts if part.get("label") == label), "")

    @property
    def code(self) -> str:
        """Return the table's code in `### Halflings & Giants · K7Q`."""
        return re.findall(r"· ([A-Z][2-9][A-Z]{1,3})", self.text)[0]

    def __repr__(self) -> str:
        return f"<{self.text!r} {self.labels}>"


class Answered:
    """The answer to a person who pressed, sent or asked for something."""

    def __init__(self, result: InteractionResult) -> None:
        self.of = result

    @property
    def message(self) -> Shown:
        assert self.of.response is not None, "nothing was answered"
        return Shown(self.of.response.message)

    @property
    def all(self) -> list[ResponseMessage]:
        return [one for one in (self.of.response, *self.of.followups) if one is not None]

    @property
    def text(self) -> str:
        return "\n".join(Shown(one.message).text for one in self.all)

    @property
    def for_one_alone(self) -> bool:
        return bool(self.all) and all(one.ephemeral for one in self.all)


def text_of(content: Any) -> str:
    """Return all text in a request, at any depth."""
    if not isinstance(content, dict):
        return ""
    return "\n".join(texts(content))


def texts(content: Any) -> Iterator[str]:
    if isinstance(content, dict):
        for key, value in content.items():
            if isinstance(value, str) and key in {"content", "label", "description", "placeholder", "title", "value"}:
                yield value
            else:
                yield from texts(value)
    elif isinstance(content, list | tuple):
        for one in content:
            yield from texts(one)


def as_it_stands(modal: dict[str, Any]) -> dict[str, Any]:
    """Return the unchanged values of a form."""
    found: dict[str, Any] = {}
    for part in walk_components(modal["components"]):
        if part["type"] == 4 and part.get("value"):
            found[part["custom_id"]] = part["value"]
        elif part["type"] == 3:
            chosen = [option["value"] for option in part["options"] if option.get("default")]
            if chosen:
                found[part["custom_id"]] = chosen
    return found
