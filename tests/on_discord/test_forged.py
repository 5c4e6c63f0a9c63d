"""Test what a client may send without a button: made-up ids, old ones, those of others, of other tables (T14)."""

import asyncio
import random
from itertools import product

import pytest
from gatherings import LONG, a_duel, at_headache, goes_on_to
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from night import Night, table_code
from slashes import gives
from standins.discord.interactions import COMPONENT, SUBMIT, Interaction
from standins.discord.messages import Message
from standins.discord.people import Person
from structlog.testing import capture_logs

from bot.adapters.discord.outbound.buttons import Does

FORGED = 300
AT_ONCE = 50
MOVES = ["roll", "split", "stand", "stake", "stake 5", "stake 5 auto", "roll roll", "stake#0", "stake#1", "stake#999"]
ODD = ["", "\x00", "é", "@everyone", "|", "#", "-1", "None", "seat:0", "0", "yes", "{}", "' OR 1=1", "\u202e", "A" * 90]


def made_up(count: int, strategy: st.SearchStrategy[str]) -> list[str]:
    """Return this many examples from Hypothesis."""
    found: list[str] = []

    @settings(max_examples=count, database=None, deadline=None, phases=[Phase.generate])
    @given(strategy)
    def collect(one: str) -> None:
        found.append(one)

    collect()
    return found


def of_parts(codes: list[str], asks: list[str], lines: list[str]) -> st.SearchStrategy[str]:
    """Return ids in our own form and nearly so, from real and odd parts."""
    part = st.sampled_from(ODD)
    does = st.sampled_from([*Does, "DO", "done", ""])
    return st.one_of(
        st.builds(
            "pl|{}|{}|{}|{}".format,
            does,
            st.sampled_from(codes) | part,
            st.sampled_from(asks) | part,
            st.sampled_from(lines) | part,
        ),
        st.builds("{}|{}".format, st.sampled_from(["pl", "PL", "pl|do", "pl|fill"]), st.text(max_size=80)),
        st.text(min_size=1, max_size=100),
    ).map(lambda text: text[:100] or "?")


async def presses_all(night: Night, person: Person, card: Message, forged: list[str]) -> list[Interaction]:
    """Send the ids as a modified client does: with and without a button of that name on the message."""
    night.world.answer_deadline = 0.3
    sent: list[Interaction] = []
    for first in range(0, len(forged), AT_ONCE):
        sent += await asyncio.gather(
            *(person.presses(card, custom_id=one, stale=True) for one in forged[first : first + AT_ONCE])
        )
    night.world.answer_deadline = 3.0
    return sent


@pytest.mark.parametrize("forgeries", [FORGED, *[pytest.param(20_000, marks=pytest.mark.soak)] * 5])
async def test_made_up_ids_move_nothing(night: Night, forgeries: int) -> None:
    """Pressed by the awaited person, by another, and by a person who does not sit there: none is accepted, nothing
    breaks.
    """
    night.dice.load(["7", "4", "5"])
    ann, ben = await a_duel(night, "roll_seconds=600")
    (zoe,) = night.people("zoe")
    await gives(ann, "stake", channel=night.channel, amount="20")
    await gives(ben, "roll", channel=night.channel)
    card = await night.card("that is the Knee")
    code, before = table_code(card), await night.session()
    codes = [code, code.lower(), "Z9Z", "K7Q"]
    asks = ["1-1", "1-2", "2-1", "0-0", "1-99", "9" * 30]  # the valid one is 1-3
    forged = made_up(forgeries, of_parts(codes, asks, MOVES))
    forged += [f"pl|{does}|{code}|1-1|" for does in Does]  # says nothing at all
    forged = [one for one in forged if not is_a_line_of_ones_own(one)]
    with capture_logs() as logs:
        for person, some in ((ann, forged[0::3]), (ben, forged[1::3]), (zoe, forged[2::3])):
            await presses_all(night, person, card, some)
    await night.quiet()
    assert await night.session() == before
    assert [line for line in logs if line["log_level"] == "error"] == []
    assert len(await night.sessions()) == 1
    pressed = await ann.presses(card, "Roll")
    assert not pressed.failed
    await night.card("ann rolls")


def is_a_line_of_ones_own(forged: str) -> bool:
    """Return whether the presser could type the same: a line in their own name that answers no question."""
    return forged.startswith(("pl|say|", "pl|yes|", "pl|seat|")) or forged.endswith("|queue")


async def test_real_ids_with_exchanged_parts_move_nothing(night: Night) -> None:
    """The question of one table with another's code, an old question, another's button, a move of another game."""
    night.dice.load(["7"])
    ann, ben = await a_duel(night)
    other = night.guild.channel("other")
    cid, dan = await a_duel(night, channel=other, names=("cid", "dan"))
    await gives(ann, "stake", channel=night.channel, amount="20")
    card, others = await night.card("ann stakes 20."), await night.card("cid, stake", channel=other)
    real = [str(one.custom_id) for message in (card, others) for one in message.buttons]
    for person, at in ((ben, card), (cid, others)):
        panel = await person.presses(at, "My moves")
        assert panel.answer is not None
        real += [str(one.custom_id) for one in panel.answer.buttons]
    parts = [one.split("|") for one in dict.fromkeys(real)]
    does, codes, asks, lines = ({part[at] for part in parts} for at in (1, 2, 3, 4))
    exchanged = ["|".join(("pl", *one)) for one in product(sorted(does), sorted(codes), sorted(asks), sorted(lines))]
    exchanged = [one for one in exchanged if one not in real and not is_a_line_of_ones_own(one)]
    chance = random.Random(1)  # noqa: S311 - not the dice of a game
    before = [await night.session(), await night.session(other)]
    standing = {(table_code(card), before[0].phase.clock.ask), (table_code(others), before[1].phase.clock.ask)}
    for person, at in ((ann, card), (dan, others)):  # neither is asked anything now
        some = chance.sample(exchanged, min(len(exchanged), 60))
        await presses_all(night, person, at, some)
    for person, at in ((ben, card), (cid, others)):  # they are asked, but not this
        wrong = [one for one in exchanged if tuple(one.split("|")[2:4]) not in standing]
        await presses_all(night, person, at, chance.sample(wrong, min(len(wrong), 60)))
    await night.quiet()
    assert [await night.session(), await night.session(other)] == before


async def test_forms_that_nobody_opened_are_read_like_any_line(night: Night) -> None:
    """Unknown fields, values of wrong types, and huge numbers (T22): nothing breaks."""
    people = await at_headache(night, LONG)
    await goes_on_to(night, people, "voting")
    ann = people[0]
    card = await night.card("Vote on")
    opened = await ann.presses(card, "Vote")
    assert opened.modal is not None
    before = await night.session()
    values: list[object] = ["-1", "1e9", "9" * 400, "٣", "", "3 2 1", None, True, ["1", "2"], {"a": 1}, 5, "@everyone"]
    with capture_logs() as logs:
        for value in values:
            fields = [
                {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "amount", "value": value}},
                {"type": 18, "id": 3, "component": {"type": 3, "id": 4, "custom_id": "option", "values": [value]}},
                {"type": 18, "id": 5, "component": {"type": 4, "id": 6, "custom_id": "seat", "value": "1"}},
            ]
            data = {"custom_id": opened.modal.custom_id, "components": fields}
            night.world.answer_deadline = 0.5
            await Interaction(ann, SUBMIT, night.channel, data, card).send()
    await night.quiet()
    assert await night.session() == before
    assert [line for line in logs if line["log_level"] == "error" and "broke something" in str(line["event"])] == []


async def test_values_that_a_list_does_not_have_are_refused(night: Night) -> None:
    people = await at_headache(night, "memory=off", LONG)
    now = await goes_on_to(night, people, "choosing-lot")
    chairman = people[now.phase.table.chairman]
    panel = (await chairman.presses(await night.card("which cup is sold next?"), "My hand")).answer
    assert panel is not None
    before = await night.session()
    night.world.answer_deadline = 0.3
    wrong: list[object] = [["9.9"], ["1.1", "2.1"], [""], [], ["@everyone"], ["0"], [[5]], None, "x"]
    for values in wrong:
        data = {"custom_id": panel.selects[0].custom_id, "component_type": 3, "values": values}
        await Interaction(chairman, COMPONENT, night.channel, data, panel).send()
    await night.quiet()
    assert await night.session() == before


async def test_the_seat_is_the_pressers_whatever_the_panel(night: Night) -> None:
    """A panel's ids do not name a person. Sent by somebody else, they are that person's own words."""
    people = await at_headache(night, LONG)
    await goes_on_to(night, people, "voting")
    card = await night.card("Vote on")
    opened = await people[0].presses(card, "Vote")
    assert opened.modal is not None
    data = opened.modal.filled({"amount": "7", "option": "2"})
    await Interaction(people[1], SUBMIT, night.channel, data, card).send()
    state = await night.state()
    assert [slip.seat for slip in state.phase.slips] == [1]
    (zoe,) = night.people("zoe")
    refused = await Interaction(zoe, SUBMIT, night.channel, data, card).send()
    assert "don't sit" in refused.text
    assert [slip.seat for slip in (await night.state()).phase.slips] == [1]


async def test_nothing_for_one_alone_takes_the_place_of_the_card(night: Night) -> None:
    """Not even for the owner: the panel for servers is its own message."""
    ann, ben = await a_duel(night)
    night.guild.give(ben, night.guild.role("owners", "manage_guild"))
    card = await night.card("ann to play")
    before = card.text
    for line in ("check", "\u202e", "", "calls off", "tables"):
        for person in (ann, ben):
            said = await person.presses(card, custom_id=f"pl|setup|||{line}", stale=True)
            assert not said.failed
            assert said.answer is not None
            assert said.answer.ephemeral_to is person
    await night.quiet()
    assert card.text == before
