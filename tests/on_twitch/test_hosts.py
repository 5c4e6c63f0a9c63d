"""Test a table by invitation on Twitch: a password typed in chat is burnt, and others come in by it in private."""

from on_twitch.night import Night

WORD = "swordfish"


async def test_a_password_typed_in_chat_is_deleted_and_not_taken(night: Night) -> None:
    night.channel.mod(night.world.bot)
    (ann,) = night.people("ann")
    await ann.says(night.channel, "!cones private")
    await night.line("by invitation")
    said = await ann.says(night.channel, f"!password {WORD}")
    told = await night.line("it is burnt")
    assert said.deleted
    assert WORD not in told.text
    assert not [one for one in night.twitch.journal.entries if WORD in one.text]


async def test_who_knows_the_password_comes_in_by_a_whisper_or_a_page(night: Night) -> None:
    ann, ben = night.people("ann", "ben")
    await ann.says(night.channel, "!cones private")
    await night.line("by invitation")
    code = (await night.session()).code
    await ben.says(night.channel, "!join")
    await night.line("its host invites people")
    assert (await night.privately(ann, f"password {WORD}")).ok
    wrong = await night.privately(ben, f"{code} join marlin")
    assert "is not the password" in wrong.text
    assert (await night.privately(ben, f"{code} join {WORD}")).ok
    await night.line("Ben sits down")
    await ann.says(night.channel, "!host ben")
    await night.line("Ben is the host now")
    await ben.says(night.channel, "!spectators off")
    await night.line("Pages and overlays show this table only to those who sit here")
