"""Test that what a person does reaches an unmodified discord.py, and its answers only their own screen."""

import asyncio
import time

import pytest
from standins.discord.messages import Message
from standins.discord.people import Person
from standins.discord.places import Channel
from standins.discord.sample_bot import SampleBot
from standins.discord.stand_in import DiscordStandIn


@pytest.fixture
async def panel(server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot) -> Message:
    await ann.slash("table open", channel=table, game="headache")
    return await server.world.until(lambda: table.from_bot[0] if table.from_bot else None)


async def test_an_ephemeral_answer_is_on_one_screen_only(
    server: DiscordStandIn, ann: Person, bob: Person, table: Channel, bot: SampleBot
) -> None:
    interaction = await ann.slash("table open", channel=table, game="headache", seats=3, pace="Fast")
    assert interaction.shown == ["headache for 3, pace f"]
    assert interaction.answer is not None
    assert interaction.answer.flags & 64
    assert interaction.answered_after is not None
    await server.world.settles()
    assert ann.sees(table) == ["headache for 3, pace f", "The table"]
    assert bob.sees(table) == ["The table"]


async def test_buttons_of_a_message_and_of_an_ephemeral_answer_can_be_pressed(ann: Person, panel: Message) -> None:
    assert [button.label for button in panel.buttons] == ["View my hand", "update", "defer", "modal"]
    hand = await ann.presses(panel, "View my hand")
    assert hand.shown == ["a secret seven for ann"]
    again = await ann.presses(hand.answer, "View my hand")
    assert again.shown == ["a secret seven for ann"]


async def test_twenty_presses_at_once_are_twenty_interactions(ann: Person, panel: Message) -> None:
    presses = await asyncio.gather(*(ann.presses(panel, "View my hand") for _ in range(20)))
    assert [press.shown for press in presses] == [["a secret seven for ann"]] * 20


async def test_a_client_does_not_press_what_is_not_there(
    ann: Person, bob: Person, panel: Message, bot: SampleBot
) -> None:
    hand = await ann.presses(panel, "View my hand")
    with pytest.raises(AssertionError, match="no button 'Fold'"):
        await ann.presses(panel, "Fold")
    with pytest.raises(AssertionError, match="does not see"):
        await bob.presses(hand.answer, "View my hand")
    panel.delete()
    with pytest.raises(AssertionError, match="gone"):
        await ann.presses(panel, "update")
    assert (await ann.presses(panel, custom_id="hand:1", stale=True)).acked


async def test_an_update_changes_the_message_and_pings_nobody(ann: Person, bob: Person, panel: Message) -> None:
    press = await ann.presses(panel, "update")
    assert press.answer is panel
    assert (panel.text, panel.edited, panel.versions) == ("updated", 1, ["The table", "updated"])
    assert panel.pinged == frozenset()


async def test_a_deferred_update_has_no_answer_but_follow_ups(
    server: DiscordStandIn, ann: Person, bob: Person, panel: Message, table: Channel
) -> None:
    press = await ann.presses(panel, "defer")
    assert press.acked
    assert press.answer is None
    assert (await press.filled()).text == "later"
    assert [message.text for message in press.followups] == ["later"]
    assert "later" not in bob.sees(table)


async def test_a_thinking_answer_is_filled_later(server: DiscordStandIn, ann: Person, bot: SampleBot) -> None:
    think = await ann.slash("think")
    assert think.deferred
    assert (await think.filled()).text == "a thought"
    await server.world.until(lambda: think.shown == ["a thought", "a second thought"])


async def test_a_modal_is_filled_in_by_the_person_who_opened_it(ann: Person, bob: Person, panel: Message) -> None:
    modal = (await ann.presses(panel, "modal")).modal
    assert modal is not None
    assert modal.title == "Your secret bid"
    assert "Nobody else sees it" in modal.text
    assert [option.label for option in modal.field("Suit").options] == ["Cups", "Coins"]
    bid = await ann.submits(modal, {"amount": "12", "suit": "c"})
    assert bid.shown == ["bid 12 in c"]
    with pytest.raises(AssertionError, match="opened by ann"):
        await bob.submits(modal, {"amount": "12", "suit": "c"})


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"suit": "c"}, "must be filled in"),
        ({"amount": "1234", "suit": "c"}, "1 to 3 characters"),
        ({"amount": "12"}, "1 to 1 choices"),
        ({"amount": "12", "suit": "x"}, "offers"),
        ({"amount": "12", "suit": "c", "colour": "red"}, "no field"),
    ],
)
async def test_a_modal_filled_in_wrongly_is_not_sent(
    ann: Person, panel: Message, values: dict[str, str], words: str
) -> None:
    modal = (await ann.presses(panel, "modal")).modal
    with pytest.raises(AssertionError, match=words):
        await ann.submits(modal, values)


async def test_an_option_completes_what_is_typed(ann: Person, table: Channel, bot: SampleBot) -> None:
    choices = await ann.completes("table open", "game", "hal", channel=table, seats=3)
    assert [(choice.name, choice.value) for choice in choices] == [("Halflings", "halflings")]
    with pytest.raises(AssertionError, match="completes nothing"):
        await ann.completes("table open", "pace", "s", channel=table)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("chair open", {}, "is not offered"),
        ("table close", {}, "no whole command"),
        ("table", {}, "no whole command"),
        ("table open", {}, "needs 'game'"),
        ("table open", {"game": "x", "colour": "red"}, "no option 'colour'"),
        ("table open", {"game": 7}, "takes an option of type 3"),
        ("table open", {"game": "x", "seats": 9}, "2 to 8"),
        ("table open", {"game": "x", "seats": True}, "takes an option of type 4"),
        ("table open", {"game": "x", "pace": "Medium"}, "offers"),
    ],
)
async def test_a_command_is_held_to_what_was_registered(
    ann: Person, table: Channel, bot: SampleBot, name: str, options: dict[str, object], words: str
) -> None:
    with pytest.raises(AssertionError, match=words):
        await ann.slash(name, channel=table, with_options=options)


async def test_a_command_for_moderators_is_offered_to_them_only(
    server: DiscordStandIn, ann: Person, table: Channel, bot: SampleBot
) -> None:
    with pytest.raises(AssertionError, match="not offered /house"):
        await ann.slash("house", channel=table, who=ann)
    guild = table.guild
    assert guild is not None
    mod = server.world.person("mod")
    guild.join(mod, roles=["manage_guild"])
    assert (await mod.slash("house", channel=table, who=ann)).shown == ["True ann"]


async def test_a_dm_is_between_two(server: DiscordStandIn, ann: Person, bob: Person, bot: SampleBot) -> None:
    assert (await ann.asks(None, "ping")).text == "pong"
    assert [message.text for message in ann.dms] == ["pong"]
    assert bob.sees(ann.dm) == []
    await bot.get_partial_messageable(ann.dm.id).send("psst")
    assert ann.sees(ann.dm) == ["ping", "pong", "psst"]


async def test_content_in_a_guild_needs_a_mention(ann: Person, table: Channel, bot: SampleBot) -> None:
    await ann.says(table, "nobody asked you")
    assert bot.user is not None
    assert (await ann.asks(table, f"<@{bot.user.id}> ping")).text == "pong"
    assert [message.content for message in bot.heard] == ["", f"<@{bot.user.id}> ping"]


async def test_ids_carry_their_time(ann: Person, table: Channel, bot: SampleBot) -> None:
    said = await ann.says(None, "hello")
    await ann.asks(None, "ping")
    heard = bot.heard[0]
    assert heard.id == said.id
    assert abs(heard.created_at.timestamp() - time.time()) < 5
    assert (heard.created_at - heard.author.created_at).days == 400
