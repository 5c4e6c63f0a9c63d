# What stands on Discord alone.

discord-my-hand = My hand
discord-my-moves = My moves
discord-look-again = Look again
discord-more = More
discord-more-moves = More moves ({ $page } of { $pages })
discord-behind-rules = Rules
discord-behind-options = Options
discord-behind-history = History
discord-behind-verify = Fair play
discord-sure = Do you really want to play "{ $line }"? It can't be taken back.
discord-yes = Yes, do it
discord-awaited = { $who } to play, time ends
discord-awaited-many = { $count } to play, time ends
discord-clock-playing = The clock moves on
discord-clock-lobby = The game begins
discord-clock-hosting = The stakes rise
discord-clock-between = The next game begins
discord-more-seats = … and { $count } more.
discord-goes-on = Table { $code } goes on here:
discord-hand-comes = Your hand will stand here, for you alone.
discord-done = Done: { $line }
discord-left-table = You don't sit at table { $code } any more.
discord-no-dm = I can't write to you in private here. Press "My hand" on the table, or type "{ $prefix }hand": only you will see the answer.
discord-in-private = I have answered you in private.
discord-too-fast = Slow down a little, and say it again.
discord-your-turn = It is your turn at table { $code }.
discord-form-late = That took me too long: press it once more.
discord-form-gone = That move is not possible any more. Press "My moves" to see what is.
discord-number-between = { $low } to { $high }
discord-in-order = In your order, with blanks between: { $words }
discord-hint-content = I can't read plain chat on this server: use { $prefix } commands or buttons, mention me, or write to me in private.

# What stands beside the values of slash commands.

slash-game = Which game
slash-about-play = Play a game: open a table, or sit down at one that waits for players.
slash-about-table = All that a table needs: join, start, options, history.
slash-about-me = Your hand, your purse, how you are called.
slash-about-mod = For moderators: pause a table, call a game off.
slash-about-move = Your move, as it is typed; what you may do now is proposed.
slash-move = The move and its values; what is legal now is proposed
slash-stake = A first stake, in games that begin with one
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
slash-server = What to set: the prefix of typed commands, or the roles of staff
slash-server-value = The new prefix, or the roles
slash-table = The table's code, if there are several
