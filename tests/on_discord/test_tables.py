"""Test the card of a table: one message, always current, edited in place, and posted again only if needed."""

import asyncio
import re
from datetime import UTC, datetime

import pytest
from discord.utils import snowflake_time
from gatherings import LONG, a_duel, at_headache, goes_on_to
from night import Night, table_code
from slashes import gives
from standins.discord.interactions import Interaction
from standins.discord.messages import Message
from standins.discord.people import Person

from bot.adapters.discord.outbound import channel_messages, standing
from bot.delivery.replays import Replays
from bot.table.phases import Playing

HOUR = 3600.0
TABLES_OWN = {"do", "form", "pick"}
"""What the buttons of a running game do."""


def game_buttons(card: Message) -> list[str]:
    return [one.label or "" for one in card.buttons if str(one.custom_id).split("|")[1] in TABLES_OWN]


async def test_a_game_is_opened_by_its_name_and_played_with_buttons(night: Night) -> None:
    (ann,) = night.people("ann")
    night.house.doors.public = "https://games.example/"
    night.dice.load(["7", "2", "2", "2", "6"])
    await gives(ann, "halflings", channel=night.channel, amount="50")
    card = await night.card("ann stakes 50.", "The Giant rolls 7")
    assert [button.label for button in card.buttons][:1] == ["Roll"]
    await ann.presses(card, "Roll")
    card = await night.card("2-2, 4 in all")
    await ann.presses(card, "Split")
    card = await night.card("the Giant topples! ann wins 150.")
    (watch,) = [one for one in card.buttons if one.url]
    assert watch.label == "Watch it again"
    link = str(watch.url).removeprefix("https://games.example/game/")
    shown = await night.house.part(Replays).shown(link, "en")
    assert shown is not None
    assert shown.how == "ann won 150"
    assert len(night.cards) == 1
    assert night.server.rest.statuses().get(429, 0) == 0


async def test_a_table_is_one_message_from_its_opening_to_its_end(night: Night) -> None:
    ann, ben = await a_duel(night)
    first = await night.card("Halflings")
    for staker, giant in ((ann, ben), (ben, ann)):
        await gives(staker, "stake", channel=night.channel, amount="5")
        await gives(giant, "roll", channel=night.channel)
        for _ in range(30):
            if (await night.session()).phase.__class__ is not Playing:
                break
            await night.quiet()
            if not game_buttons(first) or "Stake" in game_buttons(first):
                break
            label = game_buttons(first)[0]
            await (giant if f"{giant.name} to play" in first.text else staker).presses(first, label)
    await gives(ann, "close", channel=night.channel)
    await night.card("is closed")
    assert night.cards == [first]
    posted = night.server.rest.to("POST", "/channels/{channel_id}/messages")
    fair = [one for one in night.channel.from_bot if one.text.startswith("-# ")]
    feats = [one for one in night.channel.from_bot if "New feats. " in one.text]  # they depend on the dice
    assert len(posted) == 1 + len(fair) + len(feats)


async def test_the_clock_is_told_so_that_each_readers_own_counts_down(night: Night) -> None:
    await a_duel(night)
    card = await night.card("ann to play")
    phase = (await night.session()).phase
    assert isinstance(phase, Playing)
    assert re.findall(r"<t:([0-9]+):R>", card.text) == [str(phase.clock.ends_at // 1000)]


async def test_whoever_is_here_is_not_called(night: Night) -> None:
    ann, _ = await a_duel(night)
    await gives(ann, "stake", channel=night.channel, amount="5")
    card = await night.card("ann stakes 5.")
    assert len(night.cards) == 1
    assert card.pinged == frozenset()


async def test_whoever_is_away_is_called_beside_the_card_and_the_call_goes_when_they_act(night: Night) -> None:
    ann, ben = await a_duel(night)
    card = await night.card("ann to play")
    night.all_are_away()
    await gives(ann, "stake", channel=night.channel, amount="5")
    assert await night.card("ann stakes 5.") is card
    (call,) = await night.until(lambda: night.calls)
    assert call.pinged == frozenset({ben.id})
    assert not call.silent
    assert f"it is your turn at table {table_code(card)}: " in call.text
    assert f"https://discord.com/channels/{night.guild.id}/{night.channel.id}/{card.id}" in call.text
    await ben.presses(card, "Roll")
    await night.until(lambda: call.deleted)
    assert night.cards == [card]


async def test_a_card_that_has_scrolled_away_is_posted_anew(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "AFTER", 0.1)
    ann, _ = await a_duel(night)
    (zoe,) = night.people("zoe")
    old = await night.card("ann to play")
    for number in range(channel_messages.SCROLLED + 1):
        await zoe.says(night.channel, f"chat {number}")
    await gives(ann, "stake", channel=night.channel, amount="5")
    new = await night.card("ann stakes 5.")
    assert new is not old
    assert new.silent
    assert new.pinged == frozenset()
    await night.until(lambda: old.deleted)
    assert night.cards == [new]


async def test_a_card_with_a_little_chat_below_stays(night: Night) -> None:
    ann, _ = await a_duel(night)
    (zoe,) = night.people("zoe")
    for number in range(channel_messages.SCROLLED // 2):
        await zoe.says(night.channel, f"chat {number}")
    await gives(ann, "stake", channel=night.channel, amount="5")
    await night.card("ann stakes 5.")
    assert len(night.cards) == 1


def age_of(message: Message) -> float:
    """Return the seconds since a message was posted, by its id."""
    return (datetime.now(UTC) - snowflake_time(message.id)).total_seconds()


async def test_a_card_is_posted_anew_before_edits_of_it_are_limited(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few edits are allowed for messages older than an hour (platforms 3)."""
    assert channel_messages.OLD < HOUR
    ann, _ = await a_duel(night)
    old = await night.card("ann to play")
    monkeypatch.setattr(channel_messages, "OLD", age_of(night.cards[0]))  # when it is edited it is older
    await gives(ann, "stake", channel=night.channel, amount="5")
    new = await night.card("ann stakes 5.")
    assert new is not old
    assert new.silent


async def test_a_closed_table_needs_no_new_card(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    (ann,) = night.people("ann")
    await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel")
    await night.card("Waiting for players")
    monkeypatch.setattr(channel_messages, "OLD", age_of(night.cards[0]))  # when it is edited it is older
    await gives(ann, "close", channel=night.channel)
    await night.card("is closed")
    assert len(night.cards) == 1


async def test_several_tables_of_one_channel_each_have_their_card(night: Night) -> None:
    await a_duel(night)
    await a_duel(night, names=("cid", "dan"))
    first, second = night.cards
    assert table_code(first) != table_code(second)
    (cid,) = [one for one in night.world.people.values() if one.name == "cid"]
    await gives(cid, "stake", channel=night.channel, amount="7")
    assert await night.card("cid stakes 7.") is second
    assert "7." not in first.text.split("stake 1 to")[-1]
    assert night.cards == [first, second]


async def test_a_closed_tables_card_can_only_be_read(night: Night) -> None:
    ann, _ = await a_duel(night)
    await gives(ann, "close", channel=night.channel)
    card = await night.card("is closed")
    assert card.buttons == []
    assert card.selects == []


async def test_a_button_of_a_question_that_is_over_says_so_to_its_presser_alone(night: Night) -> None:
    """F8: on one's own panel the buttons stay as they were."""
    night.dice.load(["7", "2", "2"])
    ann, ben = await a_duel(night)
    await gives(ann, "stake", channel=night.channel, amount="5")
    await ben.presses(await night.card("ann stakes 5."), "Roll")
    card = await night.card("that is the Knee")
    panel = await ann.presses(card, "My moves")
    await ann.presses(card, "Roll")
    await night.card("2-2, 4 in all")
    before = await night.session()
    late = await ann.presses(panel.answer, "Roll")
    assert "moved on" in late.text
    assert late.answer is not None
    assert late.answer.ephemeral_to is ann
    assert await night.session() == before


async def test_a_button_that_went_while_it_was_pressed_is_answered_too(night: Night) -> None:
    """F8: the card was edited between seeing a button and pressing it."""
    night.world.answer_deadline = 0.5
    night.dice.load(["7"])
    ann, ben = await a_duel(night)
    await gives(ann, "stake", channel=night.channel, amount="5")
    card = await night.card("ann stakes 5.")
    old = card.button("Roll").custom_id
    await ben.presses(card, "Roll")
    await night.card("that is the Knee")
    before = await night.session()
    late = await ben.presses(card, custom_id=old, stale=True)
    assert "moved on" in late.text
    assert await night.session() == before


async def test_five_who_vote_at_once_all_count_and_disturb_nobody(night: Night) -> None:
    """Their forms stay open while others send theirs, since the question stays the same."""
    people = await at_headache(night, LONG)
    await goes_on_to(night, people, "voting")
    card = await night.card("Vote on how many rounds")
    opened = [await person.presses(card, "Vote") for person in people]
    sent = await asyncio.gather(
        *(one.submits(form.modal, {"amount": "1", "option": "2"}) for one, form in zip(people, opened, strict=True))
    )
    assert all("moved on" not in one.text for one in sent), [one.text for one in sent]
    await night.card("Swapping: 5 for 2 rounds (", *(f"{name} 1" for name in ("ann", "ben", "cid", "dan", "eve")))
    state = await night.state()
    assert list(state.stacks) == [94] * 5
    assert night.world.failed_interactions == []


async def test_many_who_press_the_same_button_at_once_make_one_move(night: Night) -> None:
    ann, ben = await a_duel(night)
    await gives(ann, "stake", channel=night.channel, amount="5")
    night.dice.load(["7"])
    card = await night.card("ann stakes 5.")
    pressed: list[Interaction] = await asyncio.gather(*(ben.presses(card, "Roll") for _ in range(10)))
    await night.quiet()
    assert sum(one.acked and not one.text for one in pressed) == 1
    assert all("moved on" in one.text for one in pressed if one.text)
    assert (await night.card("that is the Knee")).text.count("that is the Knee") == 1


@pytest.mark.parametrize("name", ["*" * 32, "🐢" * 32, "[x](https://evil.example)"])
async def test_a_crowd_with_odd_names_fits_one_card(night: Night, name: str) -> None:
    """T13: no names make a card that Discord refuses."""
    people = [night.person(f"{name}{number}", display_name=f"{name[:30]}{number:02}") for number in range(30)]
    host: Person = people[0]
    await gives(
        host, "open", channel=night.channel, game="halflings", options="mode=crowd cooldown=0 crowd_seconds=600"
    )
    for person in people[1:]:
        await gives(person, "join", channel=night.channel)
    await gives(host, "start", channel=night.channel)
    for person in people:
        await gives(person, "stake", channel=night.channel, amount="5")
    await night.quiet()
    (card,) = night.cards
    assert "… and 18 more." in card.text
    assert card.pinged == frozenset()
    assert not card.pinged_everyone
    assert set(night.server.rest.statuses()) <= {200, 204}
