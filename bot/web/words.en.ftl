# What the table room says in English. The ids without "web-" that the page's scripts use stand in bot/web/words.py.

## The way in

web-name = Potluck
web-tagline = Dice and cards with friends, and the pot in the middle.
web-your-name = Your name
web-your-name-help = This is what the others at the table call you.
web-sit-down = Sit down
web-continue-as = Sit where you sat before
web-welcome-back = Continue as
web-how-title = How it goes
web-how-sit = Sit down and open a table, or join one.
web-how-friends = Friends sit down on their own phones, or in another tab of this browser.
web-how-bots = Nobody about? House bots fill the seats.
web-main-room = The main room
web-name-missing = Please say what we may call you: a name of at least one letter.

## What goes wrong

web-no-seat = This seat isn't yours, or it was given up. Sit down again and you are back in.
web-no-such-page = There is nothing here.
web-no-such-room = There is no such room. A room's name has small letters, digits and hyphens only.
web-foreign-page = This came from another site, so nothing was done.
web-wrong-host = This room is open on this computer alone.
web-too-fast = Slowly, please: that was a lot at once. Try again in a moment.
web-too-long = That line is too long: { $most } characters at most.
web-too-big = That is too much at once.
web-not-understood = That was not understood.
web-trouble = Something went wrong here, and it is not your fault. Please try again in a moment.
web-back = Back to the front door
web-staff-nobody = Nobody can become a moderator here: whoever runs this room has set no word for it.
web-staff-wrong = That is not the word that makes a moderator here.
web-staff-too-fast = Slowly, please: only a few tries a minute. Wait a moment before the next one.
web-staff-welcome = You are a moderator here from now on. Say “mod” for what you may do.
web-needs-scripts = The table needs JavaScript to be live. Please switch it on for this page.
web-connection-lost = Connection lost. Trying again…
web-connected = Connected
web-not-sent = Not sent yet. Trying again…
web-seat-lost = This seat is gone. Please sit down again.
web-too-many-tabs = This seat is open in too many tabs; this one has gone to sleep.

## The table

web-skip-to-moves = To your moves
web-tables = Tables
web-table = The table
web-table-code = Table { $code }
web-open-table = Open a table
web-open-title = Open a table
web-open-about = Choose a game. You are its host: fill the seats, then start.
web-open-go = Open this table
web-options = Options
web-options-clock = On the clock, in seconds
web-options-table = At every table
web-default = default: { $value }
web-empty-room = No table is open yet.
web-empty-room-help = Open one, fill the seats with friends or house bots, and start.
web-phase-lobby = gathering
web-phase-playing = playing
web-phase-between = between games
web-phase-closed = closed
web-seats-at = Seats at table { $code }
web-seat-number = seat { $number }
web-you = you
web-bot = bot
web-away = away
web-to-move = to move
web-stack = { $amount } suckers
web-pot = { $amount } in the pot
web-and-more-seats = and { $count } more
web-your-turn = Your turn
web-you-may = You may move
web-waiting-for = Waiting for { $names }
web-waiting-for-many = Waiting for { $names } and { $count } more
web-seconds-left = { $seconds } seconds left
web-news = What happened
web-new-lines = Newest lines
web-copy = Copy
web-copied = Copied
web-only-you = Only you see this
web-gone-in = gone in { $seconds } s

## Your hand

web-your-hand = Your hand
web-your-moves = Your moves
web-no-moves = Nothing to do for you just now.
web-commands = More
web-in-secret = in secret
web-min = least
web-half = half
web-max = most
web-choose-between = Choose { $least } to { $most }.
web-choose-exactly = Choose { $most }.
web-move-up = Move { $what } up
web-move-down = Move { $what } down
web-dice-text = Text for your dice (optional)
web-dice-text-help = Mixed into the dice, so that nobody can have fixed them.
web-answer-title = Only for you
web-close = Close
web-confirm-yes = Yes, do it
web-download = Save { $name }

## Chat

web-chat = Chat
web-chat-empty = Say hello. What begins with “!” goes to the bot.
web-chat-input = Say something, or !help
web-send = Send
web-private = To the bot only
web-here-now = { $count } here
web-somebody-here = In the room now
web-give-up = Give up this seat
web-give-up-sure = Really? Press again
