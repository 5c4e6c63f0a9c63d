# What the table room says in English. The ids without "web-" that the page's scripts use stand in bot/adapters/web/outbound/words.py.

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
web-name-proposed = { $first } { $second }
web-names-first = Amber Brave Breezy Bright Calm Clever Copper Cosy Curious Daring Gentle Golden Happy Jolly Kindly Lucky Mellow Merry Nimble Patient Plucky Quick Quiet Rosy Silver Snowy Sunny Swift Velvet Witty
web-names-second = Badger Beaver Crane Dolphin Falcon Ferret Gecko Hedgehog Heron Ibex Kestrel Koala Lark Lynx Magpie Marmot Newt Otter Owl Panda Puffin Raven Robin Salmon Sparrow Stork Tapir Turtle Walrus Wombat
web-name-missing = Please say what we may call you: a name of at least one letter.

## Invitations

web-invited = You are invited to { $game }
web-practice-says = A game that was called off is played on here for practice, from where it stood. Nothing of it counts.
web-practice-go = Play on
web-invite-taken = { $taken } of { $most } seats taken
web-invite-sitting = { $taken } at the table
web-who-sits = Who sits there
web-look-on = Look on
web-come-in = Come in
web-open-own = Open a table of my own
web-invite-free = A seat is free for you.
web-invite-full = No seat is free just now. Look on, and sit down when one is, or open a table of your own.
web-invite-playing = A game is under way. Look on now, and sit down when it has ended, or open a table of your own.
web-invite-tournament = A tournament is under way, and its seats are drawn. Look on, or open a table of your own.
web-invite-gone = There is no table { $code } in this room: it may have closed, or the code has a slip in it. Come in and open one of your own, or join another.
web-no-code = This is no table's code: one has a letter, a figure and one to three more letters, such as K7Q.
web-seat-of-another = That page belongs to somebody else's seat. Take one of your own in the same room:
web-invite = Invite
web-invite-to = Invite to table { $code }
web-invite-about = Whoever opens this address gives a name, and sits down or looks on.
web-invite-address = Address of table { $code }
web-invite-code = Or point a phone's camera here
web-invite-picture = QR code of this address
web-invite-local = For now only this computer can open this address.
web-invite-by-hand = The address is selected: copy it from there.
web-share = Share

## The way in for people of other platforms

web-door-about = Your own page for this channel's tables: your hand, your moves and the clock, before your eyes alone.
web-sign-in-with = Sign in with { $platform }
web-show-code = Show me a code
web-code-about = No password, no permissions: you type a short code in the chat.
web-your-code = Your code
web-type-in-chat = Type this in the chat of { $title }. It opens your seat in this browser. Two minutes, once.
web-code-seconds = { $seconds } seconds left. Waiting for you in the chat…
web-code-over = This code's time is over. Ask for a new one.
web-you-are = You are { $name }.
web-to-my-seat = Go on
web-not-you = Not you? Start again
web-hand-title = Your own page
web-hand-about = Your hand lies behind this button. The link that you came by is good once, in one browser.
web-open-hand = Open my hand
web-link-missing = This page is opened by a link of your own. Say “!page” to the bot, and it sends you one.
web-link-over = This link was used already, or its time is over. Say “!page” to the bot for a new one. If it was not you who used it, “!link off” ends whatever it opened.
web-no-such-door = No channel is found under this address just now. Is it spelled right?
web-sign-in-off = Signing in there isn't set up here.
web-sign-in-odd = This sign-in did not begin in this browser, or it took too long. Please start again.
web-sign-in-declined = You didn't sign in, and nothing was changed. You can come back at any time.
web-sign-in-failed = Signing in didn't work out. Please try again.
web-scopes-missing = Something that the bot needs was not allowed, so nothing was changed. Please try again and leave everything ticked.
web-channel-not-allowed = Whoever runs this bot lets it into some channels only, and this is none of them.
web-connect-title = Let the bot into your channel
web-connect-about = People in your chat play with each other, and with house bots. You can end it at any time, in your account's settings over there, under Connections.
web-connect-what = What you allow
web-connect-chat = It reads your channel's chat, to hear what players say to it.
web-connect-write = It writes in your channel's chat, under its own name.
web-connect-nothing-else = Nothing else: it can't moderate, and sees neither your messages nor your settings.
web-comforts-title = Predictions and rewards
web-comforts-about = For affiliates and partners. You can end it at any time, in your account's settings over there, under Connections.
web-comforts-predictions = It opens a prediction on who wins when a game begins, and settles it from the game's checked record; a game that is called off gives all points back.
web-comforts-rewards = It makes two rewards for your channel's points, chips and a seat, if you ask it to, and settles them.
web-comforts-go = Allow it
web-comforts-more = Predictions on who wins, and rewards for your channel's points?
web-comforts-connected = { $name }: predictions and rewards may be switched on now, with “!stream” in your chat.
web-connect-go = Connect my channel
web-channel-connected = Your channel is connected.
web-control-title = Control room
web-control-door-about = For the broadcaster and the moderators of the channel: who may open tables, which games, and what happens when the stream ends.
web-control-door-go = Sign in
web-set-up-overlay = Set up the overlay for your stream
web-bot-title = The bot's own account
web-bot-about = Sign in with the account as which the bot shall speak. If another one is signed in over there, sign out of it first.
web-bot-go = Connect the bot's account
web-bot-connected = { $name } is the bot's account now.
web-key-missing = This page is opened by the link that the bot's own log shows.
web-key-wrong = This key doesn't fit. The right link stands in the bot's own log.

## What goes wrong

web-no-seat = This seat isn't yours, or it was given up, or it was opened on another device. Sit down again and you are back in.
web-seat-over = This seat was yours for twelve hours, and they are over. Come in again: your place at the table is still yours.
web-no-such-page = There is nothing here.
web-no-such-room = There is no such room. A room's name has small letters, digits and hyphens only.
web-foreign-page = This came from another site, so nothing was done.
web-wrong-host = This room is open on this computer alone.
web-too-fast = Slowly, please: that was a lot at once. Try again in a moment.
web-too-long = That line is too long: { $most } characters at most.
web-too-big = That is too much at once.
web-too-slow = That took too long to arrive. Please try again.
web-odd-letters = These letters can't be read: a form has to come in UTF-8, as our own page sends it.
web-full = Too many people are at the door just now. Please try again in a moment.
web-not-understood = That was not understood.
web-trouble = Something went wrong here, and it is not your fault. Please try again in a moment.
web-back = Back to the front door
web-staff-nobody = Nobody can become a moderator here: whoever runs this room has set no word for it.
web-staff-wrong = That is not the word that makes a moderator here.
web-staff-too-fast = Others are trying that word just now, and after wrong ones each try waits, whoever makes it. Say it again in a moment.
web-staff-welcome = You are a moderator here from now on. Say “mod” for what you may do.
web-needs-scripts = The table needs JavaScript to be live. Please switch it on for this page.
web-connection-lost = Connection lost. Trying again…
web-connected = Connected
web-not-sent = Not sent yet. Trying again…
web-seat-lost = This seat is gone. Please sit down again.
web-linked-seat-lost = Your seat was opened on another device, or its time is over.
web-come-in-again = Come in again
web-too-many-tabs = This seat is open in too many tabs; this one has gone to sleep.

## The table

web-skip-to-moves = To your moves
web-tables = Tables
web-table = The table
web-table-code = Table { $code }
web-open-table = Open a table
web-open-title = Choose a game
web-open-about = You are the host: fill the seats, then start.
web-open-go = Open the table
web-all-games = All games
web-games-come = The games are on their way…
web-no-games = The games could not be fetched.
web-try-again = Try again
web-players = { $count } players
web-one-player = 1 player
web-minutes = { $count } min
web-difficulty-1 = easy
web-difficulty-2 = medium
web-difficulty-3 = tricky
web-way-to-play = How to play it
web-usually = usually { $value }
web-rules-in-pictures = The rules in pictures
web-rules-of = The rules of { $game }, in pictures
web-picture-before = Picture before
web-picture-after = Next picture
web-picture-of = { $at } of { $count }
web-settings-rules = More rules
web-settings-clock = Time to think, in seconds
web-settings-table = Bots and guests
web-tournament = A tournament over several tables
web-empty-room = No table is open yet.
web-empty-room-help = Open one, fill the seats with friends or house bots, and start.
web-phase-lobby = gathering
web-phase-playing = playing
web-phase-hosting = tournament
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
web-offline = You are offline. What you press is sent as soon as you are back.
web-use-this-tab = Use this tab
web-rules-in-words = All the rules in words
web-story = Story
web-news = What happened
web-new-lines = Newest lines
web-copy = Copy
web-copied = Copied
web-only-you = Only you see this
web-gone-in = gone in { $seconds } s

## Your hand

web-your-hand = Your hand
web-your-moves = Your moves
web-show-hand = Show my hand
web-hide-hand = Hide
web-covered = Your hand and your moves are covered.
web-covered-line = covered
web-covered-answer = This is for you alone, and covered.
web-cover-mine = Hide my hand until I press
web-sounds = Sounds
web-volume = How loud
web-buzz = Buzz when it is my turn
web-standings = How they stand
web-chair-free = free
web-chair-join = Sit here
web-chair-bots = A house bot
web-needs-more = { $count } more needed to begin
web-room-for = Ready to begin; room for { $count } more
web-all-seated = All seats are taken
web-fill-with-bots = Fill them with house bots
web-leave = Leave the table
web-leave-sure-title = Leave in the middle of a game?
web-leave-sure = Your seat is given up, with what you have in play.
web-close-table = Close the table
web-close-sure-title = Close the table in the middle of a game?
web-close-sure = The game ends here for everybody, and nobody wins it.
web-stay = Go on playing
web-in-words = The table in words
web-on-the-board = On the board
web-press-pieces = Press what is lit.
web-press-next = Go on with what is lit.
web-move-with-pieces = { $move }: { $pieces }
web-clear-picks = Choose anew
web-choose-from-list = Choose from a list
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
web-chat-empty = Say hello.
web-chat-input = Say something
web-send = Send
web-private = To the bot only
web-here-now = { $count } here
web-somebody-here = In the room now
web-to-bot = To the bot alone
web-to-bot-short = To the bot
web-to-bot-input = Say something to the bot
web-unlink = Unlink this browser
web-give-up = Give up this seat
web-give-up-sure = Really? Press again

# A table's menu.

web-more = More
web-menu-of = Table { $code }
web-menu-table = This table
web-menu-you = For yourself
web-menu-staff = For moderators
web-menu-reason = Why? All are told.
web-menu-code = The code from your other platform; leave it empty to get one here
web-menu-seat = Whom?
web-options = Options
web-change-options = Change options
web-set-options = Set the options
web-nothing-changed = Nothing is changed yet.
web-until-now = until now: { $value }
web-paused = Paused

## Inside Discord

web-activity-outside-title = Open me inside Discord
web-activity-outside = This page is an Activity of Discord's. Join a voice channel there, open its Activities, and choose this one.
web-activity-connecting = Looking for Discord…
web-activity-asking = Discord asks whether you may be known here: your name and your id, and nothing else.
web-activity-signing-in = Finding your seat…
web-activity-silent = Discord gives no answer. Close the Activity, and open it again.
web-activity-declined = Nobody was signed in, and nothing was changed. Without a name there is no seat here.
web-activity-code-used = This sign-in was used before. Try again: Discord gives you a new one.
web-activity-code-bad = Discord does not know this sign-in, or it is too old. Try again.
web-activity-discord-away = Discord can't be asked just now who you are. Try again in a moment.
web-activity-set-up = Discord does not know this program: its id and its secret don't go together. Whoever runs it finds more in its log.
web-activity-not-there = Discord says that you are not in this Activity. Close it, and open it again in your channel.
web-activity-no-channel = The bot can't see this channel, so there are no tables in it. Whoever runs the server can add the bot, or let it see the channel.
web-activity-around = Here with you
web-activity-invite = Invite { $name }
web-activity-invited = { $name } asks you to sit down at { $game }, table { $code }.
web-activity-asked = They were asked to sit down.
web-activity-asked-lately = They were asked a moment ago. Please give them time.
web-activity-not-host = Whoever hosts a table invites others to it, while a seat is free.
web-activity-no-page = They have not come in yet, so they can't be asked.

## In a Twitch Extension

web-extension-finding = Looking for tables…
web-extension-silent = Twitch gives no answer. Reload this page.
web-extension-bad-token = Twitch did not send you here, or not to this bot. Reload this page.
web-extension-old-token = This page was open for too long. Reload it.
web-extension-no-channel = The bot does not play in this channel, or is not connected just now.
web-extension-twitch-away = Twitch can't be asked just now what you are called. Try again in a moment.
web-extension-looking-on = You look on.
web-extension-share = Play here
web-extension-share-first = To play, let the bot know who you are: Twitch asks you once. It learns your id and your name, and nothing else.
web-extension-sign-in-first = To play, log in to Twitch first.
web-extension-config = There is nothing to set here. Connect your channel to the bot, and activate this extension as a panel: your viewers look on at the tables of your chat, and play at them.
