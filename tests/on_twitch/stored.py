"""Read a whole store as one text, to check what must not be in it."""

from redis.asyncio import Redis

from persistence import EmbeddedServer


async def everything_in(redis: EmbeddedServer) -> str:
    """Return every key and every value, as a thief of the disk would read them."""
    found: list[bytes] = []
    async with Redis.from_url(redis.url) as bare:
        async for key in bare.scan_iter():
            found.append(key)
            match await bare.type(key):
                case b"string":
                    found.append(await bare.get(key) or b"")
                case b"hash":
                    found += [part for pair in (await bare.hgetall(key)).items() for part in pair]
                case b"list":
                    found += await bare.lrange(key, 0, -1)
                case b"set":
                    found += await bare.smembers(key)
                case b"zset":
                    found += await bare.zrange(key, 0, -1)
                case b"stream":
                    found += [part for _, entry in await bare.xrange(key) for pair in entry.items() for part in pair]
                case kind:
                    raise AssertionError(f"{key!r} is a {kind!r}")
    assert found, "or there was nothing to look at"
    return b"\n".join(found).decode("utf-8", "replace")
