"""Test money: after every action the accounts of a venue sum to 0, and each stake is on its table."""

import pytest
from evening import Evening, Room, unbalanced
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from bot.ports.messages import Rights
from bot.table.defaults import Defaults
from bot.table.stacks import NEARLY_EMPTY, REFILL, START_OF_PURSE

names = st.sampled_from(["ann", "ben", "cid"])
DAY = 24 * 3600


class Purses(RuleBasedStateMachine):
    """Three people at tables for purses, with house bots from the bank. Every word may be refused, none may break."""

    def __init__(self, room: Room) -> None:
        super().__init__()
        self.room = room
        self.evening = Evening(room.store, room.clock, manners=Defaults(pace=0, bots_from_bank=True))
        self.evening.rights["mia"] = Rights.OWNER
        self.is_generous("on")

    def say(self, name: str, text: str) -> None:
        answer = self.room.run(self.evening.say(name, text))
        assert "Something broke" not in answer.text

    @rule(
        name=names,
        mode=st.sampled_from(["house", "duel", "crowd", "crowd giant=player"]),
        buyin=st.sampled_from([1, 7, 200, 900, 1001]),
        options=st.sampled_from(["", "pay=even", "pay=banker push=refund", "split=exact", "sixes=split max_splits=1"]),
    )
    def opens(self, name: str, mode: str, buyin: int, options: str) -> None:
        self.say(name, f"!open halflings money=purse mode={mode} buyin={buyin} cooldown=0 {options}")

    @rule(word=st.sampled_from(["on", "off"]))
    def is_generous(self, word: str) -> None:
        self.say("mia", f"!control generous {word}")

    @rule(name=names)
    def joins(self, name: str) -> None:
        self.say(name, "!join")

    @rule(name=names, amount=st.sampled_from(["1", "3", "half", "all", "100"]), auto=st.booleans())
    def stakes(self, name: str, amount: str, auto: bool) -> None:
        self.say(name, f"!stake {amount}{' auto' if auto else ''}")

    @rule(name=names, word=st.sampled_from(["roll", "split", "stand"]))
    def moves(self, name: str, word: str) -> None:
        self.say(name, f"!{word}")

    @rule(
        name=names,
        word=st.sampled_from(
            ["start", "leave", "rebuy", "bots", "bots 3", "wallet", "enough", "halflings 5", "halflings 9"]
        ),
    )
    def does(self, name: str, word: str) -> None:
        self.say(name, f"!{word}")

    @rule(name=names)
    def closes(self, name: str) -> None:
        self.say(name, "!close")

    @rule(
        word=st.sampled_from(
            [
                *("skip", "pause a cat", "resume", "reset", "end", "admit ann"),
                *("reset a bug", "end a bug", "remove 1 shouting", "remove 2 shouting", "remove ben"),
            ]
        )
    )
    def moderates(self, word: str) -> None:
        for session in self.room.run(self.evening.sessions())[:1]:
            self.room.run(self.evening.sure("mia", f"!{session.code} {word}"))

    @rule(name=names)
    def agrees(self, name: str) -> None:
        for session in self.room.run(self.evening.sessions())[:1]:
            self.room.run(self.evening.sure(name, f"!{session.code} agree"))

    @rule(seconds=st.sampled_from([1, 20, 60, 300, 7 * 3600]))
    def nothing_is_said(self, seconds: int) -> None:
        self.room.run(self.evening.wait(seconds))

    @invariant()
    def the_money_is_all_there(self) -> None:
        assert self.room.run(unbalanced(self.evening)) == []

    def teardown(self) -> None:
        """Let everybody leave, and check that the money is back in the purses and the bank."""
        for _ in range(3):
            for name in ("ann", "ben", "cid"):
                for session in self.room.run(self.evening.sessions()):
                    self.say("mia", f"!{session.code} resume")
                    self.say(name, f"!{session.code} leave")
            self.room.run(self.evening.wait(600))
        accounts = self.room.run(self.evening.store.accounts(self.evening.venue))
        assert [name for name, amount in accounts.items() if name.startswith("stake:") and amount] == []
        self.room.run(self.evening.end())


@pytest.mark.parametrize("evenings", [15, pytest.param(300, marks=[pytest.mark.soak, pytest.mark.timeout(3600)])])
def test_money_is_neither_made_nor_lost_whatever_people_do(room: Room, evenings: int) -> None:
    """ALL-2, T8: open, join, stake, play, leave, close, go away, come back; house bots, a clock and a moderator."""
    thoroughly = settings(max_examples=evenings, stateful_step_count=30, deadline=None, database=None)
    run_state_machine_as_test(lambda: Purses(room), settings=thoroughly)


# One by one


async def test_the_buy_in_comes_out_of_the_purse_and_what_is_left_goes_back(evening: Evening) -> None:
    await evening.lines("ann: !open halflings money=purse buyin=300 cooldown=0")
    assert await evening.purse("ann") == START_OF_PURSE - 300
    evening.roll(1)
    await evening.lines("ann: !stake 100")
    assert await evening.store.balance(evening.venue, "bank") == -START_OF_PURSE + 100
    await evening.lines("ann: !leave")
    assert await evening.purse("ann") == START_OF_PURSE - 100
    assert await unbalanced(evening) == []


async def test_a_purse_that_is_too_small_opens_and_joins_nothing(evening: Evening) -> None:
    await evening.lines("ben: !open halflings mode=crowd money=purse buyin=600")
    await evening.lines("ann: !open halflings money=purse buyin=600", "wait: 60")
    for text in ("!open halflings money=purse buyin=600", f"!{(await evening.sessions())[0].code} join"):
        answer = await evening.say("ann", text)
        assert (answer.ok, answer.text) == (False, "Your purse holds 400; the buy-in is 600.")
    assert len(await evening.sessions()) == 2
    assert await unbalanced(evening) == []


async def test_chips_of_a_table_vanish_with_it(evening: Evening) -> None:
    await evening.lines("ann: !open halflings stack=5000", "ann: !leave")
    assert await evening.store.accounts(evening.venue) == {}


async def test_a_nearly_empty_purse_gets_a_little_once_a_day(evening: Evening) -> None:
    """T5: asked any number of times, it gives once."""
    keep = NEARLY_EMPTY - 1
    await evening.lines(f"ann: !open halflings money=purse buyin={START_OF_PURSE - keep} max_bet=1000 cooldown=0")
    evening.roll(1)
    await evening.lines("ann: !stake all", "ann: !leave")
    for _ in range(3):
        await evening.lines("ann: !wallet")
    assert await evening.purse("ann") == keep + REFILL
    await evening.lines(
        "wait: 60", f"ann: !open halflings money=purse buyin={keep + REFILL - 1} max_bet=1000 cooldown=0"
    )
    evening.roll(1)
    await evening.lines("ann: !stake all", "ann: !leave", "ann: !wallet")
    assert await evening.purse("ann") == 1
    evening.clock.move(DAY)
    await evening.lines("ann: !wallet")
    assert await evening.purse("ann") == 1 + REFILL


async def test_the_welcome_gift_is_given_once(evening: Evening) -> None:
    await evening.lines("ann: !wallet", "ann: !open halflings money=purse", "ann: !leave", "ann: !wallet")
    assert await evening.purse("ann") == START_OF_PURSE


async def test_a_running_game_for_purses_cannot_be_called_off_by_its_host(evening: Evening) -> None:
    """T8: otherwise closing would avoid every bad roll. A game for chips can be closed."""
    evening.roll(8)
    await evening.lines("ann: !open halflings money=purse", "ann: !stake 50")
    answer = await evening.say("ann", "!close")
    assert not answer.ok
    assert len(await evening.sessions()) == 1


async def test_new_chips_are_not_to_be_had_at_a_table_for_purses(evening: Evening) -> None:
    await evening.lines("ann: !open halflings money=purse buyin=5 cooldown=0")
    evening.roll(1)
    await evening.lines("ann: !stake all")
    assert not (await evening.say("ann", "!rebuy")).ok
    assert await evening.stacks() == {"ann": 0}


@pytest.mark.parametrize("buyin", ["0", "-5", "1e9", "½", "9999999"])
async def test_a_buy_in_is_a_whole_number_in_bounds(evening: Evening, buyin: str) -> None:
    """T22."""
    answer = await evening.say("ann", f"!open halflings money=purse buyin={buyin}")
    assert (answer.ok, answer.text) == (False, "Say a whole number from 1 to 1,000,000 (buyin).")
    assert await evening.store.accounts(evening.venue) == {}


async def test_each_entry_of_the_ledger_says_why(evening: Evening) -> None:
    """T8: no money moves without a trace."""
    await evening.lines("ann: !open halflings money=purse cooldown=0", "ann: !start")
    evening.roll(1)
    await evening.lines("ann: !stake 10", "ann: !leave")
    causes = [entry.cause for entry in reversed(await evening.store.ledger(evening.venue))]
    assert causes == ["welcome", "buy-in", "house-won", "paid-back"]


@pytest.mark.parametrize("leaves_first", ["ann", "ben"])
async def test_a_pot_that_is_still_to_be_dueled_for_goes_home_with_who_has_won_it(
    evening: Evening, leaves_first: str
) -> None:
    """FR-35: Ann is Consumed, and Ben's winnings stay in the pot. Then both stand up."""
    await evening.lines("ann: !open rogues money=purse buyin=200", "ben: !join")
    evening.dice.load(list("5346634"))
    await evening.lines("ann: !start", "ann: !trip", "ben: !trip")
    assert [seated.stack for seated in (await evening.table()).seats] == [190, 190]
    last = "ben" if leaves_first == "ann" else "ann"
    await evening.lines(f"{leaves_first}: !leave", f"{last}: !leave")
    assert await evening.purse("ann") == START_OF_PURSE - 10
    assert await evening.purse("ben") == START_OF_PURSE - 10 + 20
