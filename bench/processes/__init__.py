"""Play at many tables over several processes on one Redis, while processes are killed, frozen and replaced.

Each table has a room of its own; the pages of its guests are open at processes drawn at random, and whoever's page is
closed reconnects to another process and says again, with the same id, what had no answer. Afterwards everything is
compared with the store. `python -m bench.processes [--processes 4] [--tables 40] [--seconds 60] [--kill-every 10]`;
with `--no-kills` it measures CPU a move, and what is used while nobody moves. `--together`: all pages of a table are
open at one process, as a proxy that knows the room keeps them (docs/operate.md). `--other TREE`: in the end half of the
processes are replaced by those of another version, checked out there, which stores in the same form. `--store cluster`
or `sentinel`: on three primaries with a replica each, or on one with two; in the end its primaries are killed, too.
`--discord 8 --twitch 4`: with so many tables more on a Discord and a Twitch of our own, which all processes serve; what
was told there is compared with the log as well.
"""

import bench.stores  # noqa: F401 - from here on what is in tests can be imported
