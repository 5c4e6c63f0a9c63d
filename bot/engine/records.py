"""The record of a game, by which everybody can check it: the lines of `games/proof/record.py`."""

from bot.table.change import Change
from bot.table.log import Batch
from bot.table.phases import Between, Playing
from games.kit.codec import codec
from games.kit.money import Suckers
from games.proof import record
from games.proof.fair import PROTOCOL


def record_file(change: Change, ended: Playing, batches: list[Batch]) -> bytes:
    """Return the lines of `games/proof/record.py`, from a game's batches; the first of them is its start."""
    session, rules = change.session, change.session.rules
    pledge = ended.pledge
    mine = [batch for batch in batches if batch.game == pledge.n]
    first = record.Committed(
        PROTOCOL, record.FORM, rules.name, rules.version, pledge.game_id, pledge.key, pledge.commitment
    )
    stacks = tuple(Suckers(stack) for stack in ended.before)
    options = record.options_as_text(session.game_options)
    start = record.Started(options, stacks, ended.carry, ended.pairs, mine[0].events)
    deeds = [record.Done(batch.deed, batch.events) for batch in mine if batch.deed is not None]
    whole: list[record.Line] = [first, start, *deeds]
    lines = [record.line(one) for one in whole]
    state = session.state if isinstance(session.phase, Between) else codec(rules).state(bytes(ended.state))
    lines.append(record.closing(rules, lines, change.revealed, ended.draws, state, change.void))
    return ("\n".join(lines) + "\n").encode()
