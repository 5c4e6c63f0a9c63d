"""Look at the store and at the key file, for the doctor."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

from bot.app.beside import connected
from bot.app.key_file import KeyFileError
from bot.app.settings import Settings
from bot.app.stored_keys import is_lost, keys_in, lost_keys, used_keys
from bot.app.stream_check.finding import Finding, good, note, wrong
from persistence import ServerFacts, Store, StoreTrouble, clocks_apart, inspected

MENDING: Final = "redis-cli{1} CONFIG SET {0} && redis-cli{1} CONFIG REWRITE"
AGAIN: Final = "docs/run-a-server.md, under Redis, says what it must be like"
MENDED_BY: Final = {
    "unreachable": "start it (systemctl start redis-server), or correct REDIS_URL in .env",
    "refused": "correct REDIS_PASSWORD in .env, or the user in REDIS_URL and its access list (ACL LIST)",
    "read_only": "start its replicas; or, if none are wanted, redis-cli CONFIG SET min-replicas-to-write 0",
    "full": "redis-cli INFO memory, and CONFIG SET maxmemory to more; or make room on its disk (df -h)",
    "loading": "wait until it has read its data (redis-cli INFO persistence), and ask again",
    "busy": "ask again in a moment",
    "timeout": "redis-cli --latency shows how late it answers; ask again when the machine is less busy",
}
"""By the kind of a store's trouble, the line that mends it."""


async def of_servers(url: str, settings: Settings) -> tuple[list[Finding], tuple[ServerFacts, ...]]:
    """Return what is found of the server, or of all primaries, and their facts; none if one can't be asked.

    `url`: empty for none yet.
    """
    if not url:
        return [note("store", "Nothing is stored yet: Potluck starts a store of its own")], ()
    try:
        facts = await inspected(url, password=settings.redis_password, allow_open=settings.redis_allow_open)
    except StoreTrouble as trouble:
        return [of_trouble(trouble)], ()
    found: list[Finding] = []
    for one in facts:
        found.append(good("store", f"{one.version} answers at {one.where}"))
        found += of_facts(one, told_to_cli(one.where))
        if "+" in url.partition("://")[0] and not one.replicas:
            text = f"No replica follows {one.where}: nobody takes over when it dies, and what it alone has is lost"
            found.append(note("replicas", text))
        if not one.says_all:
            found.append(note("store", "It does not let us ask INFO: policy, persistence and memory are not known"))
    found += [wrong("clock", told.rstrip("."), "set the clocks of all machines by NTP") for told in clocks_apart(facts)]
    return found, facts


def told_to_cli(where: str) -> str:
    """Return how redis-cli is told where a server is; empty for where it looks by itself."""
    host, _, port = where.rpartition(":")
    if where.startswith("/"):
        return f" -s {where}"
    return "" if (host, port) in {("127.0.0.1", "6379"), ("localhost", "6379")} else f" -h {host} -p {port}"


def of_trouble(trouble: StoreTrouble) -> Finding:
    """Return a store's trouble, with the line that mends it."""
    return wrong("store", str(trouble).rstrip("."), MENDED_BY.get(trouble.kind, AGAIN))


def of_facts(facts: ServerFacts, at: str) -> Iterator[Finding]:
    """Yield whether the server is one that keeps what it was given. `at`: how redis-cli is told where it is."""
    if not facts.is_primary:
        yield wrong("store", "It is a replica and takes no writes", "set REDIS_URL to the primary")
    if facts.may_evict:
        text = f"It throws keys away when its memory is full (maxmemory-policy {facts.policy})"
        yield wrong("policy", text, MENDING.format("maxmemory-policy noeviction", at))
    else:
        yield good("policy", "It throws nothing away when its memory is full")
    if facts.fails:
        text = f"It can't write to its disk ({', '.join(facts.fails)})"
        yield wrong("persistence", text, "make room on the disk of Redis; its log says more")
    elif facts.is_durable:
        yield good("persistence", "It writes every step to its disk")
    else:
        text = "It keeps no append-only file: a crash there loses tables"
        yield wrong("persistence", text, MENDING.format("appendonly yes", at))
    if facts.is_nearly_full:
        text = f"Its memory is nearly full ({facts.used / 1e6:,.0f} of {facts.most / 1e6:,.0f} MB)"
        yield wrong("memory", text, MENDING.format(f"maxmemory {2 * max(facts.most, facts.used)}", at))


async def of_store(url: str, settings: Settings) -> AsyncIterator[Finding]:
    """Yield what is found in the store: its form, and whether the key file has its keys."""
    try:
        async with connected(url, settings) as store:
            await store.check_form()
            yield good("form", "What is stored there has the form that this Potluck reads")
            yield await of_keys(store, settings.key_file)
    except StoreTrouble as trouble:
        yield wrong("form", str(trouble).rstrip("."), MENDED_BY.get(trouble.kind, AGAIN))


async def of_keys(store: Store, path: Path) -> Finding:
    """Return whether the key file has all keys with which something is stored."""
    used = await used_keys(store)
    try:
        keys = keys_in(path)
    except (KeyFileError, OSError) as error:
        return unreadable(path, error)
    lost = {number for number, mark in used.items() if is_lost(keys.get(number), mark)}
    if lost:
        return wrong("key", str(lost_keys(path, keys, lost)).rstrip("."), f"put {path} back from its copy")
    return good("key", f"{path} has every key that the store needs") if used else note("key", "No key is used yet")


def of_key_file(path: Path) -> Iterator[Finding]:
    """Yield whether the key file can be read, and by nobody else."""
    try:
        if not keys_in(path):
            yield note("key", f"There is no key file yet: it is made at the first start, as {path}")
        elif path.stat().st_mode & 0o077:
            yield wrong("key", f"Others on this machine can read {path}", f"chmod 600 {path}")
    except (KeyFileError, OSError) as error:
        yield unreadable(path, error)


def unreadable(path: Path, error: KeyFileError | OSError) -> Finding:
    """Return the finding that the key file can't be read."""
    return wrong("key", str(error).rstrip("."), f"put {path} back from its copy, readable by you")
