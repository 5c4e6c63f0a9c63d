"""Find ports for servers whose address is needed before they listen."""

import os
import random
import socket
from contextlib import suppress


def free_port(*beside: int) -> int:
    """Return a port that is free now, and whose following `beside` ports are free, too.

    It is below those that the system gives to sockets that ask for any (from 32,768 on Linux), so that none of them
    takes it before its server does.
    """
    chance = random.Random(os.urandom(8))  # noqa: S311 - not the luck of the test, which other workers draw as well
    for port in chance.sample(range(12_000, 22_000), 1_000):
        with suppress(OSError):
            for one in (port, *(port + more for more in beside)):
                socket.create_server(("127.0.0.1", one)).close()
            return port
    raise AssertionError("no free port")
