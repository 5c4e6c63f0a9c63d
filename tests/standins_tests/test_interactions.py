"""Deadlines, tokens, second answers, and answers that do not fit."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import ui
from standins.discord.interactions import COMMAND, COMPONENT, SUBMIT, Interaction
from standins.discord.messages import Message
from standins.discord.people import Person
from standins.discord.places import Channel
from standins.discord.sample_bot import Bid, Panel, SampleBot
from standins.discord.stand_in import DiscordStandIn

Refused = Callable[..., Awaitable[discord.HTTPException]]
Raw = Callable[..., Awaitable[Any]]


async def put(server: DiscordStandIn, bot: SampleBot, table: Channel, *custom_ids: str) -> Message:
    await bot.get_partial_messageable(table.id).send(view=Panel("here", *custom_ids))
    return table.last


async def waiting(ann: Person, table: Channel, kind: int = COMMAND) -> tuple[Interaction, asyncio.Task[Interaction]]:
    """Return an interaction that the test answers by hand, and the task of the person who waits for it."""
    interaction = Interaction(ann, kind, table, {"name": "by hand", "custom_id": "by hand", "component_type": 2})
    if kind == SUBMIT:
        interaction.data["components"] = []
    task = asyncio.create_task(interaction.send())
    await asyncio.sleep(0)
    return interaction, task


def callback(interaction: Interaction) -> str:
    return f"/interactions/{interaction.id}/{interaction.token}/callback"


async def test_an_interaction_without_an_answer_has_failed(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot
) -> None:
    server.world.answer_deadline = 0.1
    press = await ann.presses(await put(server, bot, table, "mute"), "mute")
    assert press.failed
    assert not press.acked
    assert server.world.failed_interactions == [press]


async def test_a_late_answer_is_refused(server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot) -> None:
    server.world.answer_deadline = 0.1
    press = await ann.presses(await put(server, bot, table, "slow"), "slow")
    await server.world.until(lambda: bot.errors)
    assert [error.code for error in bot.errors if isinstance(error, discord.NotFound)] == [10062]
    assert press.shown == []


async def test_a_second_answer_is_refused(server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot) -> None:
    press = await ann.presses(await put(server, bot, table, "twice"), "twice")
    await server.world.until(lambda: bot.errors)
    assert [(e.status, e.code) for e in bot.errors if isinstance(e, discord.HTTPException)] == [(400, 40060)]
    assert press.shown == ["once"]


async def test_a_token_lives_fifteen_minutes(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot, refused: Refused
) -> None:
    think = await ann.slash("think", channel=table)
    await think.filled()
    await server.world.settles()
    path = f"/webhooks/{bot.application_id}/{think.token}/messages/@original"
    server.world.clock.advance(14 * 60)
    hook: Any = discord.Webhook.partial(bot.application_id or 0, think.token, client=bot)
    await hook.edit_message("@original", content="still there")
    server.world.clock.advance(2 * 60)
    error = await refused("PATCH", path, {"content": "too late"})
    assert (error.status, error.code) == (401, 50027)
    assert server.rest.invalid_answers == 1
    assert think.shown[0] == "still there"


async def test_an_answer_can_be_read_changed_and_deleted_by_its_token(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot, raw: Raw, refused: Refused
) -> None:
    interaction, task = await waiting(ann, table)
    path = f"/webhooks/{bot.application_id}/{interaction.token}"
    assert (await refused("GET", f"{path}/messages/@original")).code == 10015
    await raw("POST", callback(interaction), {"type": 4, "data": {"content": "one", "flags": 64}})
    await task
    assert (await raw("GET", f"{path}/messages/@original"))["content"] == "one"
    second = await raw("POST", path, {"content": "two", "flags": 64})
    await raw("PATCH", f"{path}/messages/{second['id']}", {"content": "three"})
    assert interaction.shown == ["one", "three"]
    await raw("DELETE", f"{path}/messages/@original")
    assert interaction.shown == ["three"]
    assert (await refused("GET", f"{path}/messages/@original")).code == 10008
    own = f"/channels/{table.id}/messages/{second['id']}"
    assert (await refused("PATCH", own, {"content": "with the bot's own token"})).code == 10008


async def test_the_first_follow_up_takes_the_place_of_thinking(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot, raw: Raw
) -> None:
    interaction, task = await waiting(ann, table)
    await raw("POST", callback(interaction), {"type": 5, "data": {"flags": 64}})
    await task
    assert interaction.shown == []
    await raw("POST", f"/webhooks/{bot.application_id}/{interaction.token}", {"content": "now"})
    assert interaction.shown == ["now"]
    assert interaction.answer is not None
    assert interaction.answer.ephemeral


async def test_an_answer_must_fit_its_question(
    ann: Person, table: Channel, bot: SampleBot, refused: Refused, raw: Raw
) -> None:
    bid = Bid().to_dict()
    for kind, answers in ((COMMAND, (1, 6, 7, 8)), (SUBMIT, (9, 8)), (COMPONENT, (8, 99))):
        interaction, task = await waiting(ann, table, kind)
        for answer in answers:
            error = await refused("POST", callback(interaction), {"type": answer, "data": bid})
            assert (error.status, error.code) == (400, 50035)
        await raw("POST", callback(interaction), {"type": 4, "data": {"content": "this one"}})
        await task


async def test_without_with_response_an_answer_is_empty(ann: Person, table: Channel, bot: SampleBot, raw: Raw) -> None:
    interaction, task = await waiting(ann, table)
    path = callback(interaction)
    assert await raw("POST", path, {"type": 4, "data": {"content": "so"}}) == ""
    await task


async def test_with_response_gives_the_message(ann: Person, table: Channel, bot: SampleBot, raw: Raw) -> None:
    interaction, task = await waiting(ann, table)
    path = f"{callback(interaction)}?with_response=true"
    told = await raw("POST", path, {"type": 4, "data": {"content": "so"}})
    await task
    assert told["resource"]["message"]["content"] == "so"
    assert told["interaction"]["response_message_id"] == told["resource"]["message"]["id"]


async def test_selects_give_people_and_values(
    server: DiscordStandIn, ann: Person, bob: Person, table: Channel, bot: SampleBot
) -> None:
    chosen: list[object] = []

    class Choose(ui.View):
        @ui.select(custom_id="card", options=[discord.SelectOption(label="Seven", value="7")])
        async def card(self, interaction: discord.Interaction, select: ui.Select[Any]) -> None:
            chosen.extend(select.values)
            await interaction.response.edit_message(content="chosen", view=None)

        @ui.select(custom_id="who", cls=ui.UserSelect)
        async def who(self, interaction: discord.Interaction, select: ui.UserSelect[Any]) -> None:
            chosen.extend(user.name for user in select.values)
            await interaction.response.defer()

    await bot.get_partial_messageable(table.id).send("choose", view=Choose(timeout=None))
    assert (await ann.selects(table.last, "who", [bob])).acked
    choice = await ann.selects(table.last, "card", ["Seven"])
    assert chosen == ["bob", "7"]
    assert choice.shown == ["chosen"]
    assert table.last.selects == []


async def test_an_update_of_an_ephemeral_message_stays_with_its_reader(
    server: DiscordStandIn, ann: Person, bob: Person, table: Channel, bot: SampleBot, raw: Raw
) -> None:
    hand = (await ann.presses(await put(server, bot, table, "hand:1"), "View my hand")).answer
    for kind in (COMPONENT, SUBMIT):
        interaction = Interaction(ann, kind, table, {"custom_id": "x", "component_type": 2, "components": []}, hand)
        task = asyncio.create_task(interaction.send())
        text = {"type": 10, "content": f"the nine {kind}"}
        await raw("POST", callback(interaction), {"type": 7, "data": {"flags": 1 << 15, "components": [text]}})
        assert (await task).shown == [f"the nine {kind}"]
    assert server.journal.visible_to_others("the nine", ann) == []
    assert bob.sees(table) == ["here"]
    assert hand is not None
    ann.dismisses(hand)
    assert ann.sees(table) == ["here"]


async def test_the_bot_hears_of_a_persons_edit(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot
) -> None:
    said = await ann.says(None, "before")
    heard: list[str] = []

    @bot.event
    async def on_raw_message_edit(payload: discord.RawMessageUpdateEvent) -> None:
        heard.append(payload.message.content)

    await ann.edits(said, "after")
    await server.world.until(lambda: heard == ["after"])
