"""Test accounts that are connected, refused and removed while the bot runs (threats T16)."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from on_twitch.gatherings import SLOW, a_stake
from on_twitch.night import BACK, PATIENCE, Night
from on_twitch.openers import lets_open
from on_twitch.stored import everything_in
from standins.twitch.stand_in import TwitchStandIn

from bot.adapters.twitch.connection import supervisor
from bot.adapters.twitch.connection.accounts import DIRECTORY, SCOPES
from bot.ports.messages import Arrival
from bot.table.document import Paused
from persistence import EmbeddedServer, Store, StoreTrouble

STAKE = f"!halflings 50 mode=house {SLOW}"


@pytest.fixture
async def empty(twitch: TwitchStandIn, store: Store) -> AsyncIterator[Night]:
    """Yield a bot without any signed-in account."""
    async with Night(twitch, store, unlimited=True, new=True) as made:
        yield made


@pytest.fixture
async def named(twitch: TwitchStandIn, store: Store) -> AsyncIterator[Night]:
    """Yield a bot with TWITCH_CHANNELS=inn, whose streamer does not know of it."""
    async with Night(twitch, store, unlimited=True, owner_names=["inn"]) as made:
        yield made


async def test_a_bot_without_an_account_waits_for_one_and_starts_with_it(empty: Night) -> None:
    await asyncio.wait_for(empty.adapter.supervisor.needs_bot.wait(), PATIENCE)
    assert empty.twitch.rest.calls == []
    arrived = await empty.signs_in(empty.world.bot, "bot")
    assert isinstance(arrived, Arrival)
    await empty.signs_in(empty.channel.broadcaster, "channel")
    await empty.until(lambda: empty.adapter.supervisor.client and empty.channel.id in empty.client.channels)
    (ann,) = empty.people("ann")
    await empty.until(lambda: empty.adapter.supervisor.is_up)
    await ann.says(empty.channel, STAKE)
    await empty.line("Ann stakes 50")
    assert not empty.adapter.supervisor.needs_bot.is_set()


async def test_a_bot_that_starts_while_the_store_is_away_asks_for_no_account(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As during a failover: it is not known then whether an account is connected."""
    asked, (ann,) = list[str](), night.people("ann")
    note = night.store.note

    async def away(kind: str, name: str) -> bytes | None:
        asked.append(name)
        raise StoreTrouble("unreachable", "as if it were replaced")

    await night.stop()
    monkeypatch.setattr(night.store, "note", away)
    night.begin()
    await night.until(lambda: asked.count(DIRECTORY) > 1)
    assert not night.adapter.supervisor.needs_bot.is_set()
    monkeypatch.setattr(night.store, "note", note)
    await asyncio.wait_for(night.adapter.supervisor.first_ready.wait(), PATIENCE)
    await night.house.start()
    await ann.says(night.channel, STAKE)
    await night.line("Ann stakes 50")


async def test_a_streamer_who_signs_in_is_heard_at_once(night: Night) -> None:
    pub = night.world.channel("pub")
    await lets_open(night.store, pub)
    arrived = await night.signs_in(pub.broadcaster, "channel")
    assert isinstance(arrived, Arrival)
    assert arrived.place == f"twitch:{pub.id}"
    await night.until(lambda: pub.id in night.client.channels)
    (ann,) = night.people("ann")
    await ann.says(pub, STAKE)
    await night.line("Ann stakes 50", channel=pub)
    assert night.adapter.supervisor.starts == 1


async def test_channels_that_the_owner_names_are_joined_by_their_login(named: Night) -> None:
    """With our own token: no streamer agreed, so there is no bot badge."""
    (ann,) = named.people("ann")
    await ann.says(named.channel, STAKE)
    line = await named.line("Ann stakes 50")
    assert line.badges == ()


async def test_where_the_owner_names_channels_no_others_may_connect(named: Night) -> None:
    pub = named.world.channel("pub")
    assert await named.signs_in(pub.broadcaster, "channel") == "web-channel-not-allowed"
    await named.quiet()
    assert pub.id not in named.client.channels
    assert await named.accounts.account(pub.id) is None


async def test_a_named_streamer_may_sign_in_all_the_same(named: Night) -> None:
    assert isinstance(await named.signs_in(named.channel.broadcaster, "channel"), Arrival)
    await named.until(lambda: named.client.has_token(named.channel.id) or named.accounts.changed.is_set() is False)
    (ann,) = named.people("ann")
    await ann.says(named.channel, STAKE)
    await named.line("Ann stakes 50")


async def test_a_named_streamer_who_signs_in_later_gives_us_the_badge_at_once(named: Night) -> None:
    await named.signs_in(named.channel.broadcaster, "channel")
    await asyncio.sleep(1.0)
    (ann,) = named.people("ann")
    await ann.says(named.channel, STAKE)
    line = await named.line("Ann stakes 50")
    assert line.badges == ("bot-badge",)


async def test_a_sign_in_without_the_scopes_it_is_for_is_refused(night: Night) -> None:
    night.world.application.redirect_uris.append(BACK)
    night.accounts.back = BACK
    pub = night.world.channel("pub")
    for purpose, person in {"channel": pub.broadcaster, "bot": night.world.bot}.items():
        code = night.world.tokens.code(person, SCOPES[purpose][1:], BACK)
        assert await night.accounts.arrived(purpose, code) == "web-scopes-missing"
    assert await night.accounts.account(pub.id) is None
    (ann,) = night.people("ann")
    await night.asks(ann, "!help say")


async def test_a_code_that_is_none_is_refused(night: Night) -> None:
    night.accounts.back = BACK
    assert await night.accounts.arrived("channel", "no-code") == "web-sign-in-failed"


async def test_a_code_is_good_once(night: Night) -> None:
    night.world.application.redirect_uris.append(BACK)
    night.accounts.back = BACK
    code = night.world.tokens.code(night.channel.broadcaster, SCOPES["channel"], BACK)
    assert isinstance(await night.accounts.arrived("channel", code), Arrival)
    assert await night.accounts.arrived("channel", code) == "web-sign-in-failed"


async def test_who_signs_in_for_a_seat_leaves_no_token(night: Night, redis: EmbeddedServer) -> None:
    """We only wanted to know who it is."""
    (ann,) = night.people("ann")
    before = len(night.world.tokens.issued)
    arrived = await night.signs_in(ann, "seat")
    assert isinstance(arrived, Arrival)
    assert arrived.person.id == f"twitch:{ann.id}"
    (token,) = night.world.tokens.issued[before:]
    assert not token.alive
    assert night.world.leaked(await everything_in(redis)) == []


async def pause_of(night: Night, *, there: bool, seconds: float = 3.0) -> Paused | None:
    """Return the pause as soon as it is there, or gone if it should not be; at the latest after this time."""
    for _ in range(int(seconds / 0.02)):
        paused = (await night.session()).paused
        if (paused is not None) == there:
            break
        await asyncio.sleep(0.02)
    return paused


async def test_our_own_account_taken_back_pauses_the_tables(night: Night) -> None:
    """F13: a revoked token pauses the table."""
    await a_stake(night)
    night.world.revoke(night.world.bot)
    paused = await pause_of(night, there=True)
    assert paused is not None
    assert paused.why == "place"


async def test_our_own_account_signed_in_anew_resumes_them(night: Night) -> None:
    await a_stake(night)
    night.world.revoke(night.world.bot)
    assert await pause_of(night, there=True) is not None
    await night.signs_in(night.world.bot, "bot")
    assert await pause_of(night, there=False) is None


async def test_in_the_end_they_are_resumed(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """After Twitch has closed the socket without subscriptions."""
    monkeypatch.setattr(supervisor, "GIVE_UP", 0.5)
    night.twitch.eventsub.unused_after = 0.5
    ann = await a_stake(night)
    night.world.revoke(night.world.bot)
    assert await pause_of(night, there=True) is not None
    await night.signs_in(night.world.bot, "bot")
    assert await pause_of(night, there=False) is None
    night.dice.load(["3", "5"])
    await ann.says(night.channel, "!roll")
    await night.line("Ann wins")


async def test_a_streamer_who_takes_back_the_badge_is_still_played_with(night: Night) -> None:
    """Our own account may read and write there like any chatter."""
    ann = await a_stake(night)
    night.world.revoke(night.channel.broadcaster)
    night.dice.load(["3", "5"])
    await ann.says(night.channel, "!roll")
    line = await night.line("Ann wins")
    assert line.badges == ()


async def test_a_channel_that_was_let_go_is_left(night: Night) -> None:
    pub = await night.joins("pub")
    await night.accounts.let_go(pub.id)
    await night.until(lambda: pub.id not in night.client.channels)
    (ann,) = night.people("ann")
    await night.asks(ann, "!help say")


async def test_a_channel_that_was_let_go_is_not_heard(night: Night) -> None:
    pub = await night.joins("pub")
    await night.accounts.let_go(pub.id)
    await night.until(lambda: pub.id not in night.client.channels)
    (ann,) = night.people("ann")
    await ann.says(pub, STAKE)
    await night.quiet()
    assert await night.sessions(pub) == []


async def test_another_account_of_ours_takes_over(night: Night) -> None:
    """Somebody signs in as another bot, and the client restarts with it."""
    other = night.world.person("newbot")
    await night.signs_in(other, "bot")
    await night.until(lambda: night.adapter.supervisor.starts == 2 and night.adapter.supervisor.is_up)
    assert night.client.me == other.id
    await night.until(lambda: night.channel.id in night.client.channels)
