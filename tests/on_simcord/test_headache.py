"""Test Headache as five people play it on Discord; everything ever shown is searched for leaks."""

import re
from collections.abc import Collection

import pytest
from five import DRAWN, IN_THE_BAG, Five
from parlour import Guest, Parlour

from bot.delivery.delivery import Delivery
from bot.table.phases import Lobby, Playing
from persistence import TableRef

RECEIPT = re.compile(r" Its receipt: [0-9a-f]{12}\.( Game \d+ is sealed [a-z2-7]{26}, with [0-9a-f]{12} mixed in\.)?$")


def without_receipt(text: str) -> str:
    """Return the answer to a secret move without the receipt that must be at its end."""
    assert RECEIPT.search(text)
    return RECEIPT.sub("", text)


async def test_five_play_to_the_first_lots_and_nobody_sees_what_is_anothers(parlour: Parlour) -> None:
    five = Five(parlour)
    watcher = parlour.person("zoe")
    await five.draw()
    assert "Dice are drawn and stand under the cups: andy 2, bill 1, pete 1, jack 1 and colin 1." in five.card.text
    await parlour.wait(12)  # direct messages are opened one by one
    nobody_else_knows_what_was_drawn(five, watcher)
    assert "hands delivered" not in "\n".join((five.card.text, *(guest.hand.text for guest in five.all)))

    await five.andy.fills(await parlour.until("Swap"), "Swap", cups=["1.1", "2.1"])
    assert "andy swaps andy's cup 1 and bill's cup." in five.card.text
    for guest in five.all[1:]:
        await guest.presses(await parlour.until("Pass"), "Pass")
    await votes_are_sealed_until_all_have_voted(five, watcher)
    await five.each("Vote", {})
    await bids_are_sealed_until_all_have_bid(five, watcher)
    await parlour.wait(10)
    for guest in five.all:
        assert "You draw" not in guest.hand.text, "what was drawn is to be remembered"
    nobody_else_knows_what_was_drawn(five, watcher)
    assert len(parlour.cards) == 1, "one card a table"


def nobody_else_knows_what_was_drawn(five: Five, watcher: Guest) -> None:
    for guest in (*five.all, watcher):
        own = DRAWN.get(guest.name, ())
        told = [die for dice in DRAWN.values() for die in dice if f"You draw the {die} " in guest.ever_seen]
        assert sorted(told) == sorted(own)
        bags = [name for name, line in IN_THE_BAG.items() if line in guest.ever_seen]
        assert bags == ([guest.name] if own else [])


async def votes_are_sealed_until_all_have_voted(five: Five, watcher: Guest) -> None:
    card = await five.parlour.until("Vote")
    assert "what failed bids pay" in card.text
    form = await five.andy.presses(card, "Vote")
    assert form.of.modal["title"] == "Vote"
    assert [part["label"] for part in form.of.modal["components"] if "label" in part] == ["Suckers", "For"]
    answer = await five.andy.sends(form, amount="7", option=["half"])
    assert (without_receipt(answer.text), answer.for_one_alone) == ("Your vote is taken.", True)
    assert "In your fist: 7, for half." in five.andy.hand.text
    panel = await five.andy.presses(five.card, "My hand")
    assert "In your fist: 7, for half." in panel.text
    assert panel.for_one_alone
    for guest in (*five.all[1:], watcher):
        assert "In your fist" not in guest.ever_seen
    for guest in five.all[1:]:
        await guest.fills(five.card, "Vote", amount="0")
    assert "Failed bids pay: 7 for half (andy 7" in five.card.text


async def bids_are_sealed_until_all_have_bid(five: Five, watcher: Guest) -> None:
    await five.parlour.until("Bid")
    for guest, amount in zip(five.all[:4], ("3", "11", "5", "2"), strict=True):
        answer = await guest.fills(five.card, "Bid", amount=amount)
        assert (without_receipt(answer.text), answer.for_one_alone) == ("Your bid is taken.", True)
    again = await five.bill.presses(five.card, "Bid")
    assert again.of.modal is None, "one bid a cup"
    assert again.for_one_alone
    assert "You bid 11." in five.bill.hand.text
    for guest in (five.andy, *five.all[2:], watcher):
        assert "You bid 11." not in guest.ever_seen
    await five.colin.fills(five.card, "Bid", amount="all")
    assert "colin" in five.card.text
    assert "bill 11" in five.card.text


async def test_who_has_closed_direct_messages_plays_by_buttons(parlour: Parlour) -> None:
    """F15: the host is told how many hands were delivered, and never whose."""
    five = Five(parlour)
    await five.sit_down()
    five.colin.closes_dms()
    await five.draw()
    await parlour.wait(30)
    assert "4 of 5 hands delivered." in five.andy.hand.text
    for guest in five.all:
        assert "5 of 5" not in guest.ever_seen
        assert ("hands delivered" in guest.ever_seen) == (guest is five.andy)
    assert five.colin.dms == []
    box = f"/channels/{five.colin.member.user.dm_channel.id}/messages"
    assert [one.path for one in parlour.env.http_requests].count(box) == 1, (
        "somebody who refuses direct messages is left in peace"
    )
    panel = await five.colin.presses(five.card, "My hand")
    assert panel.for_one_alone
    assert "You draw the d12" in panel.text
    knowing = [guest.name for guest in five.all if "draw the d12" in guest.ever_seen]
    assert knowing == ["colin"]
    await parlour.wait(25)
    assert "d12" not in five.colin.sights[-1].text, "what fades is taken out of a panel as well"


async def test_for_who_leaves_the_server_a_house_bot_plays(parlour: Parlour) -> None:
    five = Five(parlour)
    await five.draw("pace=quick swap_seconds=60")
    await parlour.wait(40)
    five.pete.leaves_the_server()
    await five.leave_the_cups(without=five.pete, seconds=60)
    assert (await parlour.session()).seats[2].missed == 1
    assert "house bot" not in five.card.text
    await five.each("Vote", {"colin": {"amount": "40"}}, without=five.pete)
    more = await five.andy.presses(five.card, "More")
    assert "pete is away: a house bot plays on. Whatever they do next takes the seat back." in more.text
    assert re.search(r"3\. pete · [0-9]+ \(away", five.card.text)
    assert "4 of 5 hands delivered." in five.andy.hand.text
    began = parlour.store.clock.now()
    await five.each("Vote", {"colin": {"amount": "40"}}, without=five.pete)
    assert parlour.store.clock.now() - began < 10_000, "nobody waits for who is away"
    await five.each("Bid", {"bill": {"amount": "60"}}, without=five.pete)
    assert isinstance((await parlour.session()).phase, Playing)


async def test_a_hand_that_cannot_be_taken_back_is_not_tried_without_end(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    five, tried = Five(parlour), 0
    await five.draw("pace=quick swap_seconds=60")
    await parlour.wait(12)
    deliver = Delivery.deliver

    async def counted(self: Delivery, ref: TableRef, done_by: Collection[str] = ()) -> None:
        nonlocal tried
        tried += 1
        if tried < 60:
            await deliver(self, ref, done_by)

    monkeypatch.setattr(Delivery, "deliver", counted)
    five.pete.leaves_the_server()
    await five.andy.presses(five.card, "Pass")
    await parlour.wait(20)
    assert tried < 20


async def test_what_may_be_said_is_completed_and_listed(parlour: Parlour) -> None:
    five = Five(parlour)
    await five.draw("lots=chairman max_swap_rounds=1 auction_types=blind")
    cups = ["1.1", "1.2", "2.1", "3.1", "4.1", "5.1"]
    assert await five.andy.completes("move", "text", "swap") == [f"swap {cup}" for cup in cups]
    assert await five.bill.completes("move", "text") == [], "it is not bill's turn"
    await five.leave_the_cups()
    await parlour.until("Vote")
    options = ["nothing", "half", "full"]
    assert await five.andy.completes("move", "text", "vote 3 ") == [f"vote 3 {option}" for option in options]
    assert without_receipt((await five.andy.slash("vote", amount="3", option="half")).text) == "Your vote is taken."
    assert "Only 0 may be for no option" in (await five.bill.slash("vote", amount="3")).text
    for guest in five.all[1:]:
        await guest.slash("vote", amount="0")
    await five.each("Vote", {})
    await parlour.until("Sell next")
    panel = await five.colin.presses(five.card, "My hand")
    assert [option["value"] for option in panel.message.lists[0]["options"]] == cups
    assert panel.message.lists[0]["options"][0]["label"] == "andy's cup 1"
    await five.colin.chooses(panel.message, "2.1")
    assert "On sale: bill's cup" in (await parlour.until("Bid")).text
    assert "Bid" in panel.message.labels, "the panel goes on to what comes next"


async def test_the_second_of_two_values_is_completed_as_well(parlour: Parlour) -> None:
    five = Five(parlour)
    await five.draw()
    assert "swap 1.1 2.1" in await five.andy.completes("move", "text", "swap 1.1 2")
    seconds = await five.andy.completes("move", "text", "swap 1.1 ")
    assert seconds == [f"swap 1.1 {cup}" for cup in ("1.2", "2.1", "3.1", "4.1", "5.1")]


async def test_a_secret_said_before_everybody_is_taken_away(parlour: Parlour) -> None:
    five = Five(parlour)
    await five.draw()
    await parlour.wait(12)
    await five.leave_the_cups()
    await parlour.until("Vote")
    await five.jack.says(f"{five.jack.mention_of_bot} vote 17 half")
    assert [one.content for one in parlour.channel.history() if one.author.id == five.jack.id] == []
    assert parlour.messages[-1].text == "I have answered you in private."
    assert "That is a secret move: say it to me in private. It was not taken." in five.jack.dms[-1].text
    for guest in (five.andy, five.bill, five.pete, five.colin):
        assert "It was not taken" not in guest.ever_seen
    assert [without_receipt(one) for one in await five.jack.writes("vote 17 half")] == ["Your vote is taken."]


async def test_who_does_not_sit_there_is_told_so_alone(parlour: Parlour) -> None:
    five, zoe = Five(parlour), parlour.person("zoe")
    await five.draw()
    for label in ("My hand", "Swap", "Pass"):
        answer = await zoe.presses(five.card, label)
        assert (
            answer.text
            == f'You don\'t sit at table {five.card.code}. "/table join table:{five.card.code}" sits you down.'
        )
        assert answer.for_one_alone
    assert zoe.dms == []


async def test_a_restart_in_mid_game_loses_no_form_and_no_button(parlour: Parlour) -> None:
    five = Five(parlour)
    await five.draw()
    await parlour.wait(12)
    await five.leave_the_cups()
    old_card = await parlour.until("Vote")
    form = await five.bill.presses(old_card, "Vote")
    panel = await five.jack.presses(old_card, "My hand")
    await parlour.restart()
    assert without_receipt((await five.bill.sends(form, amount="9")).text) == "Your vote is taken."
    form = await five.jack.presses(panel.message, "Vote")
    assert without_receipt((await five.jack.sends(form, amount="1")).text) == "Your vote is taken."
    await five.jack.presses(panel.message, "Look again")
    assert "In your fist: 1, for nothing." in panel.message.text, "the panel itself shows what has changed"
    assert without_receipt((await five.pete.fills(five.pete.hand, "Vote", amount="2")).text) == "Your vote is taken."
    form = await five.andy.presses(old_card, "Vote")
    await parlour.restart()
    await five.andy.sends(form, amount="3")
    await five.colin.fills(old_card, "Vote", amount="4")
    for said in ("andy 3", "bill 9", "pete 2", "jack 1", "colin 4"):
        assert said in five.card.text
    assert [len(guest.dms) for guest in five.all] == [1] * 5
    called = sorted(guest.id for guest in (five.bill, five.pete, five.jack))
    assert sorted(parlour.pinged) == called, "of those awaited, who has not been here since the bot was started"
    await parlour.wait(10)
    card, *calls = parlour.cards
    assert card.id == old_card.id, "it is still the one card"
    assert len(calls) <= 1, "of those called, whoever was not heard since is awaited again"


async def test_a_moderator_takes_the_game_back_to_the_lobby(parlour: Parlour) -> None:
    five, mia = Five(parlour), parlour.moderator("mia")
    await five.sit_down("pace=quick money=purse buyin=100")
    await five.draw()
    assert (await five.stacks()) == dict.fromkeys(("andy", "bill", "pete", "jack", "colin"), 95)
    code = five.card.code
    await five.bill.says(f"{five.bill.mention_of_bot} reset I am losing")
    assert parlour.messages[-1].text == '"/mod reset" is for moderators: ask one of them.'
    answer = await mia.slash("reset")
    assert "needs a reason" in answer.text
    asked = await mia.slash("reset", reason="the stakes were @everyone's mistake")
    assert asked.for_one_alone
    assert asked.message.labels == ["Yes, do it"]
    assert f"The game at table {code} would be void" in asked.text
    assert isinstance((await parlour.session()).phase, Playing), "nothing is done yet"
    await mia.presses(asked.message, "Yes, do it")
    table = await parlour.session()
    assert isinstance(table.phase, Lobby)
    assert [seated.name for seated in table.seats] == ["andy", "bill", "pete", "jack", "colin"]
    assert set((await five.stacks()).values()) == {100}
    assert "Moderator mia takes the table back to the lobby." in five.card.text
    assert "The game is void: the stakes were" in five.card.text
    assert "Game 1: end " in parlour.fair_play
    assert parlour.pinged == []
    await parlour.wait(45)
    for guest in five.all:
        assert "You draw" not in guest.hand.text
        assert guest.hand.labels == []
    again = await mia.presses(asked.message, "Yes, do it")
    assert "in the lobby already" in again.text
    log = await mia.slash("mod", what="log")
    assert log.for_one_alone
    assert "mia · reset, game 1 void" in log.text
    await five.draw()
    assert isinstance((await parlour.session()).phase, Playing)
