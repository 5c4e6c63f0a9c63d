"""Test that private information reaches its player alone: by direct message, and by buttons with private answers.

The judge is the stand-in's journal: every text that the bot ever showed, and its viewers.
"""

import asyncio
import random
import re

import pytest
from gatherings import LONG, at_headache, at_highdie, goes_on_to, opened
from night import Night
from players import move_of_anybody
from slashes import gives
from standins.discord.people import Person
from standins.journal import Entry

from bot.adapters.discord.outbound import direct_messages
from bot.table.phases import Playing
from games.headache import auction, contest, draw, swaps
from games.headache.resample import known_to
from games.headache.state import State, WithTable
from games.proof import fair

DIE = re.compile(r"(?<![\w|])d(4|6|8|10|12|20)\b")
PRIVATE_WAYS = {"answer", "follow-up", "modal", "autocomplete"}


@pytest.fixture(autouse=True)
def hands_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open direct messages without a delay, and show secrets for no time."""
    monkeypatch.setattr(direct_messages, "OPEN_EVERY", 0.0)
    monkeypatch.setattr(auction, "SHOWN_FOR", 0)
    monkeypatch.setattr(swaps, "SHOWN_FOR", 0)
    monkeypatch.setattr(contest, "SHOWN_FOR", 0)


def drawn_by(now: State, seat: int) -> list[int]:
    assert isinstance(now.phase, WithTable)
    return [int(one.die.reveal()) for one in now.phase.table.drawn if one.cup.seat == seat]


# By direct message


async def test_each_hand_is_one_direct_message_edited_in_place(night: Night) -> None:
    people = await at_headache(night, "memory=off", LONG)
    now = await goes_on_to(night, people, "voting")
    for seat, person in enumerate(people):
        first = f"d{drawn_by(now, seat)[0]}"
        message = await night.hand(person, "You drew the " + first)
        assert person.dms == [message]
        assert message.edited
        head, *body = message.text.splitlines()
        assert (await night.session()).code in head
        assert night.channel.mention in head
        assert not DIE.search(head)
        for die in drawn_by(now, seat):
            assert any(f"You drew the d{die}" in line for line in body)


async def test_my_hand_answers_its_owner_alone(night: Night) -> None:
    people = await at_headache(night, "memory=off", "bag_peek=off", LONG)
    now = await goes_on_to(night, people, "voting")
    card = await night.card("Vote on")
    for seat, person in enumerate(people):
        pressed = await person.presses(card, "My hand")
        assert pressed.answer is not None
        assert pressed.answer.ephemeral_to is person
        assert {int(die) for die in DIE.findall(pressed.text)} == set(drawn_by(now, seat))
    (zoe,) = night.people("zoe")
    looked = await zoe.presses(card, "My hand")
    assert "don't sit at table" in looked.text
    assert not DIE.search(looked.text)


async def test_a_hand_says_what_fixed_the_dice_whichever_way_it_comes(night: Night) -> None:
    """Each seat's first private answer of a game has its commitment and the mixed-in text (`docs/fairness.md`)."""
    people = await at_headache(night, "memory=off", LONG)
    await goes_on_to(night, people, "voting")
    playing = (await night.session()).phase
    assert isinstance(playing, Playing)
    told = f"sealed {fair.binding(playing.pledge.commitment)}, with {playing.entropy[:12]} mixed in"
    for person in people:
        assert (await night.hand(person, "You drew the")).text.splitlines()[-1].startswith("-# ")
        await night.hand(person, told)
        pressed = await person.presses(await night.card("Vote on"), "My hand")
        assert told in pressed.text
    assert told not in (await night.card("Vote on")).text


async def test_my_hand_can_be_looked_at_again_on_its_own_panel(night: Night) -> None:
    people = await at_headache(night, "memory=off", "bag_peek=off", LONG)
    await goes_on_to(night, people, "voting")
    panel = (await people[0].presses(await night.card("Vote on"), "My hand")).answer
    assert panel is not None
    now = await goes_on_to(night, people, "swapping")
    again = await people[0].presses(panel, "Look again")
    assert again.answer is panel
    assert {int(die) for die in DIE.findall(panel.text)} == set(drawn_by(now, 0))
    assert panel.ephemeral_to is people[0]


async def test_with_closed_dms_the_host_alone_is_told_how_many_and_nobody_who(night: Night) -> None:
    """F15: the button shows what was missed."""
    dan = night.person("dan")
    dan.dms_closed = True
    people = night.people("ann", "ben", "cid")
    await opened(night, [*people, dan, night.person("eve")], "headache", f"bag_peek=off {LONG}", night.channel)
    everybody = [*people, dan, *[one for one in night.world.people.values() if one.name == "eve"]]
    now = await goes_on_to(night, everybody, "voting")
    hand = await night.hand(people[0], "4 of 5 hands delivered")
    told = next(line for line in hand.text.splitlines() if "hands delivered" in line)
    assert "dan" not in told
    readers = [entry.seen_by for entry in night.server.journal.entries if "hands delivered" in entry.text]
    assert all(seen == {people[0].id} for seen in readers)
    card = await night.card("Vote on")
    pressed = await dan.presses(card, "My hand")
    assert f"You draw the d{drawn_by(now, 3)[0]}" in pressed.text
    assert dan.dms == []
    assert night.server.rest.statuses()[403] == 1, "who has closed them is left in peace"


async def test_who_opens_dms_again_by_writing_to_us_gets_the_hand_there(night: Night) -> None:
    dan = night.person("dan")
    dan.dms_closed = True
    people = [night.person("ann"), night.person("ben"), night.person("cid"), dan, night.person("eve")]
    await opened(night, people, "headache", f"memory=off {LONG}", night.channel)
    await goes_on_to(night, people, "voting")
    await night.hand(people[0], "4 of 5 hands delivered")
    dan.dms_closed = False
    await dan.says(None, "vote 1 2")
    await night.hand(dan, "You draw the")


async def test_what_was_drawn_is_taken_back_after_its_seconds(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """HA-14, with memory on: from the direct message, and from the answer of a button."""
    monkeypatch.setattr(draw, "SEEN_FOR", 1)
    dan = night.person("dan")
    dan.dms_closed = True
    people = [night.person("ann"), night.person("ben"), night.person("cid"), dan, night.person("eve")]
    await opened(night, people, "headache", f"memory=on bag_peek=off {LONG}", night.channel)
    await goes_on_to(night, people, "voting")
    assert any("You draw the" in text for message in people[0].dms for text in message.versions)
    pressed = await dan.presses(await night.card("Dice are drawn"), "My hand")
    assert "You draw the" in pressed.text
    await night.until(lambda: not any(DIE.search(message.text) for one in people for message in one.dms))
    await night.until(lambda: not DIE.search(pressed.text))
    again = await dan.presses(await night.card("Dice are drawn"), "My hand")
    assert not DIE.search(again.text), "what was shown once is not shown again"


async def test_what_is_taken_back_leaves_the_panel_as_it_is_by_then(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HA-14: a panel on which a move was made since does not return to the earlier question."""
    monkeypatch.setattr(draw, "SEEN_FOR", 1)
    dan = night.person("dan")
    dan.dms_closed = True
    people = [night.person("ann"), night.person("ben"), night.person("cid"), dan, night.person("eve")]
    await opened(night, people, "headache", f"memory=on bag_peek=off {LONG}", night.channel)
    await goes_on_to(night, people, "voting")
    panel = (await dan.presses(await night.card("Vote on"), "My hand")).answer
    assert panel is not None
    assert "You draw the" in panel.text
    form = await dan.presses(panel, "Vote")
    await dan.submits(form.modal, {"amount": "1", "option": "2"})
    await goes_on_to(night, people, "swapping")
    await dan.presses(panel, "Look again")
    asked = {str(one.custom_id).split("|")[3] for one in panel.buttons} - {""}
    await asyncio.sleep(1.5)
    assert {str(one.custom_id).split("|")[3] for one in panel.buttons} - {""} == asked
    assert not DIE.search(panel.text)


# Said in public


@pytest.mark.parametrize("tidy", [True, False], ids=["may delete", "may not"])
async def test_a_secret_move_typed_before_everybody_is_not_taken(chatty: Night, tidy: bool) -> None:
    """The message is deleted if the server allows it, and the reason is said in private."""
    if tidy:
        chatty.guild.give(chatty.world.bot, chatty.guild.role("tidy", "manage_messages"))
    people = await at_headache(chatty, LONG)
    await goes_on_to(chatty, people, "voting")
    before = await chatty.session()
    said = await people[0].says(chatty.channel, "!vote 3 2")
    explained = await chatty.hand(people[0], "That is a secret move")
    await chatty.quiet()
    assert said.deleted == tidy
    assert "3" not in explained.text
    assert await chatty.session() == before
    for entry in chatty.server.journal.with_text("That is a secret move"):
        assert entry.seen_by == {people[0].id}


async def test_a_misspelt_secret_move_is_explained_in_private_too(chatty: Night) -> None:
    people = await at_headache(chatty, LONG)
    await goes_on_to(chatty, people, "voting")
    await people[0].says(chatty.channel, "!vote 31337 nonsense")
    await chatty.quiet()
    public = [text for message in chatty.cards for text in message.versions]
    assert not any("31337" in text or "nonsense" in text for text in public)


# Whole games and the judge


class Judge:
    """Compares what was newly shown to people with what each may know by now."""

    def __init__(self, night: Night, people: list[Person]) -> None:
        self.night, self.people, self._seen = night, people, 0

    def fresh(self) -> list[Entry]:
        entries = self.night.server.journal.entries
        found, self._seen = entries[self._seen :], len(entries)
        return [entry for entry in found if entry.way != "command"]

    async def headache(self) -> None:
        entries, session = self.fresh(), await self.night.session()
        now = session.state
        if not isinstance(session.phase, Playing) or not isinstance(now.phase, WithTable) or now.phase.table.sides:
            return  # the cups are lifted
        table = now.phase.table
        dice = [f"{one.die.reveal()}" for one in table.drawn]
        open_dice = {dice[number] for number in table.shown}
        for entry in entries:
            named = set(DIE.findall(entry.text)) - open_dice
            if not named:
                continue
            (reader,) = entry.seen_by
            seat = next(seat for seat, person in enumerate(self.people) if person.id == reader)
            assert named <= {dice[number] for number in known_to(table, seat)}, entry

    def manners(self) -> None:
        """Check T14, and that answers are for those who asked."""
        names = {person.name for person in self.people} | {str(person.id) for person in self.people}
        for entry in self.night.server.journal.entries:
            if entry.kind == "custom_id":
                assert not any(name in entry.text for name in names), entry
                assert len(entry.seen_by) == 1 or not DIE.search(entry.text.replace("|", " ")), entry
            if entry.way in PRIVATE_WAYS:
                assert len(entry.seen_by) == 1, entry
        assert self.night.world.failed_interactions == []


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
async def test_whole_games_of_headache_tell_nobody_anothers_dice(night: Night, seed: int) -> None:
    """T1, T2: cards, hands, panels, forms, lists and proposals."""
    chance = random.Random(seed)  # noqa: S311 - not the dice of a game
    options = "memory=off bag_peek=off auction_types=blind max_swap_rounds=1"
    people = await at_headache(night, options, LONG)
    (zoe,) = night.people("zoe")
    judge = Judge(night, people)
    for _ in range(100):
        if not isinstance((await night.session()).phase, Playing):
            break
        await move_of_anybody(night, people, night.channel, chance)
        if chance.random() < 0.2:
            card = await night.card("Headache ·")
            curious = chance.choice([*people, zoe])
            await curious.presses(card, "My hand")
            await curious.completes("move", "text", "keep ", channel=night.channel)
        await night.quiet(0.01)
        await judge.headache()
    judge.manners()
    assert not [entry for entry in night.server.journal.entries if zoe.id in entry.seen_by and "You draw" in entry.text]
    assert all(len(person.dms) == 1 for person in people)


async def test_a_sealed_amount_is_seen_by_nobody_until_all_are_shown(night: Night) -> None:
    """T1: votes and blind bids, with unique amounts, since five digits alone may occur in a commitment."""
    people = await at_headache(night, "stack=900000", "auction_types=blind", LONG)
    sealed = {person: 671_003 + 7 * number for number, person in enumerate(people)}
    await goes_on_to(night, people, "voting")
    await all_but_the_last_seal(night, people, sealed, "vote")
    await gives(people[-1], "vote", channel=night.channel, amount=str(sealed[people[-1]]), option="2")
    await night.card(" for 2 rounds (", "671,031")
    await goes_on_to(night, people, "blind-bids")
    sealed = {person: 152_003 + 7 * number for number, person in enumerate(people)}
    await all_but_the_last_seal(night, people, sealed, "bid")


async def all_but_the_last_seal(night: Night, people: list[Person], sealed: dict[Person, int], verb: str) -> None:
    for person in people[:-1]:
        option = {"option": "2"} if verb == "vote" else {}
        card = await night.card("Headache ·", "to play")
        form = await person.presses(card, verb.capitalize())
        await person.submits(form.modal, {"amount": str(sealed[person]), **option})
    for person in people:
        card = await night.card("Headache ·", "to play")
        await person.presses(card, "My hand")
        await person.presses(card, "My hand")
        await person.completes("move", "text", f"{verb} ", channel=night.channel)
    await night.quiet()
    for owner, amount in sealed.items():
        for written in (str(amount), f"{amount:,}"):
            assert night.server.journal.visible_to_others(written, owner) == []


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 2))])
async def test_whole_games_of_high_die_tell_nobody_anothers_die(
    highdie_installed: None, night: Night, seed: int
) -> None:
    """T1, T2: with the example, in which everything is secret until all have spoken."""
    chance = random.Random(seed)  # noqa: S311 - not the dice of a game
    names = ("ann", "ben", "cid", "dan")
    people = await at_highdie(night, *names)
    had: dict[int, set[str]] = {person.id: set() for person in people}
    for _ in range(12):
        session = await night.session()
        for person, die in zip(people, session.state.dice, strict=True):
            had[person.id].add(str(die.reveal()))
        if not isinstance(session.phase, Playing):
            break
        curious = chance.choice(people)
        await curious.presses(await night.card("High Die"), "My hand")
        await move_of_anybody(night, people, night.channel, chance)
        await night.quiet()
    shown = re.compile(r"[Yy]our die shows ([1-6])")
    found = [(entry, face) for entry in night.server.journal.entries for face in shown.findall(entry.text)]
    assert len(found) >= len(people)
    for entry, face in found:
        (reader,) = entry.seen_by
        assert face in had[reader], entry
    Judge(night, people).manners()
    assert all(len(person.dms) == 1 for person in people)
