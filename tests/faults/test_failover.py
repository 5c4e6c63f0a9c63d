"""Test whole games on a Redis Cluster and under Sentinels while the primary of a table dies (threats F5, F31).

People say each line again, with its id, until they are told that it was taken.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from again import TABLES
from evening import Evening, person, unbalanced
from redis.crc import key_slot
from said_again import Everything, Rounds
from several_servers import Node, RunningCluster, Watched

from bot.app.doctor.kept import of_servers
from bot.app.settings import Settings
from bot.app.stream_check.finding import Mark
from bot.ports.messages import Message
from bot.table.codec import decode_batch
from bot.table.document import Session
from games.kit.seats import Seat
from games.proof.record import Moved
from persistence import HandClock, Store, StoreTrouble, TableRef
from persistence.keys import venue_keys

PATIENCE = 60.0
STEPS = 24


class UntilKnown(Rounds):
    """Says each line again until it is known to be taken. `moves`: how many lines were moves of a game."""

    moves = 0

    async def hear(self, message: Message) -> Message:
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(StoreTrouble):  # what was due besides
                    answer = await self.evening.hear(message)
                    if answer.ok:
                        self.taken.append(message)
                        return message
                    assert "was not taken" in answer.text or "can't tell yet" in answer.text, answer.text
                await asyncio.sleep(0.05)

    def _message(self, session: Session, seat: Seat, line: str, way: str) -> Message:
        self.moves += 1
        return super()._message(session, seat, line, way)

    async def all_moves(self) -> int:
        """Return how many moves stand in the logs of all tables."""
        logs = [await self.evening.store.log(one.ref) for one in await self.evening.sessions()]
        return sum(isinstance(decode_batch(line).deed, Moved) for log in logs for line in log)


@pytest.fixture
async def on_cluster(cluster: RunningCluster, clock: HandClock) -> AsyncIterator[Store]:
    connected = await Store.connect(cluster.url, clock=clock, timeout=20.0)
    yield connected
    await connected.close()


async def holder(servers: RunningCluster | Watched, evening: Evening) -> Node:
    """Return the primary that holds an evening's tables."""
    if isinstance(servers, Watched):
        return await servers.primary()
    return await servers.owner(key_slot(venue_keys(evening.venue).seen.encode()))


@pytest.mark.parametrize("game", TABLES)
async def test_each_game_is_played_on_a_cluster(on_cluster: Store, clock: HandClock, game: str) -> None:
    evening = Evening(on_cluster, clock, witness=Everything())
    rounds = UntilKnown(evening)
    await rounds.begin(f"!open {game} {TABLES[game][0]}", TABLES[game][1])
    for _ in range(STEPS):
        await rounds.step()
    assert await rounds.all_moves() == rounds.moves > 0
    assert await unbalanced(evening) == []
    for name in rounds.people:
        assert (await evening.say(name, "!mydata")).text
    await evening.end()


async def test_indices_in_other_slots_that_disagree_with_tables_are_mended_as_they_are_read(
    on_cluster: Store, clock: HandClock
) -> None:
    """As after a failover of the node that holds an index."""
    evening = Evening(on_cluster, clock)
    await evening.lines("ann: !open headache min_players=3", "ben: !join")
    ref, (ann, eve) = (await evening.table()).ref, map(evening.id_of, ("ann", "eve"))
    await on_cluster.forget_seat(ann, ref)
    await on_cluster.note_seat(eve, ref)
    await on_cluster.claim_code("Z9Z", TableRef(evening.venue, "gone"))
    assert await evening.house.directory.holding(eve) == []
    assert await on_cluster.seats_of(eve) == []
    await evening.house.queries.look(person("ann", evening.tag), evening.venue, evening.place, "en")
    assert await on_cluster.seats_of(ann) == [ref]
    assert not (await evening.say("eve", "!join Z9Z")).ok
    assert await on_cluster.find_code("Z9Z") is None
    await evening.end()


async def test_the_doctor_looks_at_each_primary(cluster: RunningCluster) -> None:
    last = (await cluster.primaries())[-1]
    await last.command("CONFIG", "SET", "appendonly", "no")
    settings = Settings(_env_file=None)  # type: ignore[call-arg]  # as pydantic-settings takes it
    found, facts = await of_servers(cluster.url, settings)
    await last.command("CONFIG", "SET", "appendonly", "yes")
    assert len(facts) == 3
    [wrong] = [one for one in found if one.mark is Mark.WRONG]
    at = f"redis-cli -h 127.0.0.1 -p {last.port}"
    assert wrong.todo == f"{at} CONFIG SET appendonly yes && {at} CONFIG REWRITE"


@pytest.mark.parametrize("kind", ["cluster", "sentinel"])
async def test_the_primary_of_a_table_dies_in_mid_game_and_nothing_is_lost_or_doubled(
    cluster: RunningCluster, trio: Watched, clock: HandClock, kind: str
) -> None:
    servers: RunningCluster | Watched = cluster if kind == "cluster" else trio
    store = await Store.connect(servers.url, clock=clock, timeout=20.0)
    evening = Evening(store, clock, witness=Everything())
    rounds = UntilKnown(evening)
    await rounds.begin("!open halflings mode=duel cooldown=0 money=purse buyin=500", 2)
    mending = None
    for number in range(STEPS):
        if number == STEPS // 3:
            dies = await holder(servers, evening)
            dies.kill()
            mending = asyncio.create_task(_mended(servers, evening, dies))
        await rounds.step()
    assert mending is not None
    await mending
    for _ in range(STEPS // 3):
        await rounds.step()
    assert await rounds.all_moves() == rounds.moves > STEPS // 2
    assert await unbalanced(evening) == []
    await evening.end()
    await store.close()


async def _mended(servers: RunningCluster | Watched, evening: Evening, dead: Node) -> None:
    """Wait until another has taken over, then start the dead one again."""
    async with asyncio.timeout(PATIENCE):
        while await holder(servers, evening) is dead:  # noqa: ASYNC110 - it can only be asked
            await asyncio.sleep(0.02)
    await servers.whole()
