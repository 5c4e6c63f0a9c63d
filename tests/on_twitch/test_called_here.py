"""Test calls on Twitch: a whisper where it gets through, else a name in the chat; and a queue by typed lines."""

from on_twitch.gatherings import SLOW
from on_twitch.night import Night


async def test_people_are_called_and_queue_by_lines_of_the_chat(night: Night) -> None:
    ann, ben, cid, eve = night.people("ann", "ben", "cid", "eve")
    await eve.says(night.channel, "!notify halflings on")
    await night.line("You are called when tables of Halflings & Giants gather here")
    await ann.says(night.channel, f"!open halflings mode=duel {SLOW}")
    await night.until(lambda: [text for text in eve.whispers if "gathers" in text])
    await ben.says(night.channel, "!join")
    await night.line("Ben sits down")
    code = (await night.session()).code
    await cid.says(night.channel, f"!{code} queue")
    await night.line("You are first in the queue")
    await ben.says(night.channel, "!leave")
    await night.line("is held for Cid")
    await night.until(lambda: [text for text in cid.whispers if "held for you" in text])
    await ann.says(night.channel, "!wanted")
    await night.line("no seat is free")
    await cid.says(night.channel, "!join")
    await night.line("Cid sits down")
