# What stands on Discord alone.

discord-my-hand = My hand
discord-my-moves = My moves
discord-look-again = Look again
discord-yes = Yes, do it
discord-awaited = { $who } to play, time ends
discord-clock-playing = The clock moves on
discord-clock-lobby = The game begins
discord-clock-hosting = The stakes rise
discord-clock-between = The next game begins
discord-more-seats = … and { $count } more.
discord-goes-on = Table { $code } goes on here:
discord-hand-comes = Your hand will stand here, for you alone.
discord-done = Done: { $line }
discord-left-table = You don't sit at table { $code } any more.
discord-no-dm = I can't write to you in private here. Press "My hand" on the table, or use /hand: only you will see the answer.
discord-in-private = I have answered you in private.
discord-too-fast = Slow down a little, and say it again.
discord-your-turn = It is your turn at table { $code }.
discord-called = it is your turn at table { $code }:
discord-called-to-seat = your seat is at table { $code }:
discord-lacks-card = in { $where } I lack { $missing }. Whoever manages the server can give me that in the channel's settings, under Permissions: add { $me }, and allow it.
discord-lacks-room = I can't open threads in { $where }, for I lack { $missing }: tables stand in the channel itself.
discord-lacks-rest = In { $where } I also lack { $missing }. Attach Files is for pictures, Manage Messages to take away a secret that somebody typed for all to read, Read Message History to tidy up after a restart, Manage Threads to wake a thread that sleeps.
discord-this-channel = this channel
discord-joined = Good evening, I am { $me }. I hold games of dice and cards, and tell each player alone what is secret. { $prefix }help says how they are played; { $prefix }server shows what can be set.
discord-form-late = That took me too long: press it once more.
discord-form-gone = That move is not possible any more. Press "My moves" to see what is.
discord-number-between = { $low } to { $high }
discord-in-order = In your order, with blanks between: { $words }
discord-hint-content = I can't read plain chat on this server: use { $prefix } commands or buttons, mention me, or write to me in private.

# What stands beside the values of slash commands.

slash-game = Which game
slash-part = What of them: more for all, or a part such as "the reveal"; nothing: in short
slash-options = Options, as in pay=banker
slash-dice-text = A text of yours, mixed into the dice
slash-count = How many
slash-word = A command or a move
slash-way = Called in the channel (on), never (off), or by direct message (dm)
slash-safe = Your hand on your own page alone (on), or in private messages as well (off)
slash-tournament = A game to open one; level, pause, resume or end for its host; nothing: how it stands
slash-mirror = The code from the other place, or "off"
slash-link = The code that the page shows, or "off"
slash-reason = Why; the table is told
slash-name = Who: a name, or the number of a seat
slash-mod = What to see: log, the last things that moderators did
slash-server = What to set; or check: what I lack in this channel
slash-server-value = The prefix, the roles, ping, card, dm or off for calls, threads or channel for tables
slash-table = The table's code, if there are several
