"""Test Halflings & Giants as people play it on Discord, if the bot may not read plain chat."""

from parlour import Parlour, ParlourClock

from persistence import Store

CANT_READ = "I can't read plain chat on this server: use / commands or buttons, mention me, or write to me in private."


async def test_a_game_is_opened_by_its_name_and_played_with_buttons(parlour: Parlour) -> None:
    (ann,) = parlour.people("ann")
    parlour.rolls(7, 2, 2, 2, 6)
    answer = await ann.slash("halflings", amount="50")
    assert (answer.text, answer.for_one_alone) == ("Done: halflings 50", True)
    assert parlour.card.labels[0] == "Roll"
    await ann.presses(parlour.card, "Roll")
    assert parlour.card.labels[:2] == ["Split", "Stand"]
    await ann.presses(parlour.card, "Split")
    assert "the Giant topples! ann wins 150." in parlour.card.text
    assert "ann · 1,150" in parlour.card.described
    assert len(parlour.cards) == 1
    assert ann.dms == [], "this game has no secrets"


async def test_the_next_stake_is_made_in_a_form(parlour: Parlour) -> None:
    (ann,) = parlour.people("ann")
    parlour.rolls(7, 5, 6)
    await ann.slash("halflings", amount="50", options="cooldown=0")
    await ann.slash("roll")
    assert "ann · 950" in parlour.card.described
    form = await ann.presses(parlour.card, "Stake")
    assert [part["label"] for part in form.of.modal["components"] if "label" in part] == ["Amount", "Roll for me"]
    parlour.rolls(3, 5, 4)
    await ann.sends(form, amount="20", auto=True)
    assert "ann stakes 20." in parlour.card.text
    assert "In the pot" not in parlour.card.text, "it rolled on by itself"
    late = await ann.fills(parlour.card, "Stake", amount="ten")
    assert '"ten" won\'t do: say a whole number, like 50, 1,000 or 10k, or a share' in late.text
    assert late.for_one_alone


async def test_what_may_be_said_next_is_completed_from_the_legal_moves(parlour: Parlour) -> None:
    ann, ben = parlour.people("ann", "ben")
    assert await ann.completes("play", "options", "pay=e", game="halflings") == ["pay=even", "pay=early"]
    proposed = await ann.completes("play", "options", "pay=even mo", game="halflings")
    assert proposed[:3] == [
        "pay=even mode=house",
        "pay=even mode=duel",
        "pay=even mode=crowd",
    ], "what is called so comes before what is told so"
    parlour.rolls(7, 5, 6)
    await ann.slash("halflings", amount="50", options="cooldown=0 max_bet=80")
    assert await ann.completes("move", "text", "stake") == [], "a round is on"
    assert await ann.completes("move", "text") == ["roll"]
    assert await ann.completes("move", "table", text="roll") == [parlour.card.code]
    assert await ben.completes("table join", "table") == [parlour.card.code]
    await ann.slash("roll")
    assert sorted((await ann.completes("move", "text"))[:3]) == ["stake 1", "stake 8", "stake 80"]
    assert await ann.completes("move", "text", "stake 8") == ["stake 8", "stake 80", "stake 8 auto", "stake 80 auto"]
    assert await ben.completes("move", "text") == [], "ben doesn't sit there"


async def test_who_mentions_the_bot_is_heard_and_other_chat_costs_nothing(parlour: Parlour) -> None:
    ann, ben = parlour.people("ann", "ben")
    await ben.says("!halflings 50")
    assert parlour.messages == []
    parlour.rolls(7, 5, 4)
    await ann.says(f"{ann.mention_of_bot} halflings 50")
    await ann.says(f"{ann.mention_of_bot} !roll")
    assert "ann rolls 5-4, 9 in all." in parlour.card.text
    before = len(parlour.messages)
    await ben.says(f"{ben.mention_of_bot} rol")
    (said,) = parlour.messages[before:]
    assert "Did you mean roll?" in said.text
    await ben.says(f"{ben.mention_of_bot}")
    assert "type a command" in parlour.messages[-1].text, "a mention alone asks for help"
    assert parlour.pinged == []


async def test_a_game_is_played_in_private(parlour: Parlour) -> None:
    (ann,) = parlour.people("ann")
    parlour.rolls(7, 5, 6)
    await ann.slash("halflings", amount="50", options="cooldown=0")
    await ann.writes("!roll")
    assert "ann rolls 5-6" in parlour.card.text
    parlour.rolls(7, 5, 4)
    await ann.writes("stake 20")
    answer = await ann.slash_in_private("roll")
    assert answer.text == "Done: roll"
    assert "ann rolls 5-4, 9 in all." in parlour.card.text
    (said,) = await ann.writes("table")
    assert said.startswith(f"{parlour.card.code} · Halflings & Giants")
    (said,) = await ann.writes("wallet")
    assert said.startswith("Your purse here holds 1,000 suckers. They can't be bought or cashed.\n")
    (said,) = await ann.writes("hello?")
    assert said == 'I don\'t know "hello". "/help" lists what I know.'


async def test_help_says_what_is_missing_where_chat_cannot_be_read(parlour: Parlour) -> None:
    (ann,) = parlour.people("ann")
    answer = await ann.slash("help")
    assert answer.for_one_alone
    assert answer.text.splitlines()[-1] == CANT_READ
    answer = await ann.slash("help", word="stake")
    assert "/move stake" in answer.text
    (said,) = await ann.writes("help")
    assert CANT_READ not in said, "in private everything is read"


async def test_rules_are_pages_for_the_asker_alone(parlour: Parlour) -> None:
    (ann,) = parlour.people("ann")
    await ann.slash("halflings", amount="50")
    more = await ann.presses(parlour.card, "More")
    assert more.for_one_alone
    answer = await ann.presses(more.message, "Rules")
    assert answer.for_one_alone
    assert "Knee" in answer.text
    answer = await ann.slash("rules", game="headache")
    assert answer.for_one_alone
    assert len(answer.all) == 1, "in short"
    answer = await ann.slash("rules", game="headache", part="more")
    assert answer.for_one_alone
    assert "The contest" in answer.text
    assert "Alliances" not in answer.text


async def test_a_card_that_all_change_at_once_is_edited_five_times_in_five_seconds(
    store: Store, clock: ParlourClock
) -> None:
    """What Discord would refuse waits, and is sent later with the newest content."""
    async with Parlour(store, clock, limited=True) as parlour:
        guests = parlour.people(*(f"guest{number}" for number in range(24)))
        await guests[0].slash("open", game="halflings", options="mode=crowd")
        parlour.moment = 0.05
        for guest in guests[1:]:
            await guest.presses(parlour.card, "Join")
        assert len(edits(parlour)) <= 5
        assert "… and 12 more." not in parlour.card.text
        await parlour.wait(5)
        assert "… and 12 more." in parlour.card.text
        assert len(edits(parlour)) <= 10
        assert len(parlour.cards) == 1


def edits(parlour: Parlour) -> list[str]:
    at = f"/channels/{parlour.channel.id}/messages"
    return [one.path for one in parlour.env.http_requests if one.path.startswith(at) and one.method != "GET"]
