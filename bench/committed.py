"""What a command costs until it is committed, beside its bare load and commit: the same document, the same script."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import count

from msgspec.structs import replace
from redis.asyncio import Redis

from bench.busy_tables import KINDS, opened
from bench.goals import RUNS, Goal, Measured, Scale
from bench.house import a_house_on, a_server
from persistence import Commit, Committed

IDS = count()


async def cpu(act: Callable[[], Awaitable[object]], calls: int) -> float:
    began = time.process_time()
    for _ in range(calls):
        await act()
    return (time.process_time() - began) / calls


def committed(scale: Scale) -> Iterator[Goal]:
    yield from asyncio.run(measured(max(50, scale.calls // 40)))


async def measured(calls: int) -> list[Goal]:
    async with a_server() as server, a_house_on(server) as (house, _):
        people, (table, other) = await opened(house, KINDS[0], 2)
        pool: Redis = Redis.from_url(server.url)
        house.delivery.wake = lambda _: None  # type: ignore[method-assign] # nobody is told here
        commits: list[Commit] = []
        commit, ref, spare = house.store.commit, (await table.session()).ref, (await other.session()).ref

        async def noted(one: Commit) -> object:
            commits.append(one)
            return await commit(one)

        house.store.commit = noted  # type: ignore[method-assign,assignment]

        async def command(*, cold: bool) -> None:
            session = await table.session()
            seat = next(one for one in (0, 1) if session.rules.legal_moves(session.state, one))
            verb = session.rules.legal_moves(session.state, seat)[0].verb
            text = "!stake 10" if verb == "stake" else f"!{verb}"
            message = people.message(session.seats[seat].name, table.place, text)
            if cold:
                house.repository.forget(ref)
            began = time.process_time()
            assert (await house.hear(message)).ok
            spent.append(time.process_time() - began)
            if (await table.session()).ask is None:
                await people.say(session.seats[0].name, table.place, "!rematch")

        async def bare() -> None:  # at a table that nobody plays at: what is put there is another's
            stored = await house.store.load(spare)
            assert stored is not None
            one = replace(plain, expected=stored.version, seen=(f"bare{next(IDS)}",))
            assert isinstance(await commit(one), Committed)

        ratios: dict[bool, list[float]] = {True: [], False: []}
        beside: list[float] = []
        for _ in range(RUNS):
            for cold in (True, False):
                spent: list[float] = []
                await cpu(partial(command, cold=cold), calls)
                plain = replace(commits[-1], ref=spare, counters=(), records=(), transfers=(), log=commits[-1].log[:1])
                floor = await cpu(bare, calls)
                ratios[cold].append(sum(spent) / len(spent) / floor)
            key = f"bare{next(IDS)}"
            beside.append(await cpu(partial(pool.set, key, plain.document), calls) * 1e6)
        await pool.aclose()
        peer, value = "redis-py's pool, one SET as long, µs", Measured.of(beside).median
        return [
            Goal(
                "committed, its table not at hand",
                Measured.of(ratios[True]),
                "bare load + commit",
                "<= 1.4",
                peer,
                value,
            ),
            Goal(
                "committed, its table at hand", Measured.of(ratios[False]), "bare load + commit", "<= 0.9", peer, value
            ),
        ]
