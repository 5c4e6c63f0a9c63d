"""Kicked, deleted, forbidden, restarted: no table hangs, and nobody's time runs while nobody can act."""

from night import Night, table_code

from bot.session import Session


async def session(night: Night) -> Session:
    (found,) = await night.house.host.tables.at(f"discord:{night.guild.id}", f"discord:{night.channel.id}", fresh=True)
    return found


async def test_a_deleted_card_is_posted_again_once(night: Night) -> None:
    (ann,) = night.people("ann")
    await ann.slash("halflings", channel=night.channel, amount="50")
    card = await night.card("ann stakes 50.")
    card.delete()
    await ann.slash("roll", channel=night.channel)
    again = await night.card("ann rolls")
    assert again is not card
    await night.quiet()
    assert night.cards == [again]


async def test_where_we_may_not_write_clocks_stand_still_until_we_may_again(night: Night) -> None:
    """F18: the first 403 opens the breaker; nothing more is sent there; when the place is back, the game goes on."""
    night.adapter.lanes._clock = lambda: night.now  # five minutes are a long time for a test
    (ann,) = night.people("ann")
    await ann.slash("halflings", channel=night.channel, amount="50", options="mode=duel")
    code = table_code(await night.card("ann"))
    assert code
