"""Test options by lists: the table's opener sees the choices with their meaning; others read them in words."""

from night import Night, table_code
from slashes import gives
from standins.discord.messages import Message
from standins.discord.people import Interaction, Person

from bot.table.phases import Lobby

SET, CHOOSE = "pl|set|", "pl|choose|"


def id_of(shown: Message, begins: str) -> str:
    return next(one.custom_id for one in shown.selects if one.custom_id.startswith(begins))


def list_with(shown: Message, option: str) -> str:
    """Return the list with this option."""
    found = (one for one in shown.selects if option in [each.value for each in one.options])
    return next(one.custom_id for one in found)


def answer_of(said: Interaction) -> Message:
    assert said.answer is not None
    return said.answer


async def given(night: Night) -> dict[str, object]:
    return dict((await night.session()).given)


async def behind_more(night: Night, person: Person) -> Interaction:
    """Return the options as somebody finds them at the table."""
    return await person.presses(answer_of(await person.presses(await night.card("### "), "More")), "Options")


async def test_who_opens_a_table_gets_its_options_as_lists(night: Night) -> None:
    (ann,) = night.people("ann")
    said = await ann.slash("play", channel=night.channel, game="headache")
    shown = answer_of(said)
    assert shown.ephemeral_to is ann
    assert "Options: Headache" in shown.text
    assert "All as usual." in shown.text
    await night.card("ann")
    quick = await ann.selects(shown, id_of(shown, SET), ["Quick"])
    assert "Quick" in answer_of(quick).text
    assert "pace" in await given(night)
    assert isinstance((await night.session()).phase, Lobby)


async def test_a_value_is_chosen_by_what_it_means(night: Night) -> None:
    (ann,) = night.people("ann")
    shown = answer_of(await ann.slash("play", channel=night.channel, game="halflings"))
    options = next(one for one in shown.selects if one.custom_id.startswith(CHOOSE)).options
    assert all(one.description for one in options)
    values = answer_of(await ann.selects(shown, list_with(shown, "sixes"), ["sixes"]))
    (usual,) = (one.value for one in values.selects[0].options if one.default)
    other = next(one for one in values.selects[0].options if not one.default)
    told = answer_of(await ann.selects(values, id_of(values, SET), [other.value]))
    assert (await given(night))["sixes"] == other.value != usual
    assert other.label in told.text
    assert "All as usual." not in told.text
    again = answer_of(await ann.presses(answer_of(await behind_more(night, ann)), "To the table"))
    assert again.ephemeral_to is ann


async def test_a_number_is_filled_in_and_a_bad_one_is_told(night: Night) -> None:
    (ann,) = night.people("ann")
    shown = answer_of(await ann.slash("play", channel=night.channel, game="halflings"))
    form = (await ann.selects(shown, id_of(shown, CHOOSE), ["max_bet"])).modal
    sent = await ann.submits(form, {"value": "77"})
    assert (await given(night))["max_bet"] == "77"
    assert "77" in sent.text
    bad = await ann.submits(form, {"value": "many"})
    assert "max_bet" in bad.text or "whole number" in bad.text
    assert (await given(night))["max_bet"] == "77"


async def test_others_read_the_options_and_set_none(night: Night) -> None:
    """T8: by the button, and by a forged list."""
    ann, ben = night.people("ann", "ben")
    shown = answer_of(await ann.slash("play", channel=night.channel, game="headache"))
    card = await night.card("ann")
    read = await behind_more(night, ben)
    assert "Entrance fee: 5" in read.text
    assert not answer_of(read).selects
    data = {"custom_id": id_of(shown, SET), "component_type": 3, "values": ["pace=quick"]}
    assert "You don't sit at table" in (await Interaction(ben, 3, night.channel, data, card).send()).text
    await gives(ben, "join", channel=night.channel)
    await night.card("ben")
    assert "is for the host" in (await Interaction(ben, 3, night.channel, data, card).send()).text
    for values in (["nonsense"], ["quick", "full"], [""], ["x" * 90]):
        data = {"custom_id": f"pl|set|{(await night.session()).code}||pace", "component_type": 3, "values": values}
        assert (await Interaction(ann, 3, night.channel, data, card).send()).text
    assert await given(night) == {}


async def test_a_list_of_a_table_that_plays_changes_nothing(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    shown = answer_of(await ann.slash("play", channel=night.channel, game="halflings", options="mode=duel"))
    await gives(ben, "join", channel=night.channel)
    await gives(ann, "start", channel=night.channel)
    await night.card("ann, stake")
    late = await ann.selects(shown, list_with(shown, "sixes"), ["sixes"])
    assert not late.modal
    data = {"custom_id": id_of(shown, SET), "component_type": 3, "values": ["mode=crowd"]}
    said = await Interaction(ann, 3, night.channel, data, shown).send()
    assert "until the game is over" in said.text
    assert (await given(night))["mode"] == "duel"


async def test_a_table_is_opened_for_purses_by_a_choice(night: Night) -> None:
    (ann,) = night.people("ann")
    await ann.slash("play", channel=night.channel, game="rogues", money="purse")
    await night.card("plays for purses")


async def test_who_opens_a_table_fills_it_and_begins_without_a_word_typed(night: Night) -> None:
    (ann,) = night.people("ann")
    shown = (await ann.slash("play", channel=night.channel, game="rogues", money="chips")).answer
    assert shown is not None
    code = table_code(await night.card("Waiting for players"))
    shown = (await ann.selects(shown, f"pl|seat|{code}||", ["2"])).answer
    await night.card("3 of 6 seats taken")
    assert shown is not None
    begun = await ann.presses(shown, "Start")
    card = await night.card("Round 1")
    assert len(night.cards) == 1
    assert "My hand" in [one.label for one in card.buttons]
    assert begun.answer is None or "Your" in begun.answer.text


async def test_a_table_is_moved_into_a_thread_from_where_it_is_opened(night: Night) -> None:
    (ann,) = night.people("ann")
    shown = (await ann.slash("play", channel=night.channel, game="cones")).answer
    moved = await ann.presses(shown, "A thread of its own")
    (thread,) = [one for one in night.world.channels.values() if one.is_thread]
    assert f"<#{thread.id}>" in "\n".join(moved.shown)
    await night.card("goes on here", channel=thread)


async def test_options_are_proposed_in_words_also_before_a_game_is_chosen(night: Night) -> None:
    (ann,) = night.people("ann")
    found = await ann.completes("play", "options", "", channel=night.channel)
    assert {choice.value for choice in found} >= {"mode=duel", "money=purse"}
    assert "mode=duel · Halflings & Giants: A duel for two" in [choice.name for choice in found]
    named = await ann.completes("play", "options", "duel", channel=night.channel, game="halflings")
    assert "mode=duel" in [choice.value for choice in named]
    mixed = await ann.completes("play", "options", "mode=duel knee", channel=night.channel, game="halflings")
    assert "mode=duel pay=banker" in [choice.value for choice in mixed]


async def test_who_sets_no_options_reads_those_of_the_game_in_words(night: Night) -> None:
    """Their current values, without keys, and without what is the same at every table."""
    ann, ben = night.people("ann", "ben")
    await gives(ann, "open", channel=night.channel, game="halflings", options="mode=duel max_bet=60")
    shown = answer_of(await behind_more(night, ben)).text
    assert "Options: Halflings & Giants" in shown
    assert "- A duel for two" in shown
    assert "- Largest stake: 60" in shown
    assert "- Clocks: To stake 60 s, " in shown
    assert "=" not in shown
    assert "House bots" not in shown


async def test_a_host_finds_options_in_groups(night: Night) -> None:
    """Money is fixed when the table is opened, and is in no group."""
    (ann,) = night.people("ann")
    shown = answer_of(await ann.slash("play", channel=night.channel, game="halflings"))
    lists = [one for one in shown.selects if one.custom_id.startswith(CHOOSE)]
    assert [one.options[-1].value for one in lists] == ["pay", "cooldown", "solo"]
    assert "money" not in [option.value for one in lists for option in one.options]
