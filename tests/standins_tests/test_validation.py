"""Test that what Discord refuses is refused, with the place named."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from standins.discord.commands import check_commands
from standins.discord.errors import ApiError, Json
from standins.discord.people import Person
from standins.discord.places import Channel
from standins.discord.sample_bot import Panel, SampleBot
from standins.discord.validation import check_choices, check_message, check_modal

Refused = Callable[..., Awaitable[discord.HTTPException]]
V2 = 1 << 15


def button(**changes: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | changes


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def select(count: int = 2, **changes: Any) -> Json:
    options = [{"label": str(n), "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": options} | changes


def v1(*components: Json) -> Json:
    return {"content": "x", "components": list(components)}


def v2(*components: Json, **changes: Any) -> Json:
    return {"flags": V2, "components": list(components)} | changes


def field(**changes: Any) -> Json:
    return {"type": 4, "custom_id": "f", "style": 1} | changes


def label(component: Json | None = None, **changes: Any) -> Json:
    return {"type": 18, "label": "Field", "component": component or field()} | changes


def modal(*components: Json, **changes: Any) -> Json:
    return {"title": "Title", "custom_id": "m", "components": list(components)} | changes


def radio(count: int, **changes: Any) -> Json:
    return select(count, type=21) | changes


def slash(**changes: Any) -> Json:
    return {"name": "play", "description": "Plays", "type": 1} | changes


def option(**changes: Any) -> Json:
    return {"name": "game", "description": "Which", "type": 3} | changes


def places(errors: Json, at: str = "") -> set[str]:
    found = {at} if "_errors" in errors else set()
    return found.union(*(places(inner, f"{at}.{key}".strip(".")) for key, inner in errors.items() if key != "_errors"))


def complaint(check: Callable[..., None], *args: Any) -> set[str]:
    with pytest.raises(ApiError) as caught:
        check(*args)
    assert (caught.value.status, caught.value.code) == (400, 50035)
    return places(caught.value.errors or {})


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"content": "x" * 2001}, "content"),
        ({"content": "x", "nonce": "n" * 26}, "nonce"),
        (v2(text(), content="both"), "content"),
        (v2(text(), embeds=[{"title": "t"}]), "embeds"),
        (v1(text()), "components.0.type"),
        (v1({"type": 17, "components": [text()]}), "components.0.type"),
        (v2(*[text()] * 41), "components"),
        (v2({"type": 17, "components": [text()] * 40}), "components"),
        (v2(text("x" * 2001), text("x" * 2000)), "components"),
        (v2(text("")), "components.0.content"),
        (v2({"type": 17, "components": [{"type": 17, "components": [text()]}]}), "components.0.components.0.type"),
        (v1(row(*[button(custom_id=str(n)) for n in range(6)])), "components.0.components"),
        (v1(row(select(), select(custom_id="t"))), "components.0.components"),
        (v1(row(button(), select())), "components.0.components.1.type"),
        (v1(*[row(button(custom_id=str(n))) for n in range(6)]), "components"),
        (v1(row(button(custom_id=""))), "components.0.components.0.custom_id"),
        (v1(row(button(custom_id="x" * 101))), "components.0.components.0.custom_id"),
        (v1(row(button(), button())), "components.0.components.1.custom_id"),
        (v1(row(button(label="x" * 81))), "components.0.components.0.label"),
        (v1(row(button(label=None))), "components.0.components.0.label"),
        (v1(row(button(style=5, custom_id=None))), "components.0.components.0.url"),
        (v1(row(select(26))), "components.0.components.0.options"),
        (v1(row(select(0))), "components.0.components.0.options"),
        (v1(row(select(placeholder="x" * 151))), "components.0.components.0.placeholder"),
        (v1(row(select(options=[{"label": "x" * 101, "value": "1"}]))), "components.0.components.0.options.0.label"),
        (v1(row(select(options=[{"label": "x", "value": "x" * 101}]))), "components.0.components.0.options.0.value"),
        (v1(row(select(options=[{"label": "x", "value": "1"}] * 2))), "components.0.components.0.options.1.value"),
        (v2({"type": 9, "components": [text()] * 4, "accessory": button()}), "components.0.components"),
        (v2({"type": 9, "components": [text()]}), "components.0.accessory.type"),
        (v2({"type": 13, "file": {"url": "attachment://no.png"}}), "components.0.file.url"),
        ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "allowed_mentions.users"),
    ],
)
def test_a_message_is_refused(body: Json, place: str) -> None:
    assert place in complaint(check_message, body, ())


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000, "nonce": "n" * 25},
        v2(*[text()] * 40),
        v2(text("x" * 4000)),
        v1(row(*[button(custom_id=str(n), label="x" * 80) for n in range(5)])),
        v1(row(select(25, placeholder="x" * 150))),
        v2({"type": 9, "components": [text()] * 3, "accessory": button(custom_id="x" * 100)}, {"type": 14}),
    ],
)
def test_a_message_up_to_the_limit_is_taken(body: Json) -> None:
    check_message(body, ())


@pytest.mark.parametrize(
    ("body", "place"),
    [
        (modal(label(), title="x" * 46), "data.title"),
        (modal(label(), custom_id=""), "data.custom_id"),
        (modal(), "data.components"),
        (modal(*[label(field(custom_id=str(n))) for n in range(6)]), "data.components"),
        (modal(row(button())), "data.components.0.components.0.type"),
        (modal({"type": 17, "components": []}), "data.components.0.type"),
        (modal(label(label="x" * 46)), "data.components.0.label"),
        (modal(label(description="x" * 101)), "data.components.0.description"),
        (modal(label(button())), "data.components.0.component.type"),
        (modal(label(field(max_length=4001))), "data.components.0.component.max_length"),
        (modal(label(field(value="x" * 4001))), "data.components.0.component.value"),
        (modal(label(field(placeholder="x" * 101))), "data.components.0.component.placeholder"),
        (modal(label(), label()), "data.components.1.component.custom_id"),
        (modal(label(radio(1))), "data.components.0.component.options"),
        (modal(label(radio(11))), "data.components.0.component.options"),
        (modal(label(radio(11, type=22))), "data.components.0.component.options"),
        (modal(label(select(26))), "data.components.0.component.options"),
    ],
)
def test_a_modal_is_refused(body: Json, place: str) -> None:
    assert place in complaint(check_modal, body)


def test_a_modal_with_everything_is_taken() -> None:
    check_modal(modal(text(), label(), label(radio(10, custom_id="r")), label(select(25, custom_id="s"))))


@pytest.mark.parametrize(
    ("body", "place"),
    [
        (slash(name="Play"), "0.name"),
        (slash(name="play!"), "0.name"),
        (slash(name="x" * 33), "0.name"),
        (slash(name_localizations={"de": "Spiel"}), "0.name_localizations.de"),
        (slash(description=""), "0.description"),
        (slash(description="x" * 101), "0.description"),
        (slash(options=[option(name=f"o{n}") for n in range(26)]), "0.options"),
        (slash(options=[option(), option()]), "0.options"),
        (slash(options=[option(), option(name="b", required=True)]), "0.options.1"),
        (slash(options=[option(), option(name="b", type=1)]), "0.options"),
        (slash(options=[option(choices=[{"name": "x", "value": "x"}] * 26)]), "0.options.0.choices"),
        (slash(options=[option(choices=[{"name": "x", "value": "x" * 101}])]), "0.options.0.choices.0.value"),
        (slash(options=[option(choices=[{"name": "x", "value": "x"}], autocomplete=True)]), "0.options.0.autocomplete"),
        (
            slash(
                options=[option(name=f"o{n}", choices=[{"name": "x" * 99, "value": "x" * 99}] * 25) for n in range(2)]
            ),
            "0",
        ),
        ({"type": 3, "name": "Look", "description": "not here"}, "0.description"),
    ],
)
def test_a_command_is_refused(body: Json, place: str) -> None:
    assert place in complaint(check_commands, [body])


def test_a_hundred_commands_are_the_most() -> None:
    check_commands([slash(name=f"würfel-{n}") for n in range(100)])
    complaint(check_commands, [slash(name=f"play-{n}") for n in range(101)])
    assert "1.name" in complaint(check_commands, [slash(), slash()])


def test_twenty_five_choices_are_the_most() -> None:
    check_choices([{"name": "x" * 100, "value": "x" * 100}] * 25)
    assert "data.choices" in complaint(check_choices, [{"name": "x", "value": 1}] * 26)
    assert "data.choices.0.name" in complaint(check_choices, [{"name": "x" * 101, "value": 1}])


async def test_a_refusal_reaches_the_library(table: Channel, refused: Refused) -> None:
    error = await refused("POST", f"/channels/{table.id}/messages", {"content": "x" * 2001})
    assert (error.status, error.code) == (400, 50035)
    assert "content: Must be between 0 and 2000" in error.text


async def test_nothing_is_no_message(table: Channel, refused: Refused) -> None:
    bodies: list[Json] = [{}, {"content": " \n"}, {"components": []}]
    for body in bodies:
        assert (await refused("POST", f"/channels/{table.id}/messages", body)).code == 50006


async def test_a_message_stays_with_components_v2(table: Channel, bot: SampleBot, refused: Refused) -> None:
    message = await bot.get_partial_messageable(table.id).send(view=Panel("here"))
    error = await refused("PATCH", f"/channels/{table.id}/messages/{message.id}", {"content": "words"})
    assert error.code == 50035
    plain = await bot.get_partial_messageable(table.id).send("words")
    await plain.edit(content=None, view=Panel("panel"))
    assert table.last.text == "panel"


async def test_an_emptied_message_is_refused(ann: Person, table: Channel, bot: SampleBot, refused: Refused) -> None:
    message = await bot.get_partial_messageable(table.id).send("words")
    error = await refused("PATCH", f"/channels/{table.id}/messages/{message.id}", {"content": ""})
    assert error.code == 50006
