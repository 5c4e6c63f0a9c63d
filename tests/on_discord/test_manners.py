"""Test manners: no needless calls, nothing said twice, and no more requests to Discord than needed."""

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any

import discord.http
import pytest
from gatherings import LONG, a_duel, at_headache, goes_on_to, is_current, opened
from night import Night
from slashes import gives
from standins.discord.messages import Message
from standins.discord.people import Person
from standins.discord.permissions import Permission
from standins.discord.posting import EVERYBODY, ROLE, USER
from structlog.testing import capture_logs
from test_safe_text import HOSTILE

from bot.adapters.discord.outbound import direct_messages

CARD = r"^/channels/\d+/messages/\d+$"
POSTS = r"^/channels/\d+/messages$"


@pytest.fixture
def quick_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the library repeat a failed request after milliseconds instead of seconds."""

    async def sleep(seconds: float) -> None:
        await asyncio.sleep(seconds / 50)

    monkeypatch.setattr(discord.http, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": sleep}))


def of_bot(night: Night) -> list[Message]:
    everywhere = [one for channel in night.world.channels.values() for one in channel.messages.values()]
    return [one for one in everywhere if one.author is night.world.bot]


def posted(night: Night) -> list[Any]:
    return [call.body for call in night.server.rest.to("POST", "/channels/{channel_id}/messages")]


# Calls


async def test_hostile_names_and_texts_call_nobody(night: Night) -> None:
    """T10, T11: on a server where the bot could call everybody."""
    victim = night.person("victim")
    role = night.guild.role("knights", mentionable=True)
    night.guild.give(victim, role)
    night.guild.give(night.world.bot, night.guild.role("loud", "mention_everyone"))
    aimed = [f"<@{victim.id}>", f"<@!{victim.id}>", f"<@&{role.id}>", "@everyone", "@here", f"<#{night.channel.id}>"]
    named = [name for name in [*aimed, *HOSTILE] if name.isprintable() or "\n" in name]
    said = [name.encode("utf-8", "replace").decode() for name in named]
    for number, (first, second) in enumerate(zip(said[::2], [*said[1::2], *said[:1]], strict=False)):
        channel = night.guild.channel(f"c{number}")
        ann = night.person(f"ann{number}", display_name=first[:80])
        ben = night.person(f"ben{number}", display_name=second[:80])
        await gives(ann, "open", channel=channel, game="halflings", options="mode=duel cooldown=0")
        await gives(ben, "join", channel=channel, text=first[:100])
        await gives(ann, "start", channel=channel)
        night.all_are_away()
        await gives(ann, "stake", channel=channel, amount=second[:100] or "x")
        await gives(ann, "stake", channel=channel, amount="5")
    await night.quiet()
    for message in of_bot(night):
        assert not message.pinged_everyone
        assert victim.id not in message.pinged
        assert not ROLE.search(message.text), message
        assert not EVERYBODY.search(message.text), message
        assert {int(one) for one in USER.findall(message.text)} == set(message.pinged), message
    for call in night.server.rest.calls:
        if isinstance(call.body, dict) and "allowed_mentions" in call.body:
            assert call.body["allowed_mentions"].get("parse", []) == []
    assert set(night.server.rest.statuses()) <= {200, 204}


async def test_only_those_whose_turn_it_is_are_called(night: Night) -> None:
    people = await at_headache(night, LONG)
    night.all_are_away()
    await gives(people[0], "stay", channel=night.channel)
    night.all_are_away()
    await goes_on_to(night, people, "voting")
    await goes_on_to(night, people, "swapping")
    night.all_are_away()
    now = await night.state()
    first = now.phase.left[0]
    await gives(people[first], "pass", channel=night.channel)
    await night.card("leaves the cups as they are")
    nextup = (await night.state()).phase.left[0]
    called = [frozenset({people[nextup].id})]  # calls go from the channel once their person has played
    await night.until(lambda: [one.pinged for one in night.calls] == called)


async def test_a_question_calls_once(night: Night) -> None:
    """Other events during it are shown silently."""
    people = await at_headache(night, LONG)
    await goes_on_to(night, people, "voting")
    night.all_are_away()
    await goes_on_to(night, people, "swapping")
    night.all_are_away()
    await gives(people[(await night.state()).phase.left[0]], "pass", channel=night.channel)
    now = list(await night.until(lambda: night.calls))
    night.all_are_away()
    for text in ("table", "moves", "odds"):
        await gives(people[0], text, channel=night.channel)
    await night.quiet()
    assert [one for one in of_bot(night) if one.pinged] == now == night.calls


async def test_who_wants_no_calls_is_not_called(night: Night) -> None:
    ann, ben = await a_duel(night)
    assert "never called" in (await gives(ben, "pings", channel=night.channel, way="off")).text
    night.all_are_away()
    await gives(ann, "stake", channel=night.channel, amount="5")
    card = await night.card("ann stakes 5.")
    await night.quiet()
    assert card.pinged == frozenset()
    assert len(night.cards) == 1
    assert ben.dms == []


async def test_who_wants_calls_by_direct_message_gets_a_new_hand(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """But still only one hand."""
    monkeypatch.setattr(direct_messages, "OPEN_EVERY", 0.0)
    people = await at_headache(night, "memory=off", LONG)
    for person in people:
        await gives(person, "pings", channel=night.channel, way="dm")
    now = await goes_on_to(night, people, "swapping")
    first = people[now.phase.left[0]]
    before = await night.hand(people[now.phase.left[1]], "You draw")
    night.all_are_away()
    await gives(first, "pass", channel=night.channel)
    card = await night.card("leaves the cups as they are")
    await night.quiet()
    called = people[(await night.state()).phase.left[0]]
    assert card.pinged == frozenset()
    await night.until(lambda: before.deleted)
    (hand,) = called.dms
    assert hand is not before
    assert not hand.silent


async def test_who_wants_calls_by_direct_message_gets_them_in_a_game_without_hands(night: Night) -> None:
    """The answer to `pings dm` is "You are called by direct message when it is your turn"."""
    ann, ben = await a_duel(night)
    assert "by direct message" in (await gives(ben, "pings", channel=night.channel, way="dm")).text
    night.all_are_away()
    await gives(ann, "stake", channel=night.channel, amount="5")
    await night.card("ann stakes 5.")
    await night.quiet()
    assert ben.dms


async def called_by_message(night: Night) -> tuple[Person, Person]:
    """Let Ann stake, and Ben be told by direct message that it is his turn; return both."""
    ann, ben = await a_duel(night)
    await gives(ben, "pings", channel=night.channel, way="dm")
    night.all_are_away()
    await gives(ann, "stake", channel=night.channel, amount="5")
    await night.hand(ben, "It is your turn at table")
    await night.quiet()
    return ann, ben


async def test_a_call_by_direct_message_goes_when_its_person_has_acted(night: Night) -> None:
    _, ben = await called_by_message(night)
    (call,) = ben.dms
    await gives(ben, "table", channel=night.channel)
    await night.quiet()
    assert ben.dms == [call], "it is still his turn"
    await gives(ben, "roll", channel=night.channel)
    await night.until(lambda: not ben.dms, lambda: str([one.text for one in ben.dms]))


async def test_it_goes_after_a_restart_and_a_lost_deletion_too(night: Night) -> None:
    _, ben = await called_by_message(night)
    await night.restart()
    fault = night.server.faults.lose_call("DELETE", rf"^/channels/{ben.dm.id}/messages/", times=1)
    await gives(ben, "roll", channel=night.channel)
    await night.until(lambda: not ben.dms, lambda: str([one.text for one in ben.dms]))
    assert fault.met == 1


async def test_it_goes_when_its_person_leaves_the_table(night: Night) -> None:
    _, ben = await called_by_message(night)
    await gives(ben, "leave", channel=night.channel)
    await night.until(lambda: not ben.dms, lambda: str([one.text for one in ben.dms]))


# Requests


async def test_every_post_has_a_nonce_and_what_calls_nobody_is_silent(night: Night) -> None:
    """F14."""
    people = await at_headache(night, LONG)
    await goes_on_to(night, people, "voting")
    night.all_are_away()
    await goes_on_to(night, people, "swapping")
    await people[0].says(night.channel, f"{night.world.bot.mention} table")
    await night.quiet()
    assert len(posted(night)) >= 3
    for body in posted(night):
        assert body["nonce"]
        assert body["enforce_nonce"] is True
    in_channel = [one for one in of_bot(night) if one.channel is night.channel and one.ephemeral_to is None]
    assert any(one.pinged for one in in_channel) or len(in_channel) > 1
    for message in in_channel:
        assert message.silent == (not message.pinged), message
    counted = Counter(str(body["nonce"]) for body in posted(night))
    assert max(counted.values()) == 1


async def test_a_lost_answer_doubles_no_card_and_no_hand(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """F14: the message is there, although nobody told us."""
    monkeypatch.setattr(direct_messages, "OPEN_EVERY", 0.0)
    fault = night.server.faults.lose_answer("POST", POSTS, times=8)
    people = await at_headache(night, "memory=off", LONG)
    await goes_on_to(night, people, "voting")
    for person in people:
        await night.hand(person, "You draw the")
    await night.card("Vote on")
    await night.quiet()
    assert fault.met >= 6
    assert len(night.cards) == 1
    assert [len(person.dms) for person in people] == [1] * 5


async def test_a_hand_whose_first_answers_were_lost_is_current_all_the_same(
    highdie_installed: None, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F14: when it is sent again, there is more to show."""
    monkeypatch.setattr(direct_messages, "OPEN_EVERY", 0.0)
    ann, ben = night.people("ann", "ben")
    fault = night.server.faults.lose_answer("POST", rf"^/channels/{ann.dm.id}/messages$", times=3)
    await opened(night, [ann, ben], "highdie", "", night.channel, dice=(5, 3))
    await night.hand(ben, "Your die shows 3")
    await nothing_waits(night)
    assert fault.met == 3
    await night.hand(ann, "Your die shows 5")
    assert len(ann.dms) == 1


async def test_a_card_whose_first_answers_were_lost_is_current_all_the_same(night: Night) -> None:
    """F14: also if it is sent again within a second."""
    fault = night.server.faults.lose_answer("POST", POSTS, times=2)
    await opened(night, night.people("ann", "ben"), "halflings", "mode=duel cooldown=0", night.channel)
    await nothing_waits(night)
    assert fault.met == 2
    (card,) = night.cards
    assert is_current(card, await night.session())


async def nothing_waits(night: Night) -> None:
    """Wait until everything that could not be shown at first was tried again."""
    async with asyncio.timeout(60):
        while night.house.delivery.has_more_to_show:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await night.quiet()


async def test_a_lost_answer_to_an_edit_is_no_trouble(night: Night) -> None:
    ann, _ = await a_duel(night)
    night.server.faults.lose_answer("PATCH", CARD, times=2)
    await gives(ann, "stake", channel=night.channel, amount="5")
    await night.card("ann stakes 5.")
    await nothing_waits(night)
    assert len(night.cards) == 1


async def test_a_lost_call_is_weather_and_no_fault_of_ours(night: Night) -> None:
    """A connection that ends without an answer is not logged as an error."""
    ann, _ = await a_duel(night)
    with capture_logs() as logs:
        night.server.faults.lose_call("PATCH", CARD, times=1)
        await gives(ann, "stake", channel=night.channel, amount="5")
        await night.card("ann stakes 5.")
        night.server.faults.lose_answer("POST", "/callback", times=1)
        await gives(ann, "table", channel=night.channel)
        await night.quiet()
    assert [line for line in logs if line["log_level"] == "error"] == []


@pytest.mark.parametrize("lost", ["lose_call", "lose_answer"])
async def test_a_press_is_answered_though_the_connection_ends_under_the_answer(night: Night, lost: str) -> None:
    ann, _ = await a_duel(night)
    fault = getattr(night.server.faults, lost)("POST", "/callback$", times=1)
    asked = await ann.presses(night.cards[-1], "My moves")
    assert (fault.met, asked.failed) == (1, False)
    assert len(asked.messages) == 1
    assert night.world.failed_interactions == []


async def test_calls_are_deleted_though_the_deletion_of_one_is_lost(night: Night) -> None:
    other = night.guild.channel("other")
    ann, ben = await a_duel(night)
    cid, dan = await a_duel(night, names=("cid", "dan"), channel=other)
    night.all_are_away()
    await gives(ann, "stake", channel=night.channel, amount="5")
    await gives(cid, "stake", channel=other, amount="5")
    await night.until(lambda: len([one for one in of_bot(night) if one.pinged]) == 2)
    fault = night.server.faults.lose_call("DELETE", CARD, times=1)
    await gives(ben, "roll", channel=night.channel)
    await gives(dan, "roll", channel=other)
    await night.until(lambda: all(one.deleted for one in of_bot(night) if one.pinged))
    assert fault.met == 1


@pytest.mark.usefixtures("quick_repeats")
@pytest.mark.parametrize(("status", "times"), [(500, 4), (502, 4), (500, 7)])
async def test_where_discord_stumbles_nothing_is_doubled(night: Night, status: int, times: int) -> None:
    """F14; the library tries five times."""
    night.server.faults.next("POST", POSTS, status=status, times=times)
    night.server.faults.next("PATCH", CARD, status=status, times=4)
    ann, _ = await a_duel(night)
    await gives(ann, "stake", channel=night.channel, amount="5")
    await night.card("ann stakes 5.")
    await night.quiet()
    assert len(night.cards) == 1


async def test_too_many_is_waited_for_and_not_repeated_at_once(limited: Night) -> None:
    """F14: a 429 that comes all the same."""
    fault = limited.server.faults.next("POST", POSTS, status=429, times=1, retry_after=0.2)
    (ann,) = limited.people("ann")
    await gives(ann, "halflings", channel=limited.channel, amount="50")
    await limited.card("ann stakes 50.")
    assert fault.met == 1
    assert len(limited.cards) == 1


async def test_in_a_slow_channel_the_newest_picture_wins(night: Night) -> None:
    """F14: events during a call are told by the next one, all at once."""
    people = night.people(*(f"p{number}" for number in range(11)))
    await gives(people[-1], "open", channel=night.channel, game="halflings", options="mode=crowd")
    await night.card("Waiting for players")
    await night.quiet()
    calls = len(night.server.rest.public_calls())
    night.server.faults.delay("PATCH", CARD, 0.8, times=1)
    for person in people[:-1]:
        await gives(person, "join", channel=night.channel)
    card = await night.card("p9 sits down")
    await night.quiet()
    assert is_current(card, await night.session())
    assert len(night.server.rest.public_calls()) - calls <= 3
    assert len(night.cards) == 1


async def test_a_slow_channel_holds_up_no_other(night: Night) -> None:
    other = night.guild.channel("other")
    ann, _ = await a_duel(night)
    cid, _ = await a_duel(night, channel=other, names=("cid", "dan"))
    night.server.faults.delay("PATCH", rf"^/channels/{night.channel.id}/", 3.0, times=1)
    await gives(ann, "stake", channel=night.channel, amount="5")
    await gives(cid, "stake", channel=other, amount="6")
    await night.card("cid stakes 6.", channel=other)
    assert not any("ann stakes 5." in card.text for card in night.channel.from_bot), "it is still on its way"
    await night.card("ann stakes 5.")


async def test_a_storm_of_refusals_stays_far_below_the_limit(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """T7: 10,000 refused requests in ten minutes would ban our address."""
    monkeypatch.setattr(direct_messages, "OPEN_EVERY", 0.0)
    clock = [1000.0]
    night.clock = lambda: clock[0]
    tables = []
    for number in range(8):
        ann, ben = night.people(f"ann{number}", f"ben{number}")
        await opened(night, [ann, ben], "halflings", "mode=duel cooldown=0", night.channel)
        tables.append((ann, ben, (await ben.completes("table leave", "table", "", channel=night.channel))[0].value))
    shy = night.people(*(f"shy{number}" for number in range(10)))
    for person in shy:
        person.dms_closed = True
    await opened(night, shy, "headache", LONG, night.guild.channel("other"))
    await night.quiet()
    night.channel.deny(night.world.bot, Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL)
    before = night.server.rest.invalid_answers
    for ann, ben, code in tables:
        await gives(ann, "stake", channel=night.channel, amount="5", table=code)
        await gives(ben, "roll", channel=night.channel, table=code)
    for _ in range(6):
        clock[0] += 5.0
        await night.tries_again()
        for person in shy[:3]:
            await gives(person, "stay", channel=night.guild.channels[max(night.guild.channels)])
        await night.quiet()
    assert night.server.rest.invalid_answers - before <= 15
    assert night.server.rest.too_many == 0


async def test_the_bot_asks_for_no_lists_and_no_history(night: Night) -> None:
    """Play needs posts, edits and answers. All other requests to Discord come at the start."""
    ann, ben = await a_duel(night)
    await gives(ann, "stake", channel=night.channel, amount="5")
    await ben.presses(await night.card("ann stakes 5."), "Roll")
    await night.quiet()
    routes = {(call.method, call.route) for call in night.server.rest.calls}
    assert routes <= {
        ("GET", "/oauth2/applications/@me"),
        ("GET", "/users/@me"),
        ("GET", "/gateway/bot"),
        ("GET", "/applications/{application_id}/emojis"),
        ("PUT", "/applications/{application_id}/commands"),
        ("POST", "/channels/{channel_id}/messages"),
        ("PATCH", "/channels/{channel_id}/messages/{message_id}"),
        ("POST", "/interactions/{interaction_id}/{token}/callback"),
    }
