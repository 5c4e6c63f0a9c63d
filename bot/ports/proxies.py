"""The trusted proxies before the pages, named by a setting: they are believed about where a request comes from.

Threats T29.
"""

import ipaddress
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
ONE_HOME: Final = 64
"""Bits of an IPv6 address that one household shares: whoever has one address of it has them all."""
MOST_KNOWN: Final = 1024
"""Of how many addresses the home is kept: each line of a page asks for it."""


class Proxies:
    """Addresses and networks such as `127.0.0.1, 10.0.0.0/8`. With none, nobody is believed."""

    def __init__(self, named: str = "") -> None:
        self._networks = tuple(network(one) for one in named.replace(",", " ").split())

    def name(self, address: str) -> bool:
        """Tell whether this is the address of a known proxy."""
        found = parsed(address)
        return found is not None and any(found in one for one in self._networks)

    def source(self, peer: str, forwarded: Sequence[str]) -> str:
        """Return where a request comes from. Each proxy appends the address of its sender, so read from the right.

        The first address that is no proxy of ours is the source; anybody may have written those left of it.
        """
        believed = peer
        hops = [hop for header in forwarded for hop in header.split(",")]
        while hops and self.name(believed):
            found = parsed(hops.pop())
            if found is None:
                break
            believed = str(found)
        return home_of(believed)


def network(named: str) -> Network:
    """Read a network. Raises ValueError, with a sentence, if it is no address or network, or covers all addresses."""
    try:
        found = ipaddress.ip_network(named, strict=False)
    except ValueError:
        raise ValueError(f"{named!r} is no address and no network, like 127.0.0.1 or 10.0.0.0/8") from None
    if found.prefixlen == 0:
        raise ValueError(f"{named!r} is everybody; name the addresses of your proxies")
    return found


def parsed(text: str) -> Address | None:
    """Read `203.0.113.9`, `203.0.113.9:4711`, `2001:db8::1` and `[2001:db8::1]:4711`."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


@lru_cache(maxsize=MOST_KNOWN)
def home_of(address: str) -> str:
    """Return the address to count by: for IPv6, the network of a household."""
    found = parsed(address)
    if isinstance(found, ipaddress.IPv6Address) and not found.is_loopback:
        return str(ipaddress.ip_network((found, ONE_HOME), strict=False))
    return address if found is None else str(found)


def last(headers: Iterable[str]) -> str:
    """Return the last value of a header that may be repeated, or hold a list."""
    return ",".join(headers).rpartition(",")[2].strip()
