"""Store a message like Discord, and find what a person can read, press and choose in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from standins.discord.errors import Json

if TYPE_CHECKING:
    from standins.discord.interactions import Interaction
    from standins.discord.places import Channel
    from standins.discord.world import User

HAS_THREAD = 1 << 5
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SILENT = 1 << 12
COMPONENTS_V2 = 1 << 15

SELECTS = frozenset({3, 5, 6, 7, 8})


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Yield all components in reading order, including nested ones."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for single in ("accessory", "component"):
            if isinstance(component.get(single), dict):
                yield from walk([component[single]])


@dataclass(frozen=True)
class Button:
    label: str | None
    custom_id: str | None
    disabled: bool
    url: str | None
    style: int
    emoji: str | None


@dataclass(frozen=True)
class Option:
    label: str
    value: str
    description: str | None
    default: bool


@dataclass(frozen=True)
class Select:
    type: int
    custom_id: str
    placeholder: str | None
    options: tuple[Option, ...]
    min_values: int
    max_values: int
    disabled: bool


@dataclass(frozen=True)
class Attachment:
    id: int
    filename: str
    data: bytes
    content_type: str
    description: str | None = None


def buttons_of(components: Sequence[Json]) -> list[Button]:
    return [
        Button(
            c.get("label"),
            c.get("custom_id"),
            bool(c.get("disabled")),
            c.get("url"),
            int(c.get("style", 2)),
            (c.get("emoji") or {}).get("name"),
        )
        for c in walk(components)
        if c.get("type") == 2
    ]


def options_of(component: Json) -> tuple[Option, ...]:
    return tuple(
        Option(o["label"], o["value"], o.get("description"), bool(o.get("default")))
        for o in component.get("options") or []
    )


def selects_of(components: Sequence[Json]) -> list[Select]:
    return [
        Select(
            int(c["type"]),
            c["custom_id"],
            c.get("placeholder"),
            options_of(c),
            c.get("min_values", 1),
            c.get("max_values", 1),
            bool(c.get("disabled")),
        )
        for c in walk(components)
        if c.get("type") in SELECTS
    ]


def embed_texts(embeds: Sequence[Json]) -> Iterator[str]:
    for embed in embeds:
        yield from (embed[name] for name in ("title", "description") if embed.get(name))
        for entry in embed.get("fields") or []:
            yield from (entry["name"], entry["value"])
        for part, name in (("footer", "text"), ("author", "name")):
            if embed.get(part):
                yield embed[part][name]


def component_texts(components: Sequence[Json]) -> Iterator[tuple[str, str]]:
    """Yield kind and text of everything that a client receives; curious people also read the id in a button."""
    for component in walk(components):
        kind = component.get("type")
        for name in ("content", "label", "placeholder", "description", "custom_id", "url", "value"):
            if isinstance(component.get(name), str):
                yield ("text_display" if kind == 10 else name), component[name]
        for option in component.get("options") or []:
            yield from (("option", option[name]) for name in ("label", "value", "description") if option.get(name))
        for item in component.get("items") or []:
            if item.get("description"):
                yield "media_description", item["description"]


READ = frozenset({"text_display", "media_description"})
"""Texts in a message that everybody can read; a picture's description is read out to those who can't see it."""


@dataclass(eq=False, repr=False)
class Message:
    """A message. `pinged`: those who really got a notification; an edit never adds any."""

    id: int
    channel: Channel
    author: User
    content: str = ""
    components: list[Json] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    flags: int = 0
    attachments: list[Attachment] = field(default_factory=list)
    nonce: str | None = None
    edited: int = 0
    edited_at: float | None = None
    deleted: bool = False
    pinged: frozenset[int] = frozenset()
    pinged_everyone: bool = False
    mentions: list[User] = field(default_factory=list)
    ephemeral_to: User | None = None
    interaction: Interaction | None = None
    reference: Message | None = None
    versions: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Message of {self.author.name} in #{self.channel.name}: {self.text!r}>"

    @property
    def text(self) -> str:
        """Return everything that can be read in it, in order: content, embeds, text displays."""
        parts = [self.content, *embed_texts(self.embeds)]
        parts += [text for kind, text in component_texts(self.components) if kind in READ]
        return "\n".join(part for part in parts if part)

    @property
    def buttons(self) -> list[Button]:
        return buttons_of(self.components)

    @property
    def selects(self) -> list[Select]:
        return selects_of(self.components)

    @property
    def silent(self) -> bool:
        return bool(self.flags & SILENT)

    @property
    def ephemeral(self) -> bool:
        return self.ephemeral_to is not None

    @property
    def loading(self) -> bool:
        return bool(self.flags & LOADING)

    @property
    def readable_by(self) -> frozenset[int]:
        """Return who could read it at this moment, without the bot."""
        if self.ephemeral_to is not None:
            return frozenset({self.ephemeral_to.id})
        return self.channel.readers

    def button(self, label: str | None = None, *, custom_id: str | None = None) -> Button:
        for button in self.buttons:
            if (label is not None and label in (button.label, button.emoji)) or (
                custom_id is not None and button.custom_id == custom_id
            ):
                return button
        there = [(b.label, b.custom_id) for b in self.buttons]
        raise AssertionError(f"no button {label or custom_id!r} on this message, but {there}: {self.text!r}")

    def texts(self) -> Iterator[tuple[str, str]]:
        if self.content:
            yield "content", self.content
        yield from (("embed", text) for text in embed_texts(self.embeds))
        yield from component_texts(self.components)
        for attachment in self.attachments:
            yield "attachment_name", attachment.filename
            if attachment.description:
                yield "attachment_description", attachment.description
            try:
                yield "attachment_text", attachment.data.decode()
            except UnicodeDecodeError:
                continue

    def delete(self) -> None:
        """Delete it, as a moderator or its author does."""
        self.channel.world.delete_message(self)
