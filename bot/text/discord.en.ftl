# What stands on Discord alone.

discord-my-hand = My hand
discord-my-moves = My moves
discord-look-again = Look again
discord-invite = Invite to my table
discord-invited = { $name } invites you to { $game }, table { $code }.
discord-invite-none = You sit at no table here that has a seat free. "{ $prefix }open GAME" opens one.
discord-invite-whom = House bots and you yourself need no invitation: press what stands under the table's card.
discord-invite-admits = Not everybody may sit down at table { $code }. To one by invitation its host invites people with the command "invite".
discord-invite-later = They were invited a minute ago. Please give them time.
discord-purse-and-tables = Purse and tables
discord-purse-of = { $name } has { $amount } { $amount ->
    [one] sucker
   *[other] suckers
} in their purse here.
discord-purse-none = { $name } has no purse here yet: it comes with the first game for suckers.
discord-tables-of = { $name } sits here:
discord-table-of = { $game }, table { $code }:
discord-tables-none = { $name } sits at no table here that you can see.
discord-options-of = Options: { $game }, table { $code }
discord-options-done = To the table
discord-as-usual = All as usual.
discord-watch-it = Watch it again
discord-ways-to-play = How to play
discord-house-bots = House bots: seat some
discord-add-bots = { $count ->
    [one] Seat 1 house bot
   *[other] Seat { $count } house bots
}
discord-own-thread = A thread of its own
discord-options-first = Change what matters most
discord-options-rules = Change a rule
discord-options-others = Change a clock, who may sit down, or the house bots
discord-back = Back
discord-more = More
discord-more-moves = More moves ({ $page } of { $pages })
discord-behind-rules = Rules
discord-behind-options = Options
discord-behind-history = History
discord-behind-fair = Fair play
discord-sure = Do you really want to play "{ $line }"? It can't be taken back.
discord-sure-leave = Do you really want to leave? The game goes on without you.
discord-yes = Yes, do it
discord-awaited = { $who } to play, time ends
discord-awaited-many = { $count } to play, time ends
discord-time-ends = time ends
discord-clock-playing = The clock moves on
discord-clock-lobby = The game begins
discord-clock-hosting = The stakes rise
discord-clock-between = The next game begins
discord-seats = { $count } of { $most } seats taken
discord-more-seats = … and { $count } more.
discord-goes-on = Table { $code } goes on here:
discord-hand-comes = Your hand will stand here, for you alone.
discord-done = Done: { $line }
discord-left-table = You don't sit at table { $code } any more.
discord-no-dm = I can't write to you in private here. Press "My hand" on the table, or type "{ $prefix }hand": only you will see the answer.
discord-in-private = I have answered you in private.
discord-too-fast = Slow down a little, and say it again.
discord-your-turn = It is your turn at table { $code }.
discord-called = it is your turn at table { $code }:
discord-called-to-seat = your seat is at table { $code }:
discord-setup-of = Setting up: { $name }
discord-setup-check = Check another channel
discord-setup-moderators = Moderators of tables, besides whoever may manage messages:
discord-setup-staff = No role yet: choose some
discord-setup-tables = Where tables stand
discord-setup-tables-channel = Tables stand in their channel
discord-setup-tables-threads = Each table gets a thread
discord-setup-calls = How people are called to their turn
discord-setup-calls-ping = Call people by a short message
discord-setup-calls-card = Call people by the table's card
discord-setup-calls-dm = Call people by direct message
discord-setup-calls-off = Call nobody
discord-setup-opens = Who opens tables
discord-setup-opens-everybody = Everybody opens tables
discord-setup-opens-moderators = Moderators open tables
discord-setup-opens-owner = Whoever manages the server opens tables
discord-setup-fair-play = Fair play: one small line a game, which nobody edits or deletes:
discord-setup-fair = Beside each table; or choose a channel
discord-lacks-card = in { $where } I lack { $missing }. Whoever manages the server can give me that in the channel's settings, under Permissions: add { $me }, and allow it.
discord-lacks-room = I can't open threads in { $where }, for I lack { $missing }: tables stand in the channel itself.
discord-lacks-rest = In { $where } I also lack { $missing }. Attach Files is for pictures, Manage Messages to take away a secret that somebody typed for all to read, Read Message History to tidy up after a restart, Manage Threads to wake a thread that sleeps.
discord-this-channel = this channel
discord-joined = Good evening, I am { $me }. I hold games of dice and cards, and tell each player alone what is secret. { $prefix }help says how they are played; { $prefix }server shows what can be set.
discord-form-late = That took me too long: press it once more.
discord-form-gone = That move is not possible any more. A button on the table's card shows what is.
discord-number-between = { $low } to { $high }
discord-which-of-kind = Which of these?
discord-in-order = The numbers in your order: { $words }
discord-place = { $place ->
    [1] First
    [2] Second
    [3] Third
    [4] Fourth
   *[other] Fifth
}
discord-choose-so-many = { $count ->
    [one] Choose one
   *[other] Choose { $count }
}
discord-choose-between = Choose { $least } to { $most }
discord-choose-up-to = Choose up to { $most }, or none
discord-hint-content = I can't read plain chat on this server: use { $prefix } commands or buttons, mention me, or write to me in private.

# What stands beside the values of slash commands.

slash-game = Which game
slash-about-play = Play a game: open a table, or sit down at one that waits for players.
slash-about-table = All that a table needs: join, start, options, history.
slash-about-me = Your hand, your purse, how you are called.
slash-about-mod = For moderators: pause a table, call a game off.
slash-mod-log = See who did what here. For moderators.
slash-mod-flows = See between whom suckers went here. For moderators.
slash-mod-dispute = Get all that settles a dispute about a table, in a file. For moderators.
slash-about-move = Your move, as it is typed; what you may do now is proposed.
slash-move = The move and its values; what is legal now is proposed
slash-stake = A first stake, in games that begin with one
slash-money = What is played for: chips of the table, or suckers out of purses
slash-part = What of them: more for all, or a part such as "the reveal"; nothing: in short
slash-options = Options, as in pay=banker
slash-dice-text = A text of yours, mixed into the dice
slash-count = How many
slash-word = A command or a move
slash-way = Called in the channel (on), never (off), or by direct message (dm)
slash-face = The face that you have at the tables; any: each table gives you one
slash-safe = Your hand on your own page alone (on), or in private messages as well (off)
slash-tournament = A game to open one; level, pause, resume or end for its host; nothing: how it stands
slash-mirror = The code from the other place, or "off"
slash-page = The code that a page shows, or "off"
slash-show = The words "my hand to", and the code
slash-link = The code that I gave you on your other platform
slash-who = Somebody on this server
slash-or-name = Or their name: a house bot, or somebody from elsewhere
slash-reason = Why; the table is told
slash-control = What to set
slash-control-value = Its value, such as 60, or moderators vips, or off
slash-server = What to set; or check: what I lack in this channel
slash-server-file = With import: the file of a setup
slash-server-value = The prefix, the roles, ping, card, dm or off for calls, threads or channel for tables
slash-overlay = Hide it, or show it again; nothing: which of the two it is
slash-table = The table's code, if there are several
