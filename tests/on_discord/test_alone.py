"""Test direct messages with the bot: one plays against the House and house bots; all else says where to do it."""

import asyncio
import random

import pytest
from night import Night, table_code
from on_discord.pressing import Way, confirmed, filled, on
from slashes import gives
from standins.discord.messages import Message
from standins.discord.people import Person

from bot.adapters.discord.outbound.buttons import Press, read
from games.catalogue import catalogue

FEWEST = {"headache": 4, "halflings": 0}
"""How many house bots a game needs; one is enough for the others."""
OPTIONS = {"headache": "memory=off pace=quick", "poohead": "opening=lowest"}
"""In a race for the first play all wait until its time is up if nobody can claim it."""
MOVES = 5


def ways_of(person: Person) -> list[Way]:
    """Return what can be pressed in a person's direct messages to play on: moves, otherwise the next game."""
    screens = [one for one in person.dms if one.components]
    moves = [way for screen in screens for way in on(screen)]
    again = [Way(screen, press) for screen in screens for press in presses_on(screen) if press.line == "rematch"]
    return moves or again


def presses_on(screen: Message) -> list[Press]:
    return [press for one in screen.buttons if (press := read(str(one.custom_id))) is not None]


async def acts(person: Person, ways: list[Way], chance: random.Random) -> None:
    """Press something that is a move, in their direct messages."""
    way = chance.choice(ways)
    if way.values:
        done = await person.selects(way.screen, way.press.custom_id, [chance.choice(way.values)])
    else:
        done = await person.presses(way.screen, custom_id=way.press.custom_id)
    if done.modal is not None:
        done = await person.submits(done.modal, filled(done.modal, chance))
    await confirmed(person, done)


@pytest.mark.usefixtures("hands_are_quick")
@pytest.mark.parametrize("game", list(catalogue()))
async def test_every_game_is_opened_filled_with_house_bots_and_played_alone(night: Night, game: str) -> None:
    (ann,) = night.people("ann")
    opened = await ann.slash("play", game=game)
    assert "Options" in opened.shown[0], "their table's options are shown, not that there is no table"
    bots = FEWEST.get(game, 1)
    if bots:
        await gives(ann, "bots", count=bots)
    if game in OPTIONS:
        await gives(ann, "options", options=OPTIONS[game])
    await gives(ann, "start")
    chance = random.Random(3)  # noqa: S311 - replayable
    for _ in range(MOVES):
        await night.quiet()
        await acts(ann, await night.until(lambda: ways_of(ann)), chance)
    (session,) = await night.sessions(ann.dm)
    assert session.places == (f"discord:{ann.dm.id}",)
    assert night.channel.from_bot == []


async def test_a_typed_line_with_a_stake_plays_at_once(chatty: Night) -> None:
    (ann,) = chatty.people("ann")
    await ann.says(None, "halflings 50")
    await chatty.hand(ann, "ann stakes 50")
    await asyncio.sleep(60)
    await ann.says(None, "open poohead")
    await chatty.hand(ann, "Poohead", "Waiting for players")
    await ann.says(None, "tables")
    await chatty.hand(ann, "Open here", "Halflings & Giants", "Poohead")


async def test_nobody_else_comes_to_such_a_table_by_its_code(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await ann.slash("play", game="cones")
    code = table_code(await night.hand(ann, "Waiting for players"))
    for channel in (None, night.channel):
        refused = (await gives(ben, "join", channel=channel, table=code)).shown[0]
        assert code in refused
    assert [one.name for one in (await night.session(ann.dm)).seats] == ["ann"]


async def test_who_is_alone_plays_at_their_tables_elsewhere_too(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await ann.slash("play", game="cones")
    await asyncio.sleep(60)
    await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel")
    await gives(ben, "join", channel=night.channel)
    await night.card("ben sits down")
    await gives(ann, "start", channel=night.channel)
    assert (await gives(ann, "stake", amount="5")).shown != []
    await night.card("ann stakes 5")


@pytest.mark.parametrize(
    "line", ["tournament rogues", "thread", "mirror", "here", "server", "pause", "top", "gift ben 5"]
)
async def test_what_needs_others_says_where_it_is_done(chatty: Night, line: str) -> None:
    (ann,) = chatty.people("ann")
    told = await ann.asks(None, line)
    assert "is for a server: give it in one of its channels" in told.text
    assert "/play GAME" in told.text


async def test_setting_up_and_moderating_are_not_offered_in_direct_messages(night: Night) -> None:
    (ann,) = night.people("ann")
    for command in ("setup", "mod log"):
        with pytest.raises(AssertionError, match="not offered"):
            await ann.slash(command)
