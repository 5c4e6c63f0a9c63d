"""Test what a streamer can turn on: announcements, predictions settled by the record, rewards for channel points."""

import msgspec
import pytest
from ahead import Ahead
from msgspec.structs import replace
from on_twitch.night import Night
from standins.twitch.channels import Channel
from standins.twitch.people import Person

from bot.adapters.twitch.names import place_named
from bot.delivery.evenings import EVENING, Ending
from bot.ports.browser import RewardShown, Winner
from bot.ports.ids import PersonId, TableCode
from bot.ports.messages import Message, Rights
from bot.ports.messages import Person as Player
from bot.wings.streams import polls
from bot.wings.streams.control_commands import ControlCommands
from bot.wings.streams.forecasts import Forecasts
from bot.wings.streams.markers import Markers
from bot.wings.streams.polls import Polls

HALFLINGS = "!open halflings mode=duel cooldown=0"


@pytest.fixture
async def inn(night: Night) -> Channel:
    """Return the channel of an affiliate who has allowed everything; the bot is a moderator there."""
    channel = night.channel
    channel.broadcaster.broadcaster_type = "affiliate"
    channel.mod(night.world.bot)
    night.house.add_broadcast("twitch", night.adapter.channel_features)
    arrived = await night.signs_in(channel.broadcaster, "comforts")
    assert not isinstance(arrived, str)
    await night.until(lambda: not night.accounts.fresh, lambda: "the new token is taken up")
    return channel


async def a_duel(night: Night) -> tuple[Person, Person]:
    ann, ben = night.people("ann", "ben")
    await ann.says(night.channel, HALFLINGS)
    await night.gathered(1)
    await ben.says(night.channel, "!join")
    await night.gathered(2)
    return ann, ben


async def played_to_the_end(night: Night, ann: Person, ben: Person) -> None:
    """Let each stake once, and both roll until the duel is over."""
    for _ in range(60):
        session = await night.session()
        if session.phase.__struct_config__.tag != "playing":
            return
        for person in (ann, ben):
            for move in ("stake 10", "roll", "stand"):
                await night.privately(person, move)


async def test_a_table_that_opens_is_announced_where_its_streamer_wants_it(night: Night, inn: Channel) -> None:
    ann, ben = night.people("ann", "ben")
    await ann.says(inn, HALFLINGS)
    plain = await night.line("is open")
    assert plain.way == "chat"
    await night.asks(inn.broadcaster, "!stream announce on", "Announcements on")
    await ann.says(inn, "!close")
    await night.line("is closed")
    await ben.says(inn, HALFLINGS)
    await night.until(lambda: any(line.way == "announcement" and "is open" in line.text for line in inn.lines))


@pytest.mark.parametrize(
    ("typed", "color"), [("purple", "purple"), ("blue", "blue"), ("PRIMARY", "primary"), ("on", "primary")]
)
async def test_it_is_announced_in_the_colour_that_the_streamer_chose(
    night: Night, inn: Channel, typed: str, color: str
) -> None:
    (ann,) = night.people("ann")
    told = "Announcements on, predictions" if color == "primary" else f"Announcements on, {color}, predictions"
    await night.asks(inn.broadcaster, f"!stream announce {typed}", told)
    await ann.says(inn, HALFLINGS)
    announced = await night.until(lambda: next((line for line in inn.lines if line.way == "announcement"), None))
    assert announced.color == color


async def test_a_colour_that_twitch_does_not_have_is_refused_with_those_it_has(night: Night, inn: Channel) -> None:
    await night.asks(inn.broadcaster, "!stream announce pink", "blue, green, orange, purple, primary")
    await night.asks(inn.broadcaster, "!stream", "Announcements off")


async def test_a_prediction_is_opened_with_the_game_and_settled_by_its_record(night: Night, inn: Channel) -> None:
    await night.asks(inn.broadcaster, "!stream predictions on", "predictions on")
    ann, ben = await a_duel(night)
    await ann.says(inn, "!start")
    prediction = await night.until(lambda: next(iter(inn.predictions), None))
    assert prediction.title == f"Who wins at table {(await night.session()).code}?"
    assert prediction.outcomes == ["1. Ann", "2. Ben"]
    assert prediction.window == 90
    await played_to_the_end(night, ann, ben)
    await night.until(lambda: prediction.status != "ACTIVE", lambda: "settled")
    session = await night.session()
    richest = max(session.seats, key=lambda seated: seated.stack)
    if prediction.status == "RESOLVED":
        assert prediction.winner == f"{session.seats.index(richest) + 1}. {richest.name}"
    else:
        assert prediction.status == "CANCELED", "nobody won alone"


SMALL: tuple[Ending, ...] = tuple(
    Ending(f"before-{at}", TableCode("K7Q"), "halflings", (Winner("Zoe", 1),), 1_000 * at) for at in (1, 2)
)
"""What the evening had before."""


async def a_game_with_a_winner(night: Night) -> None:
    """Play duels until somebody has won one."""
    place = place_named(night.channel.id)
    now = night.store.clock.now()
    endings = tuple(replace(one, at=now - one.at) for one in SMALL)
    await night.store.put_note(EVENING, place, msgspec.json.encode(endings), 3600)
    ann, ben = await a_duel(night)
    for _ in range(8):
        await ann.says(night.channel, "!start")
        await played_to_the_end(night, ann, ben)
        await night.house.evenings.settle()
        if (await night.house.evenings.of(place, "en"))[0].winners:
            break
    await night.house.part(Markers).settle()


async def test_the_largest_win_of_an_evening_is_marked_in_the_recording(night: Night, inn: Channel) -> None:
    assert not isinstance(await night.signs_in(inn.broadcaster, "markers"), str)
    await night.until(lambda: not night.accounts.fresh, lambda: "the new token is taken up")
    inn.goes_live()
    await night.asks(inn.broadcaster, "!stream markers on", "markers on")
    await a_game_with_a_winner(night)
    best = (await night.house.evenings.of(place_named(night.channel.id), "en"))[0]
    (marked,) = inn.markers
    assert marked.startswith(f"{best.winners[0].name} wins {best.winners[0].gain}, ")


@pytest.mark.parametrize("lacks", ["leave", "stream", "wish"])
async def test_without_leave_a_stream_or_the_wish_nothing_is_marked_and_the_game_goes_on(
    night: Night, inn: Channel, lacks: str
) -> None:
    if lacks != "leave":
        assert not isinstance(await night.signs_in(inn.broadcaster, "markers"), str)
        await night.until(lambda: not night.accounts.fresh, lambda: "the new token is taken up")
    if lacks != "stream":
        inn.goes_live()
    if lacks != "wish":
        await night.asks(inn.broadcaster, "!stream markers on", "markers on")
    await a_game_with_a_winner(night)
    assert inn.markers == []
    assert (await night.session()).phase.__struct_config__.tag == "between"


async def test_whether_one_wins_alone_is_settled_by_the_record_too(night: Night, inn: Channel) -> None:
    await night.asks(inn.broadcaster, "!stream predictions alone", "predictions on a win alone")
    ann, ben = await a_duel(night)
    await ann.says(inn, "!start")
    prediction = await night.until(lambda: next(iter(inn.predictions), None))
    assert prediction.title == f"Does one player win alone at {(await night.session()).code}?"
    assert prediction.outcomes == ["Yes", "No"]
    await played_to_the_end(night, ann, ben)
    await night.until(lambda: prediction.status != "ACTIVE", lambda: "settled")
    stacks = [seated.stack for seated in (await night.session()).seats]
    assert prediction.status == "RESOLVED", "it is always one or the other"
    assert prediction.winner == ("No" if len(set(stacks)) == 1 else "Yes")


async def test_a_game_that_is_called_off_gives_all_points_back(night: Night, inn: Channel) -> None:
    await night.asks(inn.broadcaster, "!stream predictions on", "predictions on")
    ann, _ = await a_duel(night)
    await ann.says(inn, "!start")
    prediction = await night.until(lambda: next(iter(inn.predictions), None))
    fan = night.world.person("fan")
    await fan.predicts(inn, "1. Ann", 100)
    before = inn.points.of(fan)
    await inn.broadcaster.says(inn, "!reset the wrong stakes")
    await inn.broadcaster.says(inn, f"!{(await night.session()).code} reset yes 1-1 the wrong stakes")
    await night.until(lambda: prediction.status == "CANCELED")
    assert inn.points.of(fan) == before + 100


async def test_a_prediction_that_was_open_when_we_ended_is_settled_when_we_are_back(night: Night, inn: Channel) -> None:
    await night.asks(inn.broadcaster, "!stream predictions on", "predictions on")
    ann, _ = await a_duel(night)
    await ann.says(inn, "!start")
    prediction = await night.until(lambda: next(iter(inn.predictions), None))
    await night.restart()
    night.house.add_broadcast("twitch", night.adapter.channel_features)
    await ann.says(inn, "!close")
    await night.until(lambda: prediction.status == "CANCELED")


async def test_where_the_streamer_has_another_prediction_there_is_none_of_ours(night: Night, inn: Channel) -> None:
    await night.asks(inn.broadcaster, "!stream predictions on", "predictions on")
    ann, _ = await a_duel(night)
    place = f"twitch:{inn.id}"
    own = await night.adapter.channel_features.open_prediction(place, "Do I win?", ("yes", "no"), 300)
    await ann.says(inn, "!start")
    await night.line("The game begins")
    await night.house.part(Forecasts).settle()
    assert [prediction.title for prediction in inn.predictions] == ["Do I win?"]
    await night.adapter.channel_features.end_prediction(place, own.id, "")


async def test_points_give_chips_once_and_a_seat_if_there_is_one(night: Night, inn: Channel) -> None:
    await night.asks(inn.broadcaster, "!stream reward chips 500 200", "500 points give 200 suckers")
    await night.asks(inn.broadcaster, "!stream reward seat 1000", "1,000 points give a seat")
    chips, seat = (reward.title for reward in sorted(inn.rewards, key=lambda reward: reward.cost))
    ann, ben = night.people("ann", "ben")
    taken = await ann.redeems(inn, chips)
    await night.until(lambda: taken.status == "FULFILLED")
    place = f"twitch:{inn.id}"
    assert await night.store.balance(place, f"purse:twitch:{ann.id}") == 1_200
    night.world.repeat_last()
    await night.quiet()
    assert await night.store.balance(place, f"purse:twitch:{ann.id}") == 1_200, "told twice, given once"
    refused = await ben.redeems(inn, seat)
    await night.until(lambda: refused.status == "CANCELED")
    assert inn.points.of(ben) == 1_000_000, "no table is open, so the points went back"
    await inn.broadcaster.says(inn, "!open halflings mode=duel admits=subscribers")
    await night.gathered(1)
    sits = await ben.redeems(inn, seat)
    await night.until(lambda: sits.status == "FULFILLED")
    assert (await night.gathered(2)).seats[1].player == f"twitch:{ben.id}"


async def test_points_stake_with_a_crowd_also_while_a_round_is_on(ahead: Ahead, night: Night, inn: Channel) -> None:
    await night.asks(inn.broadcaster, "!stream reward stake 300 50", "300 points stake 50 with a crowd")
    (stake,) = (reward.title for reward in inn.rewards)
    ann, ben = night.people("ann", "ben")
    refused = await ben.redeems(inn, stake)
    await night.until(lambda: refused.status == "CANCELED")
    assert inn.points.of(ben) == 1_000_000, "no crowd plays, so the points went back"
    night.dice.load(["7", "3", "3"])
    await ann.says(inn, "!halflings 20 mode=crowd crowd_seconds=5 split_seconds=600 cooldown=0")
    await night.line("is open", channel=inn)
    ahead.move(5)
    await night.line("may split", channel=inn)
    taken = await ben.redeems(inn, stake)
    await night.until(lambda: taken.status == "FULFILLED")
    (waits,) = (await night.session()).newcomers
    assert waits.player == f"twitch:{ben.id}"
    assert waits.next.opening == "stake 50"


async def test_a_reward_changes_its_price_and_is_hidden_in_its_place(night: Night, inn: Channel) -> None:
    """Waiting redemptions stay. A reward that the streamer deleted at Twitch is made again."""
    streamer = inn.broadcaster
    await night.asks(streamer, "!stream reward seat off", "There is no such reward yet", "!stream reward seat 1000")
    await night.asks(streamer, "!stream reward chips 500 200", "500 points give 200 suckers.")
    (made,) = inn.rewards
    await night.asks(streamer, "!stream reward chips 300 100", "300 points give 100 suckers.")
    assert (inn.rewards, made.cost, made.title) == ([made], 300, "100 suckers at Potluck")
    await night.asks(streamer, "!stream reward chips off", "300 points give 100 suckers (off).")
    assert (inn.rewards, made.enabled) == ([made], False)
    await night.restart()
    night.house.add_broadcast("twitch", night.adapter.channel_features)
    await night.asks(streamer, "!stream reward chips on", "300 points give 100 suckers.")
    assert (inn.rewards, made.enabled) == ([made], True)
    inn.rewards.clear()
    await night.asks(streamer, "!stream reward chips off", "(off)")
    (anew,) = inn.rewards
    assert (anew.id != made.id, anew.cost, anew.enabled) == (True, 300, False)


async def test_what_is_set_of_rewards_stands_in_the_control_room_of_the_streamer_alone(
    night: Night, inn: Channel
) -> None:
    await night.asks(inn.broadcaster, "!stream reward seat 1000", "1,000 points give a seat")
    at, streamer = f"twitch:{inn.id}", inn.broadcaster

    def look(rights: Rights) -> Message:
        sender = Player(f"twitch:{streamer.id}", streamer.display_name)
        return Message(f"look {rights}", sender, at, at, private=True, text="control", rights=rights, page=True)

    owner, staff = [
        await night.house.part(ControlCommands).shown(look(rights)) for rights in (Rights.OWNER, Rights.STAFF)
    ]
    assert owner.rewards == (RewardShown("seat", 1_000, 0, on=True),)
    assert staff.rewards is None


async def test_rewards_of_others_are_left_alone_and_ours_can_be_taken_away(night: Night, inn: Channel) -> None:
    inn.dashboard_reward("Drink water")
    await night.asks(inn.broadcaster, "!stream reward chips 500 200", "500 points")
    (ann,) = night.people("ann")
    water = await ann.redeems(inn, "Drink water")
    await night.quiet()
    assert water.status == "UNFULFILLED"
    await night.asks(inn.broadcaster, "!stream reward off", "Announcements")
    assert [reward.title for reward in inn.rewards] == ["Drink water"]


async def test_what_the_channel_does_not_allow_is_said(night: Night) -> None:
    night.house.add_broadcast("twitch", night.adapter.channel_features)
    line = await night.asks(night.channel.broadcaster, "!stream reward chips 500 200", "does not let me")
    assert line.parent is not None
    await night.asks(night.people("ann")[0], "!stream predictions on", "Only whoever owns this place can change that")


async def test_a_table_for_followers_knows_them(night: Night, inn: Channel) -> None:
    ann, ben = night.people("ann", "ben")
    await inn.broadcaster.says(inn, "!open halflings mode=duel admits=followers")
    await night.gathered(1)
    await night.asks(ann, "!join", "is for followers")
    await ben.follows(inn)
    await ben.says(inn, "!join")
    assert (await night.gathered(2)).seats[1].player == f"twitch:{ben.id}"


async def test_a_moderator_hides_the_overlay_from_the_chat_and_nobody_else_does(night: Night, inn: Channel) -> None:
    mod, fan = night.people("mod", "fan")
    inn.mod(mod)
    here = (f"twitch:{inn.id}", f"twitch:{inn.id}")
    await fan.says(inn, "!overlay hide")
    await night.asks(mod, "!overlay hide", "The overlay is hidden")
    assert night.page.hidden == {here: True}
    await night.asks(mod, "!overlay now", "Say")
    await night.asks(inn.broadcaster, "!overlay show", "The overlay is shown")
    assert night.page.hidden == {here: False}


# Other results


async def test_viewers_bet_on_who_loses_most_where_the_streamer_wants_that(night: Night, inn: Channel) -> None:
    await night.asks(inn.broadcaster, "!stream predictions loser", "predictions on who loses most")
    ann, ben = await a_duel(night)
    await ann.says(inn, "!start")
    prediction = await night.until(lambda: next(iter(inn.predictions), None))
    assert prediction.title == f"Who loses most at {(await night.session()).code}?"
    await played_to_the_end(night, ann, ben)
    await night.until(lambda: prediction.status != "ACTIVE", lambda: "settled")
    session = await night.session()
    stacks = [seated.stack for seated in session.seats]
    if stacks[0] == stacks[1]:
        assert prediction.status == "CANCELED"
    else:
        poorest = stacks.index(min(stacks))
        assert prediction.winner == f"{poorest + 1}. {session.seats[poorest].name}"


async def test_viewers_bet_on_the_house_and_get_their_points_back_where_the_game_is_called_off(
    night: Night, inn: Channel
) -> None:
    await night.asks(inn.broadcaster, "!stream predictions house", "predictions on the House")
    ann, ben = night.people("ann", "ben")
    await ann.says(inn, "!open rogues")
    await night.gathered(1)
    await ben.says(inn, "!join")
    await night.gathered(2)
    await ann.says(inn, "!start")
    prediction = await night.until(lambda: next(iter(inn.predictions), None))
    code = (await night.session()).code
    assert (prediction.title, prediction.outcomes) == (f"Does the House win at {code}?", ["Yes", "No"])
    await inn.broadcaster.says(inn, "!reset the wrong stakes")
    await inn.broadcaster.says(inn, f"!{code} reset yes 1-1 the wrong stakes")
    await night.until(lambda: prediction.status != "ACTIVE", lambda: "settled")
    assert prediction.status == "CANCELED"


# Polls


@pytest.fixture
def quick_polls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let chat polls last a second, and check Twitch's own often."""
    monkeypatch.setattr(polls, "SECONDS", 1)
    monkeypatch.setattr(polls, "LOOK_EVERY", 0.1)


@pytest.mark.usefixtures("quick_polls")
async def test_viewers_choose_the_next_game_in_the_channels_own_poll(
    night: Night, inn: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(polls, "SECONDS", 60)
    ann, ben = night.people("ann", "ben")
    await night.asks(inn.broadcaster, "!stream poll cones poohead", "Vote above")
    [poll] = inn.polls
    assert (poll.title, [choice.title for choice in poll.choices]) == ("What do we play next?", ["Cones", "Poohead"])
    await night.asks(inn.broadcaster, "!stream poll", "A poll is on here already")
    await night.asks(ann, "!want poohead", "vote there")
    for person in (ann, ben):
        await person.votes(inn, "Poohead")
    poll.end("TERMINATED", night.world.clock.now())
    await night.line("Poohead it is, with 2 of 2 votes.")
    await night.gathered(1)
    session = await night.session()
    assert (session.game, session.seats[0].name) == ("poohead", "Inn")


@pytest.mark.usefixtures("quick_polls")
async def test_without_the_streamers_leave_viewers_vote_in_chat(night: Night) -> None:
    night.house.add_broadcast("twitch", night.adapter.channel_features)
    streamer, (ann, ben) = night.channel.broadcaster, night.people("ann", "ben")
    await night.asks(streamer, "!stream poll cones poohead rogues", '"!want cones"')
    await night.asks(ann, "!want headache", "Vote for one of cones, poohead, rogues")
    await night.asks(ann, "!want cones", "Your vote: Cones.")
    await night.asks(ann, "!want 3", "Your vote: Fearless Rogues Hold 'Em.")
    await night.asks(ben, "!want rogues", "Your vote")
    await night.line("Fearless Rogues Hold 'Em it is, with 2 of 2 votes.")
    await night.gathered(1)
    assert (await night.session()).game == "rogues"


@pytest.mark.usefixtures("quick_polls")
async def test_a_poll_that_chooses_halflings_opens_a_crowd_for_all(night: Night) -> None:
    """A table for its streamer alone would take the only place there is."""
    night.house.add_broadcast("twitch", night.adapter.channel_features)
    (ann,) = night.people("ann")
    await night.asks(night.channel.broadcaster, "!stream poll cones halflings", '"!want cones"')
    await night.asks(ann, "!want halflings", "Your vote")
    await night.line("is open", "Stake with")
    assert (await night.session()).gathers is not None


@pytest.mark.usefixtures("quick_polls")
async def test_a_poll_that_was_on_when_we_ended_is_decided_when_we_are_back(night: Night) -> None:
    night.house.add_broadcast("twitch", night.adapter.channel_features)
    streamer, (ann,) = night.channel.broadcaster, night.people("ann")
    await night.asks(streamer, "!stream poll cones poohead", '"!want cones"')
    await night.asks(ann, "!want poohead", "Your vote")
    place = place_named(night.channel.id)
    await night.house.part(Polls).stop()
    assert not night.house.part(Polls).is_on(place)
    await night.house.part(Polls).take_up(place)
    await night.line("Poohead it is")


async def test_a_poll_needs_a_moderator_and_games_to_choose_from(night: Night) -> None:
    night.house.add_broadcast("twitch", night.adapter.channel_features)
    (ann,) = night.people("ann")
    await night.asks(ann, "!stream poll", "is for moderators")
    await night.asks(night.channel.broadcaster, "!stream poll cones", "A poll has 2 to 5 games")
    await night.asks(night.channel.broadcaster, "!stream poll cones chess", "chess")


@pytest.mark.usefixtures("quick_polls")
async def test_a_poll_in_which_nobody_votes_opens_nothing(night: Night) -> None:
    night.house.add_broadcast("twitch", night.adapter.channel_features)
    await night.asks(night.channel.broadcaster, "!stream poll", "What do we play next?")
    await night.line("Nobody voted")
    assert not await night.sessions()


async def test_twitch_says_when_an_account_was_made_and_who_is_gone_bars_nobody(night: Night) -> None:
    """T5: gifts are only for accounts of some age."""
    (ann,) = night.people("ann")
    ann.created_at = "2026-09-20T12:00:00Z"
    assert await night.adapter.account_made(PersonId(f"twitch:{ann.id}")) == 1_789_905_600_000
    assert await night.adapter.account_made(PersonId("twitch:999999999")) is None
