"""Test fair play on Discord: one small message a game that is never edited or deleted, unlike its card."""

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
from games.proof import fair

GAMES = 3
BASE32 = "[a-z2-7]{26}"
SEALED = re.compile(rf"(?:Game \d+: seal|, next) ({BASE32})")
BEGUN = re.compile(r"Game (\d+): mixed [0-9a-f]{12}, next")
OVER = re.compile(rf"Game (\d+): end {BASE32}\.")


def fair_lines(channel: Channel) -> list[Message]:
    return [one for one in channel.from_bot if one.text.startswith("-# ")]


def numbers(last: int) -> list[str]:
    """Return the numbers of the games up to this one, each once and in order."""
    return [str(number) for number in range(1, last + 1)]


async def a_game(night: Night, people: list[Person], chance: random.Random) -> None:
    """Play it from its first move to its end."""
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
    assert sealed.text.startswith(f"-# {table_code(card)} · Game 1: seal ")
    assert SEALED.search(sealed.text)
    assert BEGUN.search(sealed.text) is None, "nothing is mixed in before it begins"
    assert "sealed" not in card.text
    assert sealed.pinged == frozenset()


async def test_a_game_adds_one_line_which_is_never_touched(night: Night) -> None:
    """The seal is there before its game, the mixed-in text with its start, and seed and head after its end."""
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
        sealed = SEALED.findall(told)
        assert len(set(sealed)) == len(sealed) == number + 2
        assert fair.binding((await night.session()).pledge.commitment) == sealed[-1]
    lines = fair_lines(night.channel)
    assert [(one.id, one.text) for one in lines][: len(first)] == first
    assert all(one.edited == 0 for one in lines)
    assert len(lines) - len(first) == GAMES
    assert len(night.cards) == 1


async def test_what_binds_a_text_stands_there_before_somebody_starts_the_game(night: Night) -> None:
    """The record says which message told the seal, before that of the stamp."""
    ann, ben = night.people("ann", "ben")
    await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel")
    await night.card("Waiting for players")
    await ben.says(night.channel, f"{night.world.bot.mention} join cut deep")
    await night.until(lambda: len(fair_lines(night.channel)) > 1)
    session = await night.session()
    bound = fair.binding(fair.text_told(session.pledge.game_id, "1", "cut deep"))
    assert f"Text of ben: {bound}." in fair_lines(night.channel)[-1].text
    (sealed,) = [one for one in fair_lines(night.channel) if fair.binding(session.pledge.commitment) in one.text]
    await night.quiet()  # until the bot knows that the line stands there
    start = await ann.says(night.channel, f"{night.world.bot.mention} start")
    await night.card("ann, stake 1 to")
    phase = (await night.session()).phase
    assert isinstance(phase, Playing)
    assert phase.pairs == (("0", ""), ("1", "cut deep"), ("stamp", str(start.id)))
    assert phase.in_time is not None
    assert phase.in_time.seal == str(sealed.id)
    assert phase.in_time.seal_at <= phase.in_time.stamp_at


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
