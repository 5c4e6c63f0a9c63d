"""Fair play on Discord: one small message a game that nobody edits or deletes, however often its card is."""

import random
import re

from gatherings import a_duel
from night import Night, table_code
from players import move_of_anybody
from slashes import gives
from standins.discord.messages import Message
from standins.discord.people import Person
from standins.discord.permissions import Permission
from standins.discord.places import Channel

from bot.table.phases import Playing

GAMES = 3
HEX = "[0-9a-f]{64}"
SEALED = re.compile(rf"Game (\d+) is sealed: ({HEX}) \(potluck/2, ")
BEGUN = re.compile(rf"The dice of game (\d+) are fixed: sealed ({HEX}), with ({HEX}) mixed in")
OVER = re.compile(rf"Game (\d+) can be checked: its seed is ({HEX}), its head ({HEX})\.")


def fair_lines(channel: Channel) -> list[Message]:
    return [one for one in channel.from_bot if one.text.startswith("-# ")]


def numbers(last: int) -> list[str]:
    """Of the games up to this one, each once and in order."""
    return [str(number) for number in range(1, last + 1)]


async def a_game(night: Night, people: list[Person], chance: random.Random) -> None:
    """From its first move to its end."""
    for _ in range(60):
        await move_of_anybody(night, people, night.channel, chance)
        await night.quiet(0.01)
        if not isinstance((await night.session()).phase, Playing):
            return


async def test_what_is_sealed_stands_above_the_card_before_anybody_sits_down(night: Night) -> None:
    (ann,) = night.people("ann")
    await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel")
    card = await night.card("Waiting for players")
    (sealed,) = fair_lines(night.channel)
    assert sealed.id < card.id
    assert sealed.text.startswith(f"-# {table_code(card)} · Game 1 is sealed: ")
    assert SEALED.search(sealed.text)
    assert BEGUN.search(sealed.text) is None, "nothing is mixed in before it begins"
    assert "sealed" not in card.text
    assert sealed.pinged == frozenset()


async def test_a_game_adds_one_line_which_is_never_touched(night: Night) -> None:
    """What is sealed stands there before its game, what is mixed in with its start, seed and head after its end."""
    people = await a_duel(night)
    await night.quiet()
    first = [(one.id, one.text) for one in fair_lines(night.channel)]
    chance = random.Random(1)  # noqa: S311 - replayable
    for number in range(1, GAMES + 1):
        await a_game(night, people, chance)
        await gives(people[0], "rematch", channel=night.channel)
        await night.card("The stakes are open")
        await night.quiet()
        told = "\n".join(one.text for one in fair_lines(night.channel))
        assert [found[1] for found in OVER.finditer(told)] == numbers(number)
        assert [found[1] for found in BEGUN.finditer(told)] == numbers(number + 1)
        assert [found[1] for found in SEALED.finditer(told)] == numbers(number + 2)
        sealed = {found[1]: found[2] for found in SEALED.finditer(told)}
        assert all(sealed[found[1]] == found[2] for found in BEGUN.finditer(told))
    lines = fair_lines(night.channel)
    assert [(one.id, one.text) for one in lines][: len(first)] == first
    assert all(one.edited == 0 for one in lines)
    assert len(lines) - len(first) == GAMES
    assert len(night.cards) == 1


async def test_a_server_has_fair_play_in_a_channel_of_its_own(night: Night) -> None:
    ledger = night.guild.channel("fair-play")
    oda = night.person("oda")
    night.guild.give(oda, night.guild.role("owners", "manage_guild"))
    shown = (await oda.slash("setup", channel=night.channel)).answer
    await oda.selects(shown, "pl|setup|||fair", [ledger])
    (ann,) = night.people("ann")
    await gives(ann, "open", channel=night.channel, game="cones")
    await night.card("Waiting for players")
    assert len(fair_lines(ledger)) == 1
    assert fair_lines(night.channel) == []
    ledger.deny(night.world.bot, Permission.SEND_MESSAGES)
    await gives(ann, "close", channel=night.channel)
    await night.quiet()
    assert len(fair_lines(night.channel)) == 1, "where it is refused it stands beside the table"


async def test_a_restart_posts_nothing_twice(night: Night) -> None:
    await a_duel(night)
    before = [one.text for one in fair_lines(night.channel)]
    await night.restart()
    (ann,) = [one for one in night.world.people.values() if one.name == "ann"]
    await gives(ann, "stake", channel=night.channel, amount="5")
    await night.quiet()
    assert [one.text for one in fair_lines(night.channel)] == before
