"""Test slash commands, typed lines, buttons, lists and forms: each gives the same line, and the host reads it."""

import asyncio

import pytest
from gatherings import LONG, a_duel, at_headache, goes_on_to
from night import Night, table_code
from slashes import gives

from bot.adapters.discord.inbound.slash import all_slashes

# Slash commands


async def test_a_slash_command_opens_and_plays_at_once(night: Night) -> None:
    (ann,) = night.people("ann")
    said = await gives(ann, "halflings", channel=night.channel, amount="50")
    await night.card("ann stakes 50.")
    assert said.answer is not None
    assert said.answer.ephemeral_to is ann


async def test_options_are_typed_as_in_chat_and_completed_from_what_is_legal_now(night: Night) -> None:
    ann, ben = await a_duel(night, "max_bet=60")
    stakes = await ann.completes("move", "text", "", channel=night.channel)
    assert {choice.value for choice in stakes} >= {"stake 1", "stake 60"}
    assert await ben.completes("move", "text", "", channel=night.channel) == []
    typed = await ann.completes("move", "text", "stake 60", channel=night.channel)
    assert [choice.value for choice in typed] == ["stake 60", "stake 60 auto"]
    code = table_code(await night.card("ann, stake"))
    tables = await ben.completes("move", "table", "", channel=night.channel, text="roll")
    assert [choice.value for choice in tables] == [code]
    (zoe,) = night.people("zoe")
    assert await zoe.completes("move", "text", "", channel=night.channel) == []


async def test_options_of_a_game_are_completed_pair_by_pair(night: Night) -> None:
    (ann,) = night.people("ann")
    found = await ann.completes("play", "options", "mode=duel pay=", channel=night.channel, game="halflings")
    assert "mode=duel pay=banker" in [choice.value for choice in found]
    again = await ann.completes("play", "options", "mode=duel mo", channel=night.channel, game="halflings")
    assert not [choice for choice in again if choice.value.startswith("mode=duel mode=")]


async def test_a_wrong_value_gets_its_sentence_and_changes_nothing(night: Night) -> None:
    ann, _ = await a_duel(night)
    before, public = await night.session(), len(night.server.rest.public_calls())
    for wrong in ("0", "1000000", "many", "-5", "\u0665", "1e9"):
        said = await gives(ann, "stake", channel=night.channel, amount=wrong)
        assert "whole number" in said.text, wrong
        assert said.answer is not None
        assert said.answer.ephemeral_to is ann
    await night.quiet()
    assert await night.session() == before
    assert len(night.server.rest.public_calls()) == public


async def test_a_slash_command_serves_in_private_too(night: Night) -> None:
    ann, _ = await a_duel(night)
    said = await gives(ann, "stake", amount="20")
    await night.card("ann stakes 20.")
    assert "Nothing" not in said.text
    hand = await gives(ann, "moves")
    assert "You may" in hand.text or "nothing for you to do" in hand.text


async def test_every_command_is_taken_by_discord_and_none_is_unknown_to_the_host(night: Night) -> None:
    """A command of the menu that the host does not know would have no answer."""
    (ann,) = night.people("ann")
    known = [command.name for command in night.world.commands[None]]
    assert {"play", "move", "table", "me", "mod", "setup", "help"} <= set(known)
    assert len(known) <= 25
    for slash in all_slashes():
        if not any(option.needed for option in slash.options):
            night.guild.allow(ann, slash.path[0])
            said = await ann.slash(" ".join(slash.path), channel=night.channel)
            assert "don't know" not in said.text
            assert "broke" not in said.text
    assert night.world.failed_interactions == []


# Typed lines


async def test_plain_chat_is_read_where_the_owner_allows_it(chatty: Night) -> None:
    (ann,) = chatty.people("ann")
    await ann.says(chatty.channel, "!halflings 50")
    await chatty.card("ann stakes 50.")
    await chatty.quiet()
    before = len(chatty.server.rest.calls)
    for line in ("hello", "halflings 50", "roll", "what ! a day", "@everyone !roll"):
        await ann.says(chatty.channel, line)
    await chatty.quiet()
    assert len(chatty.server.rest.calls) == before


async def test_without_the_intent_a_mention_is_the_way(night: Night) -> None:
    night.dice.load(["7", "4", "5"])
    (ann,) = night.people("ann")
    await ann.says(night.channel, "!halflings 50")
    await night.quiet()
    assert night.cards == []
    await ann.says(night.channel, f"{night.world.bot.mention} halflings 50")
    await night.card("ann stakes 50.")
    await ann.says(night.channel, f"<@!{night.world.bot.id}> !roll")
    await night.card("ann rolls")


async def test_a_mention_alone_is_answered_with_what_works(night: Night) -> None:
    (ann,) = night.people("ann")
    answer = await ann.asks(night.channel, night.world.bot.mention)
    assert "/play game:halflings stake:50" in answer.text
    assert answer.silent


async def test_help_on_a_server_without_plain_chat_says_what_works_there(night: Night) -> None:
    (ann,) = night.people("ann")
    said = await gives(ann, "help", channel=night.channel)
    assert "I can't read plain chat on this server" in said.text


async def test_in_private_the_sign_may_be_left_out(night: Night) -> None:
    night.dice.load(["7"])
    ann, ben = await a_duel(night)
    await ann.says(None, "stake 20")
    await night.card("ann stakes 20.")
    await ben.says(None, "!roll")
    await night.card("that is the Knee")
    said = await ann.asks(None, "stake 20")
    assert "not possible now" in said.text


async def test_the_servers_own_sign_counts_instead_of_the_usual_one(chatty: Night) -> None:
    ann, owner = chatty.people("ann", "owner")
    chatty.guild.join(owner, roles=["manage_guild"])
    set_to = await gives(owner, "server", channel=chatty.channel, what="prefix", value="?")
    assert "begins with ? here" in set_to.text
    await ann.says(chatty.channel, "!halflings 50")
    await chatty.quiet()
    assert chatty.cards == []
    await ann.says(chatty.channel, "?halflings 50")
    await chatty.card("ann stakes 50.")


async def test_a_mention_works_beside_the_servers_own_sign(chatty: Night) -> None:
    ann, owner = chatty.people("ann", "owner")
    chatty.guild.join(owner, roles=["manage_guild"])
    await gives(owner, "server", channel=chatty.channel, what="prefix", value="?")
    await ann.says(chatty.channel, f"{chatty.world.bot.mention} halflings 50")
    await chatty.card("ann stakes 50.")


async def test_the_servers_sign_is_the_owners_to_set(chatty: Night) -> None:
    (ann,) = chatty.people("ann")
    refused = await gives(ann, "server", channel=chatty.channel, what="prefix", value="?")
    assert "whoever owns this place" in refused.text
    await ann.says(chatty.channel, "!halflings 50")
    await chatty.card("ann stakes 50.")


async def test_a_wrong_line_is_answered_by_a_short_silent_reply(chatty: Night) -> None:
    (ann,) = chatty.people("ann")
    said = await ann.asks(chatty.channel, "!halflings 5000000")
    assert "whole number" in said.text
    assert said.silent
    assert said.pinged == frozenset()


async def test_the_same_message_told_twice_counts_once(chatty: Night) -> None:
    """F7: the gateway may report a message or a press again."""
    chatty.dice.load(["7"])
    ann, ben = await a_duel(chatty)
    await ann.says(chatty.channel, "!stake 20")
    await chatty.server.gateway.repeat_last("MESSAGE_CREATE")
    card = await chatty.card("ann stakes 20.")
    await ben.presses(card, "Roll")
    await chatty.server.gateway.repeat_last("INTERACTION_CREATE")
    await chatty.quiet()
    session = await chatty.session()
    assert [seat.stack for seat in session.seats] == [1000, 1000]
    assert (await chatty.card("that is the Knee")).text.count("stakes 20.") == 1


# Buttons, lists and forms


async def test_a_form_takes_what_people_write_and_shows_what_came_of_it(night: Night) -> None:
    night.dice.load(["7"])
    ann, ben = await a_duel(night)
    opened = await ann.presses(await night.card("ann, stake"), "Stake")
    assert opened.modal is not None
    assert list(opened.modal.fields) == ["amount", "auto"]
    assert opened.modal.field("Amount").description == "1 to 100"
    assert "whole number" in (await ann.submits(opened.modal, {"amount": "plenty"})).text
    assert "1 to 100" in (await ann.submits(opened.modal, {"amount": "101"})).text
    await ann.submits(opened.modal, {"amount": "30"})
    card = await night.card("ann stakes 30.")
    await ben.presses(card, "Roll")
    await night.card("that is the Knee")


async def test_a_flag_in_a_form_is_a_box_to_tick(night: Night) -> None:
    ann, ben = await a_duel(night)
    night.dice.load(["3", "4", "5"])
    opened = await ann.presses(await night.card("ann, stake"), "Stake")
    await ann.submits(opened.modal, {"amount": "30", "auto": True})
    await ben.presses(await night.card("ann stakes 30."), "Roll")
    await night.card("the Giant topples! ann wins")  # she did not have to roll


async def test_a_wrong_value_in_a_form_gets_its_sentence_in_private(night: Night) -> None:
    """F8, T22: nothing changes, and nobody else hears of it."""
    ann, _ = await a_duel(night)
    card = await night.card("ann, stake")
    before, public = await night.session(), len(night.server.rest.public_calls())
    for wrong in ("0", "101", "many", "1 2 3", "@everyone", "<@5>", "9" * 20):
        opened = await ann.presses(card, "Stake")
        sent = await ann.submits(opened.modal, {"amount": wrong})
        assert sent.answer is not None
        assert sent.answer.ephemeral_to is ann
        assert "You may" in sent.text
        assert sent.answer.pinged == frozenset()
    opened = await ann.presses(card, "Stake")
    with pytest.raises(AssertionError, match="must be filled in"):
        await ann.submits(opened.modal, {"amount": ""})
    await night.quiet()
    assert await night.session() == before
    assert len(night.server.rest.public_calls()) == public


async def test_a_form_for_somebody_who_does_not_sit_there_is_none(night: Night) -> None:
    await a_duel(night)
    (zoe,) = night.people("zoe")
    pressed = await zoe.presses(await night.card("ann, stake"), "Stake")
    assert pressed.modal is None
    assert "don't sit" in pressed.text


async def test_a_form_for_somebody_whose_turn_it_is_not_says_whose_it_is(night: Night) -> None:
    _, ben = await a_duel(night)
    pressed = await ben.presses(await night.card("ann, stake"), "Stake")
    assert pressed.modal is None
    assert pressed.answer is not None
    assert pressed.answer.ephemeral_to is ben
    assert "not your turn: waiting for ann" in pressed.text


async def test_a_form_left_open_until_the_table_has_moved_on_changes_nothing(night: Night) -> None:
    """F8."""
    night.dice.load(["7"])
    ann, ben = await a_duel(night)
    opened = await ann.presses(await night.card("ann, stake"), "Stake")
    await gives(ann, "stake", channel=night.channel, amount="20")
    await ben.presses(await night.card("ann stakes 20."), "Roll")
    before = await night.session()
    late = await ann.submits(opened.modal, {"amount": "50"})
    assert late.text
    assert late.answer is not None
    assert late.answer.ephemeral_to is ann
    assert await night.session() == before


async def test_what_is_one_of_a_few_is_chosen_from_a_list(night: Night) -> None:
    """A list sends its value behind the verb. An unknown value is refused like a typed one."""
    people = await at_headache(night, "memory=off", "lots=chairman", LONG)
    await goes_on_to(night, people, "choosing-lot")
    chairman = people[(await night.state()).phase.table.chairman]
    panel = await chairman.presses(await night.card("which cup is sold next?"), "My hand")
    assert panel.answer is not None
    (listed,) = panel.answer.selects
    assert len(listed.options) == 6
    again = await chairman.presses(await night.card("which cup is sold next?"), "My hand")
    await chairman.selects(panel.answer, listed.custom_id, [listed.options[2].value])
    await night.card("On sale:")
    late = await chairman.selects(again.answer, listed.custom_id, [listed.options[0].value])
    assert "moved on" in late.text


async def test_whoever_presses_too_fast_is_told_so_and_nothing_is_lost(limited: Night) -> None:
    """T6."""
    ann, zoe = limited.people("ann", "zoe")
    limited.dice.load(["7", "4", "5"])
    await gives(ann, "halflings", channel=limited.channel, amount="50")
    card = await limited.card("ann stakes 50.")
    pressed = await asyncio.gather(*(zoe.presses(card, "My moves") for _ in range(12)))
    assert any("Slow down" in one.text for one in pressed)
    assert limited.world.failed_interactions == []
    await ann.presses(card, "Roll")
    await limited.card("ann rolls")


async def test_presses_that_a_shard_brings_late_and_all_at_once_count_when_they_were_made(limited: Night) -> None:
    """T6. Twelve presses a second apart are not too fast, whenever they are heard."""
    ann, zoe = limited.people("ann", "zoe")
    limited.dice.load(["7", "4", "5"])
    await gives(ann, "halflings", channel=limited.channel, amount="50")
    card = await limited.card("ann stakes 50.")
    pressing = []
    for _ in range(12):
        limited.world.clock.offset += 1
        pressing.append(asyncio.create_task(zoe.presses(card, "My moves")))
        await asyncio.sleep(0)
    assert not any("Slow down" in one.text for one in await asyncio.gather(*pressing))


async def test_a_panel_of_moves_stays_one_when_a_move_is_made_on_it(night: Night) -> None:
    """In a game without hands nobody is told that theirs is empty."""
    ann, _ = await a_duel(night)
    panel = (await ann.presses(await night.card("ann, stake"), "My moves")).answer
    assert panel is not None
    form = await ann.presses(panel, "Stake")
    sent = await ann.submits(form.modal, {"amount": "5"})
    await night.card("ann stakes 5.")
    assert sent.answer is panel
    assert "nothing for you to do" in panel.text
    assert "hand" not in panel.text


async def test_a_form_says_what_it_is_about(night: Night) -> None:
    """The form covers the table, which can't be read then."""
    people = await at_headache(night, LONG)
    await goes_on_to(night, people, "voting")
    form = (await people[0].presses(await night.card("Vote on how many rounds"), "Vote")).modal
    assert form is not None
    assert "How many rounds" in form.text
