"""Test the limits for sending: messages and edits share one window, deletions and threads are apart, no needless
picture.
"""

import pytest
from gatherings import a_duel
from night import Night
from slashes import gives

from bench.held_back import measured
from bot.adapters.discord.limits import (
    A_CHANNEL,
    ALL_A_SECOND,
    DELETIONS,
    KEPT_FOR_NEWS,
    KEPT_FOR_PRIVATE,
    LATE,
    RateLimits,
)
from bot.ports.messages import Unreachable
from bot.render.painter import PainterHere
from bot.render.painting import Wanted


def full(channel: int, *, urgent: bool = False, calls: int = 1) -> None:
    raise Unreachable("no room", after=60.0)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_what_comes_later_than_its_turn_did_not_wait_all_that_time_for_the_limit() -> None:
    clock = Clock()
    limits = RateLimits(clock)
    limits.take(7, calls=A_CHANNEL)
    for _ in range(2):
        clock.now += 1
        with pytest.raises(Unreachable) as full:
            limits.take(7)
        clock.now += 86_400  # what was to be told there was overtaken; the next message is a day later
        limits.take(7, calls=A_CHANNEL)
    seconds = waited(limits)
    assert seconds["own"] == pytest.approx(2 * full.value.after)


def test_deletions_use_up_no_room_of_messages() -> None:
    clock = Clock()
    limits = RateLimits(clock)
    for _ in range(DELETIONS):
        limits.take_deletion(5)
    with pytest.raises(Unreachable):
        limits.take_deletion(5)
    for _ in range(A_CHANNEL):
        limits.take(5)
        clock.now += 0.4
    with pytest.raises(Unreachable):
        limits.take(5)
    clock.now += 5
    limits.take_deletion(5)


def test_two_calls_at_once_find_room_together_or_not_at_all() -> None:
    clock = Clock()
    limits = RateLimits(clock)
    for _ in range(A_CHANNEL - 1):
        limits.take(5)
        clock.now += 0.4
    with pytest.raises(Unreachable) as full:
        limits.take(5, calls=2)
    clock.now += full.value.after
    limits.take(5, calls=2)


def test_a_channel_that_refuses_us_is_not_asked_to_delete() -> None:
    limits = RateLimits(Clock())
    limits.shut(5)
    with pytest.raises(Unreachable):
        limits.take_deletion(5)
    with pytest.raises(Unreachable):
        limits.take_thread(5)


def test_who_finds_no_room_comes_back_one_after_the_other_and_asks_first() -> None:
    clock = Clock()
    limits = RateLimits(clock)
    room = ALL_A_SECOND - KEPT_FOR_PRIVATE
    for channel in range(room):
        limits.take(channel)
    refused = []
    for channel in range(100, 150):
        with pytest.raises(Unreachable) as full:
            limits.take(channel)
        refused.append(full.value)
    waits = [one.after for one in refused]
    assert waits == sorted(waits)
    assert waits[-1] - waits[0] == pytest.approx(49 / room)
    assert all(one.still is not None and one.still() > 0 for one in refused)
    clock.now += 1.1
    still = [one.still() for one in refused if one.still is not None]
    assert still[:room] == [0.0] * room
    assert all(left > 0 for left in still[room:])


def test_nobody_overtakes_whoever_waits_for_longer() -> None:
    clock = Clock()
    limits = RateLimits(clock)
    room = ALL_A_SECOND - KEPT_FOR_PRIVATE
    for channel in range(room):
        limits.take(channel)
    for channel in range(100, 100 + room):
        with pytest.raises(Unreachable):
            limits.take(channel)
    clock.now += 1.1
    with pytest.raises(Unreachable):
        limits.take(200)
    limits.take(201, urgent=True)
    for channel in range(100, 99 + room):
        limits.take(channel)
    clock.now += 1.1
    limits.take(200)


def test_whoever_does_not_come_back_holds_up_nobody() -> None:
    clock = Clock()
    limits = RateLimits(clock)
    room = ALL_A_SECOND - KEPT_FOR_PRIVATE
    for channel in range(room):
        limits.take(channel)
    for channel in range(100, 300):
        with pytest.raises(Unreachable) as full:
            limits.take(channel)
    clock.now += full.value.after + LATE + 0.1
    for channel in range(400, 400 + room):
        limits.take(channel)


def test_what_shows_nothing_new_leaves_room_for_what_does() -> None:
    limits = RateLimits(Clock())
    room = ALL_A_SECOND - KEPT_FOR_PRIVATE
    for channel in range(room - KEPT_FOR_NEWS):
        limits.take(channel, idle=True)
    with pytest.raises(Unreachable):
        limits.take(100, idle=True)
    for channel in range(200, 200 + KEPT_FOR_NEWS):
        limits.take(channel)
    with pytest.raises(Unreachable):
        limits.take(300)
    for channel in range(400, 400 + KEPT_FOR_PRIVATE):
        limits.take(channel, urgent=True)


def test_no_move_waits_behind_deletions_that_are_put_off() -> None:
    """400 tables on a returned shard each have one message to delete, and try again and again."""
    clock = Clock()
    limits = RateLimits(clock)
    for channel in range(ALL_A_SECOND - KEPT_FOR_PRIVATE - KEPT_FOR_NEWS):
        limits.take_deletion(channel)
    for channel in range(1_000, 3_000):
        with pytest.raises(Unreachable):
            limits.take_deletion(channel)
    for channel in range(100, 100 + KEPT_FOR_NEWS):
        limits.take(channel)
    with pytest.raises(Unreachable) as full:
        limits.take(200)
    assert full.value.after <= 1.0


async def test_tables_that_are_held_back_cost_nothing(limited: Night, hands_are_quick: None) -> None:
    """`python -m bench.held_back` measures the same as CPU time; each try has its price there."""
    found = await measured(limited, count=3, seconds=0.5, settled=0)
    for what, held in found.items():
        assert held.tried <= 12, what
    assert found["the bot is full"].drawn == 0


async def test_a_card_that_may_not_be_sent_is_not_drawn(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = await a_duel(night)
    drawn: list[object] = []
    before = PainterHere.drawn

    async def counted(painter: PainterHere, wanted: Wanted) -> bytes | None:
        drawn.append(wanted)
        return await before(painter, wanted)

    monkeypatch.setattr(PainterHere, "drawn", counted)
    with monkeypatch.context() as held_back:
        held_back.setattr(night.adapter.limits, "take", full)
        await gives(ann, "stake", channel=night.channel, amount="5")
        for _ in range(5):
            await night.tries_again()
        assert drawn == []
    await night.tries_again()
    await night.card("ann stakes 5.")
    await gives(ben, "roll", channel=night.channel)


async def test_nothing_of_people_and_decoration_is_kept(night: Night) -> None:
    """Servers and channels are cached, since permissions need them; members, presences, voices and emojis are not."""
    await a_duel(night)
    client = night.adapter.supervisor.client
    assert client is not None
    (guild,) = client.guilds
    assert guild.channels
    assert [one.id for one in guild.members] == [night.world.bot.id]
    assert not client.emojis
    assert not client.stickers
    assert not client.intents.presences
    assert not client.intents.voice_states
    assert not client.intents.members


def calls_of_a_second(limits: RateLimits, *, urgent: bool) -> int:
    """Return how many calls to as many channels find room in one moment."""
    for calls in range(100):
        try:
            limits.take(calls, urgent=urgent)
        except Unreachable:
            return calls
    return 100


@pytest.mark.parametrize("urgent", [False, True])
def test_the_limit_of_the_whole_bot_is_divided_by_the_processes(urgent: bool) -> None:
    alone = calls_of_a_second(RateLimits(Clock()), urgent=urgent)
    assert calls_of_a_second(RateLimits(Clock(), processes=lambda: 3), urgent=urgent) == alone // 3
    assert calls_of_a_second(RateLimits(Clock(), processes=lambda: 500), urgent=urgent) == 1


def waited(limits: RateLimits) -> dict[str, float]:
    return {one.kind: one.value for one in limits.waits.figures()}


def test_seconds_waited_for_a_limit_are_counted_once_and_not_what_is_sent_together() -> None:
    clock = Clock()
    limits = RateLimits(clock)
    limits.take(5)
    with pytest.raises(Unreachable, match="a moment ago"):
        limits.take(5)
    assert waited(limits) == {"own": 0.0, "refused": 0.0}
    for _ in range(A_CHANNEL - 1):
        clock.now += 0.4
        limits.take(5)
    clock.now += 0.4
    for _ in range(2):
        with pytest.raises(Unreachable):
            limits.take(5)
        clock.now += 1
    clock.now += 5
    limits.take(5)
    assert waited(limits) == {"own": pytest.approx(3.0), "refused": 0.0}


async def test_seconds_for_which_discord_lets_us_wait_are_counted(night: Night) -> None:
    ann = night.person("ann")
    night.server.faults.next("POST", r"^/channels/[0-9]+/messages$", status=429, retry_after=0.5)
    await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel")
    await night.card("Waiting for players")
    assert waited(night.adapter.limits) == {"own": 0.0, "refused": 0.5}
