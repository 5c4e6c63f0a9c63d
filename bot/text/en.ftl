# What the host says in English. Games bring their own sentences; these serve all of them.
# `$prefix` stands in every sentence.

## Lists

and-list = { $rest } and { $last }
or-list = { $rest } or { $last }
called = { $name }
nobody = nobody
the-house = the House
somebody = somebody
house-bot-names = Hob Nan Tuck Wren Moss Fern Ash Pip Sorrel Bram Nettle Rook Hazel Finch Thorn Clover Bracken Sedge Teasel Yarrow
amount = · { $amount }
pot-is = In the pot: { $pot }
mark-bot = house bot
mark-away = away
mark-ready = ready
mark-awaited = to play
so-many-sit-here = { $count } sit here.

## Opening and sitting down

table-opened = { $dice ->
    [none] Table { $code } is open for { $host }: { $game }.
    [invited] Table { $code } is open: { $game }, up to { $seats } seats. { $host } is the host, and invites people.
    [crowd] Table { $code } is open: { $game }, up to { $seats } seats. { $host } is the host. Stake with "{ $prefix }{ $line }", and you are in.
   *[text] Table { $code } is open: { $game }, up to { $seats } seats. { $host } is the host. Sit down with "{ $prefix }join"; words after it ("{ $prefix }join lucky me") are mixed into the dice and kept for ever.
}
    .page = { $dice ->
        [none] { $game } is open for { $host }.
       *[text] { $game } is open, up to { $seats } seats. { $host } is the host.
    }
in-everybodys-view = Everybody here sees table { $code }, since I can open no private room for it. Only those who are invited can sit down.
is-by-invitation = By invitation.
not-to-be-watched = Only those who sit at this table see its game here.
table-admits = It is { $who }.
tournament-opened = Tournament { $code } gathers: { $game }, up to { $seats } players. { $host } is the host, and begins it with "{ $prefix }start". Enter with "{ $prefix }join"; words after it are mixed into the draw of the seats and kept for ever.
    .page = A tournament of { $game } gathers, up to { $seats } players. { $host } is the host, and begins it.
fair-sealed = Game { NUMBER($number, useGrouping: 0) }: seal { $seal }, { $rules }, key { NUMBER($key, useGrouping: 0) }.
    .page = Game { NUMBER($number, useGrouping: 0) } is sealed: { $commitment } ({ $protocol }, { $rules }, key { NUMBER($key, useGrouping: 0) }).
fair-text = Text of { $who }: { $bound }.
    .page = The text of { $who } for the dice is bound: { $whole }.
fair-begun = Game { NUMBER($number, useGrouping: 0) }: mixed { $mixed }, next { $next_seal }{ $standing ->
        [none] {""}
       *[other] , standing { $standing }
    }.
    .page = The dice of game { NUMBER($number, useGrouping: 0) } are fixed: sealed { $commitment }, with { $entropy } mixed in{ $stamp ->
        [none] {""}
       *[other] , of it the message { $stamp }
    }. Game { NUMBER($next, useGrouping: 0) } is sealed: { $next_commitment } ({ $protocol }, { $rules }, key { NUMBER($key, useGrouping: 0) }){ $standing ->
        [none] {""}
       *[other] ; so is game { NUMBER($standing_number, useGrouping: 0) }, the next here that begins as its table is opened: { $standing_commitment }
    }.
fair-over = Game { NUMBER($number, useGrouping: 0) }: end { $end }.
    .page = Game { NUMBER($number, useGrouping: 0) } can be checked: its end is { $whole }, its seed { $seed }.
fair-unrecorded = Seed of game { NUMBER($number, useGrouping: 0) }: { $seed }. There is no record of it.
fair-closed = Game { NUMBER($number, useGrouping: 0) }: end { $end }. Hands, seed and record stay closed until its series is over.
    .page = Game { NUMBER($number, useGrouping: 0) } stays closed until its series is over: its hands, seed and record. Its end is { $whole }.
fair-opened = { $count ->
        [one] One earlier game of the series is open now, too: its hands, seed and record.
       *[other] { $count } earlier games of the series are open now, too: their hands, seeds and records.
    }
seats-unproven = The key of the dice is lost: how the seats were drawn so far can't be checked. From here on another seed draws them.
seats-revealed = The seats were drawn by the seed of game { NUMBER($number, useGrouping: 0) }: { $seed }.
fair-unused = Game { NUMBER($number, useGrouping: 0) }: never played, seed { $seed }.
    .page = Game { NUMBER($number, useGrouping: 0) } was never played: its seed was { $seed }.
dice-loaded = These dice are loaded: nothing here is by chance.
series-over = The match is over. { $who } ended with the most: { $stack }.
opened-all-the-same = What is shown here can't be taken back, whatever { $options } says.
    .page = What is shown here can't be taken back, whatever the options say.
opened-cannot-take-back = What is shown here can't be taken back, so { $options }.
opened-with-delay = Some see this table later than others, so { $options }.
opened-few-secrets = Secrets are told on pages of one's own here, so { $options }.
opened-without-pages = In { $game } everybody's hand stands on a page, and no viewer can come to mine: the bot has no public address yet. { $others ->
    [0] { "" }
   *[other] { $named } can be played in chat alone.
}
chosen-without-pages = No viewer can come to my pages yet, so here is a game that needs none; of those there are: { $games }.
money-purse = This table plays for purses; the buy-in is { $buyin }. Suckers can't be bought or cashed.
for-fun = For fun: no purse has changed.
    .short = For fun.
purse-options = For purses the House pays less: "{ $prefix }options" says how.
    .page = For purses the House pays less: the options say how.
chose = { $who } takes { $choice }.
sat-down = { $who } sits down.
sat-down-many = { $more ->
    [0] { $who } sit down
   *[other] { $who } and { $more } more sit down
}{ $stack ->
    [0] .
   *[other] {" "}with { $stack } each.
}
sat-down-with = { $who } sits down with { $stack }.
turn-owed = { $who } left this series before their turn: it comes { $turns ->
    [0] next.
   *[other] as it would have.
}
turn-first = You left this series before your turn, and it still comes: say "{ $prefix }{ $code } join" when this round is over.
    .page = You left this series before your turn, and it still comes: sit down when this round is over.
level-not-offered = At a table of { $seats } house bots of level { $level } play no better than those below it: there are levels { $values }.
house-bot = { $name } ({ $manner ->
    [bold] bold
    [wary] wary
    [sly] sly
   *[chatty] chatty
})
house-bot-says = { $who }: { $said ->
    [bold-glad-1] “Told you.”
    [bold-glad-2] “Who wants some more?”
    [bold-glad-3] “Easy.”
    [bold-sore-1] “Worth it.”
    [bold-sore-2] “Again!”
    [bold-sore-3] “That was only a scratch.”
    [wary-glad-1] “Well. I didn't expect that.”
    [wary-glad-2] “I'd stop now, if I could.”
    [wary-glad-3] “Touch wood.”
    [wary-sore-1] “I knew it.”
    [wary-sore-2] “I should have stayed at home.”
    [wary-sore-3] “Slowly. Slowly.”
    [sly-glad-1] “Oh, was that mine?”
    [sly-glad-2] “Pure luck, of course.”
    [sly-glad-3] “How very kind of you all.”
    [sly-sore-1] “Just as planned.”
    [sly-sore-2] “Remember that you saw me lose.”
    [sly-sore-3] “Hm.”
    [chatty-glad-1] “Did you see that? Did everybody see that?”
    [chatty-glad-2] “My aunt always said I would.”
    [chatty-glad-3] “Ha! Drinks are on me. Later.”
    [chatty-sore-1] “Ow. Ow. Ow.”
    [chatty-sore-2] “No, no, no!”
   *[chatty-sore-3] “That reminds me of a story.”
}
bots-sat-down = { $who } { $count ->
    [one] sits
   *[other] sit
} down.
stood-up = { $who } leaves the table.
pot-share = { $who } { $amount }
pot-waits = The pot of the game before is still there, { $pot }: the next game goes on with it, and who sits here shares it where there is none.
pot-paid-out = What was in the pot is paid: { $shares }.
match-is-over = The match is over: nobody who could win it is left.
host-is-now = { $who } is the host now.
game-begins = { $count ->
    [one] The game begins: { $who } plays.
   *[other] { $more ->
        [0] The game begins: { $who } play.
       *[other] The game begins: { $who }, and { $more } more.
    }
}
next-one = { $one ->
    [first] The game
    [last] The last part of the match
    [round] The next round
   *[game] The next game
}
next-at = { next-one } begins in { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}.
next-waits = { next-one } does not begin yet: too few are ready now.
too-few-can-pay = Too few can pay for another game.
buy-in-called = { $who } { $count ->
    [one] has
   *[other] have
} too little for the next game: "{ $prefix }rebuy" gets new chips. { $enough ->
    [yes] It begins in { $seconds } seconds, without whoever has too little then.
   *[no] In { $seconds } seconds it begins, if enough can pay then; if not, the match is over.
}
    .page = { $who } { $count ->
        [one] has
       *[other] have
    } too little for the next game: new chips can be had now. { $enough ->
        [yes] It begins in { $seconds } seconds, without whoever has too little then.
       *[no] In { $seconds } seconds it begins, if enough can pay then; if not, the match is over.
    }
starts-at = The game begins in { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}; until then you can still sit down.
round-starts-at = The next round begins in { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}, with { $count ->
    [one] one stake
   *[other] { $count } stakes
} so far; until then you can still sit down.
so-many-more = { $count } more
stakes-wait = { $count ->
        [one] One stake waits
       *[other] { $count } stakes wait
    } for the next round: { $who }{ $all ->
        [0] .
       *[other] {";"} { $all } in all.
    }{ $buyin ->
        [0] {""}
       *[other] {" "}Who is new has bought in with { $buyin }.
    }
stakes-changed = { $count ->
        [one] One stake for the next round was changed
       *[other] { $count } stakes for the next round were changed
    }: { $who }.
stakes-kept = The next round has { $count ->
    [one] one stake
   *[other] { $count } stakes
} so far. It begins when the host says "{ $prefix }start".
    .page = The next round has { $count ->
        [one] one stake
       *[other] { $count } stakes
    } so far. It begins when the host starts it.
queue-waits = { $count } waiting for a seat.
stakes-waiting = { $count ->
        [one] One stake waits
       *[other] { $count } stakes wait
    } for the next round.
nobody-staked = Nobody has staked: the next round waits for a first stake.
openings-passed-over = { $count ->
        [one] One stake
       *[other] { $count } stakes
    } could not be played in this round, and nothing was taken: { $who }.
all-are-ready = { $count ->
    [one] { $who } is ready.
   *[other] All are ready.
}
you-are-ready = You are ready{ $of ->
    [one] {""}
   *[other] {" "}({ $count } of { $of })
}: { $host } begins the game.
ready-for-next = You are ready ({ $count } of { $of }): as soon as all are, it goes on.
votes-for-start = { $count } of { $needed } for starting; { $left } more.
game-void = The game is void: { $why ->
    [broken] something broke in it
    [unreachable] nobody there could be told anything for hours
    [paused-too-long] nobody ended its pause
    [stream-away] the stream stayed offline
    [host-closed] its host closed the table
    [tournament-ended] its tournament was ended
   *[other] { $why }
}.{ $decided ->
    [yes] {" "}What was won or lost before stays so; all other stakes go back.
    [none] {""}
   *[no] {" "}All stakes go back.
}
key-lost = The dice key of this table is lost: the dice of its next game are sealed anew.
series-waits = Nobody is there any more. { next-one } waits until somebody says "{ $prefix }rematch".
    .page = Nobody is there any more. { next-one } waits until somebody starts it.
enough-said = The host has had enough: no further game starts by itself. "{ $prefix }rematch" starts one after all.
    .page = The host has had enough: no further game starts by itself. Whoever wants one can still start it.
opened-without-stake = The table is open, without your stake. { $why }
opening-passed-over = Your { $verb } could not be played in this game; nothing was taken for it.
    .page = What you had chosen for the start could not be played in this game; nothing was taken for it.
openings-dropped = The options have changed: moves kept for the start are dropped, so say them again if you like the new ones.
    .page = The options have changed: moves kept for the start are dropped, so make them again if you like the new ones.
text-kept = Your text is mixed into the dice of the next game at table { $code }.
    .page = Your text is mixed into the dice of the next game.
text-kept-for-later = Your text is mixed into the dice of the next game at table { $code } if somebody starts it. If it begins by itself, your text counts for the game after it: the message that stamps the next one came before your text.
    .page = Your text is mixed into the dice of the next game if somebody starts it. If it begins by itself, your text counts for the game after it: the message that stamps the next one came before your text.
text-stays = Your text stays in the game's record for ever, whatever becomes of you here: its proof needs it.
game-frozen = The dice key of this table is lost, so its game can't be proved: it is void.{ $decided ->
    [yes] {" "}What was won or lost before stays so; all other stakes go back.
    [none] {""}
   *[no] {" "}All stakes go back.
}
room-title = { $game } · { $code }
table-moves = Table { $code } ({ $game }) goes on here.
table-moved = Table { $code } has moved.
table-in-room = Table { $code } stands in a thread of its own.
no-side-room = A thread could not be opened here: threads are not for this place, or I lack the permission.
in-company = "{ $prefix }{ $verb }" is for places where others are, too: say it in a channel. Here we two are alone: you can play against the House or house bots with "{ $prefix }open GAME", and move at all tables where you sit.
    .slash = "{ $prefix }{ $verb }" is for a server: give it in one of its channels. Here we two are alone: you can play against the House or house bots with "{ $prefix }open GAME", and move at all tables where you sit.
    .page = That is for places where others are, too.
no-place-here = Say this where the table shall stand.
    .page = Do this where the table shall stand.
which-table-here = Put the table's code first: "{ $prefix }K7Q here".
    .page = Choose the table that shall stand here first.
stands-here = Table { $code } can't be brought here: it stands here already, or on another platform.
table-makes-room = Nobody has done anything at table { $code } for { $minutes } minutes: it makes room for another, and everybody has back what lay there.
    .page = Nobody has done anything here for { $minutes } minutes: the table makes room for another, and everybody has back what lay there.
table-closed = Table { $code } is closed.
    .page = The table is closed.
options-are = Options of { $title }, table { $code }: { $count ->
    [0] all as usual.
   *[other] set so here:
}
    .page = Options of { $title }: { $count ->
        [0] all as usual.
       *[other] set so here:
    }
options-others = Others: { $options }. "{ $prefix }help { $key }" tells of one; "{ $prefix }options { $example }" sets one between games.
    .slash = Others: { $options }. "{ $prefix }help { $key }" tells of one.
    .page = Others: { SPELLED($options) }.
option-chosen = - { $meaning }
option-now = - { $name }: { $meaning }
options-clocks = - Clocks: { $clocks }
options-changed = { $who } sets { $options }.
    .page = { $who } sets { SPELLED($options) }.
rebought = { $who } takes { $stack } in new chips.

## The clock

here-again = I was away for a moment and am here again. What you said or pressed meanwhile is lost: look at the table, and say it once more.
    .page = I was away for a moment and am here again. What you said or pressed meanwhile is lost: look at the table, and do it once more.
time-nearly-up = { $who }: { $seconds } { $seconds ->
    [one] second
   *[other] seconds
} left.
overtime-taken = { $who } takes { $seconds } seconds more; { $left ->
    [0] the time bank is empty now
   *[other] { $left } are left in the time bank
}.
overtime-given = { $giver } gives { $who } { $seconds } seconds more.
overtime-not-awaited = Table { $code } { $whose ->
    [own] doesn't wait for you now: your time bank is for your own turn, and "{ $prefix }time NAME" gives somebody else of it
   *[others] doesn't wait for { $who } now: time can be given to somebody whose turn it is
}.
    .page = { $whose ->
    [own] Nobody waits for you now: your time bank is for your own turn.
   *[others] Nobody waits for { $who } now: time can be given to somebody whose turn it is.
}
overtime-spent = Your time bank is empty: it holds { $bank } seconds a game.
overtime-form = "{ $word }" comes after the name: "{ $prefix }time" takes more time for yourself, "{ $prefix }time NAME" gives it to one other.
    .page = "{ $word }" comes after the name: time is given to one person.
taken-over = { $who } is away: a house bot plays on. Any word to me takes the seat back.
    .page = { $who } is away: a house bot plays on. Whatever they do next takes the seat back.
returned = { $who } is back.

paused-by-motion = Table { $code } waits till it is decided what { $who } asks for, { $minutes } minutes at most: no move counts meanwhile, and nobody loses time. A moderator lets it go on earlier with "{ $prefix }{ $code } resume". You may ask, and you may leave.
    .page = Table { $code } waits till it is decided what { $who } asks for, { $minutes } minutes at most: no move counts meanwhile, and nobody loses time. A moderator can let it go on earlier. You may ask, and you may leave.
host-resumes = its host lets it go on
paused-by-staff = Table { $code } is paused by { $who }: no move counts until { $tournament ->
        [yes] { host-resumes } or a moderator "{ $prefix }resume"
       *[no] a moderator says "{ $prefix }resume"
    } or its hour is over, and nobody loses time. You may ask, and you may leave.
    .page = This table is paused by { $who }: no move counts until { $tournament ->
        [yes] its host or a moderator
       *[no] a moderator
    } lets it go on or its hour is over, and nobody loses time. You may ask, and you may leave.
paused-by-place = No move counts at table { $code } while not everybody there can be told what happens: it goes on by itself, and nobody loses time. Say it again then.
    .page = No move counts at table { $code } while not everybody there can be told what happens: it goes on by itself, and nobody loses time.
paused-by-loss = Table { $code } is paused, because its last moves were lost with a server: a moderator says "{ $prefix }resume" to play on from here, or "{ $prefix }end" to call it off. You may ask, and you may leave.
    .page = Table { $code } is paused, because its last moves were lost with a server: a moderator lets it go on from here, or calls it off. You may ask, and you may leave.
store-went-back = The last moves at this table were lost with a server, so it is paused as it stands now: a moderator says "{ $prefix }resume" to play on from here, or "{ $prefix }end" with a reason to call it off.
    .page = The last moves at this table were lost with a server, so it is paused as it stands now: a moderator lets it go on from here, or calls it off.
paused-by-stream = Table { $code } waits for the stream of { $who } to be back: no move counts until then, and nobody loses time. You may ask, and you may leave.
stream-pauses = The stream of { $who } is offline, so { $tables ->
    [one] the table is paused: nobody loses time, and it goes
   *[other] all tables here are paused: nobody loses time, and they go
} on when the stream is back. { $playing ->
    [yes] After { $hours } { $hours ->
            [one] hour
           *[other] hours
        } the game would be void, and all that is undecided goes back.
   *[no] Nothing begins until then.
}
stream-is-back = The stream is back and { $tables ->
    [one] the table goes
   *[other] all tables go
} on: everybody has the time that was left.
stream-last-round = The stream of { $who } is offline: no further game starts by itself until it is back.
stream-plays-on = The stream is back: further games follow.
stream-gives-up = The stream of { $who } has been offline for { $hours } { $hours ->
    [one] hour
   *[other] hours
}.
stream-waits-no-more = The table waits no longer for the stream of { $who }.
place-pauses = This table can't be shown now, so it is paused: the clock stands still.
place-resumes = This table can be shown again and goes on: everybody has the time that was left.
paused-by-platform = The clock of table { $code } waits: { $platforms } can't be reached, and somebody there is to play.
platforms-away = { $platforms } can't be reached now. Whoever plays from there loses no time: the clock waits for them, and all others play on.
platforms-back = { $platforms } can be reached again: the clock goes on.
platform-discord = Discord
platform-twitch = Twitch
platform-web = the web
platform-console = the console

## Pages and places

page-yours = Your own page, in one browser for twelve hours; the link is good once, for ten minutes, and for you alone: { $address }
page-here = Your hand and your moves, for you alone: { $address }
hand-code-asks = { $names }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }: { $count ->
        [one] the page that shows this code would show your hand at table { $table }, and play it, for whoever has it open. Is it your own? Then say "{ $prefix }show my hand to { $code }".
       *[other] the pages that show these codes would show your hands, and play them, for whoever has them open. Is it your own? Then say "{ $prefix }show my hand to CODE", with your code.
    } If somebody asked you to type it, say nothing.
hand-code-shows = { $names }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }: { $count ->
        [one] your hand at table { $table } is on that page now, until the table closes, twelve hours at most. It shows nothing else of yours. "{ $prefix }page off" closes it.
       *[other] your hands are on those pages now, until the table closes, twelve hours at most. They show nothing else of yours. "{ $prefix }page off" closes one's own.
    }
unlinked = { $count ->
    [0] You have no page open.
    [one] Your page is closed.
   *[other] Your pages are closed.
}
safe-is-on = Safe for streaming: your hand and what is for you alone stand on your own page only.
safe-is-off = Not safe for streaming: your hand comes to you in private messages too. "{ $prefix }safe on" ends that.
    .page = Not safe for streaming: your hand comes to you in private messages too.
face-is = Your face is the { $face }, at every table where nobody before you chose it too. "{ $prefix }face any" gives it back.
    .page = Your face is the { $face }, at every table where nobody before you chose it too.
face-is-any = Each table gives you a face. "{ $prefix }face fox" chooses one for all of them: { $faces }.
    .page = Each table gives you a face.
safe-on-your-page = That stands on your page.
safe-open-your-page = You have set "{ $prefix }safe on", so that stands on your own page alone: { $address }
    .page = You stream safely, so that stands on your own page alone: { $address }
safe-ask-for-your-page = You have set "{ $prefix }safe on", so that stands on your own page alone: "{ $prefix }page", said to me in private, opens it.
    .page = You stream safely, so that stands on your own page alone.
lag-is = I heard that { $heard } ms after you said it; my memory answers in { $store } ms.
lag-store = My memory answers in { $store } ms.
raid-kept = { $which ->
    [none] {""}
    [all] , kept for you for two minutes
   *[some] , { $kept } of them kept for you for two minutes
}
    .page = { $which ->
        [none] {""}
        [all] , kept for them for two minutes
       *[some] , { $kept } of them kept for them for two minutes
    }
seats-kept-no-more = No seat is kept for raiders any more: { $free ->
    [one] { $free } is
   *[other] { $free } are
} free at table { $code } for everybody.
seat-held = The free seat at table { $code } is held for { $who } for { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}.
seat-held-no-more = { $who } { $count ->
    [one] has
   *[other] have
} not come: the seat is held no more.
seat-is-held = The free seat at table { $code } is held for { $name }, for { $seconds } { $seconds ->
    [one] second
   *[other] seconds
} yet.
waits-for = { $who } says that { $name } is on the way: a seat at table { $code } is held, and the start waits, for { $seconds } seconds at most.
waits-no-more = The table waits for { $who } no more.
staff-waits-no-more = Moderator { $by } ends the wait for { $who }.
start-waits = Table { $code } waits for { $name }, for { $seconds } { $seconds ->
    [one] second
   *[other] seconds
} yet.
seats-are-kept = { $free ->
    [one] The free seat
   *[other] The { $free } free seats
} at table { $code } { $free ->
    [one] is
   *[other] are
} kept for raiders for another { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}: say "{ $prefix }join" then, and what is left is for everybody.
    .page = { $free ->
        [one] The free seat
       *[other] The { $free } free seats
    } at table { $code } { $free ->
        [one] is
       *[other] are
    } kept for raiders for another { $seconds } { $seconds ->
        [one] second
       *[other] seconds
    }; what is left then is for everybody.
raid-seats = Raiders of { $who }: { $free ->
    [one] { $free } seat is
   *[other] { $free } seats are
} free at table { $code }{ raid-kept }. Sit down with "{ $prefix }join".{ $waits ->
    [yes] {" "}The game waits two minutes for you, unless its host starts it.
   *[no] {""}
}
    .page = Raiders of { $who } arrive: { $free ->
        [one] { $free } seat is
       *[other] { $free } seats are
    } free at table { $code }{ raid-kept.page }.{ $waits ->
        [yes] {" "}The game waits two minutes for them, unless its host starts it.
       *[no] {""}
    }
raid-crowd = Raiders of { $who }: there is room for all of you. Say "{ $prefix }{ $line }" to be in.
    .page = Raiders of { $who } arrive: there is room for all of them.
stream-switched-off = { $on ->
    [yes] {""}
   *[no] {" "}(off)
}
stream-chips = { $cost } points give { $amount } suckers{ stream-switched-off }.
stream-seat = { $cost } points give a seat{ stream-switched-off }.
stream-stake = { $cost } points stake { $amount } with a crowd{ stream-switched-off }.
opened-as-usual = As is usual here: { $options }.
    .page = Its options are the ones that are usual here.
who-winner = Who wins at table { $code }?
who-loser = Who loses most at { $code }?
who-house = Does the House win at { $code }?
who-alone = Does one player win alone at { $code }?
who-broke = Does anybody lose all they have at { $code }?
who-feat = Does anybody do a feat at { $code }?
mirror-code = Table { $code } can stand in another place too. A moderator there says "{ $prefix }mirror { $word }" within ten minutes. People sit down from both; the table stays yours.
    .page = Table { $code } can stand in another place too: its code there is { $word }, for a moderator of that place, within ten minutes. People sit down from both; the table stays yours.
would-mirror = Table { $code } ({ $game }) of another place would stand here too: people here could sit down, its host and moderators would look after it, and who plays for purses has one there.
mirror-done = Done: table { $code } stands here too.
mirror-over = Done: table { $code } stands in one place again.
mirrored = Table { $code } stands in one more place now, and people there may sit down too.
mirror-ends = Table { $code } stands in one place again. Whoever sits stays seated.

## Moderators

moderator = Moderator { $name }
moderator-who-plays = Moderator { $name } (who plays at this table)
staff-reason = Reason: "{ $reason }".
staff-skips = { $moderator } ends the time of { $who }.
staff-moves-on = { $moderator } moves the game on.
staff-removes = { $moderator } takes { $who } off the table for good.
table-puts-out = { $who } is put out of this table.
host-admits = { $who } can sit down at table { $code } again.
put-out-asked = { $by } asks to put { $who } out of this table. { $needed } of { $count } must agree, { $by } among them: "{ $prefix }{ $code } agree { $number }" within { $seconds } seconds. The game goes on meanwhile.
    .page = { $by } asks to put { $who } out of this table. { $needed } of { $count } must agree within { $seconds } seconds, { $by } among them. The game goes on meanwhile.
put-out-passes = { $votes } of { $count } agree.
put-out-over = The vote is over with that.
put-out-fails = Nobody is put out: too few agreed in time.
staff-admits = { $moderator } lets { $who } sit down at this table again.
motion-is = { $moderator } asks to { $deed }. Who plays here for purses can't do that alone: another moderator, who doesn't, has { $seconds } seconds to say "{ $prefix }{ $code } agree { $number }". If none does, those with something at stake here decide, by the same word. The clock stands still till then, { $minutes } minutes at most; a moderator lets it go on earlier with "{ $prefix }{ $code } resume".
    .page = { $moderator } asks to { $deed }. Who plays here for purses can't do that alone: another moderator, who doesn't, has { $seconds } seconds to agree. If none does, those with something at stake here decide. The clock stands still till then, { $minutes } minutes at most; a moderator can let it go on earlier.
motion-reset = call the game off and go back to the lobby
motion-put-out = put { $who } out of this table
motion-end = close the table, and call off what is on
motion-remove = take { $who } off the table for good
motion-stands = { $who } asks to { $deed }.
motion-agreed = { $moderator } agrees.
motion-votes = { $counts ->
    [yes] { $count } of { $needed } agree.
   *[no] { $count } of { $needed } agree; it counts if no other moderator decides in the first minute.
    }
motion-to-vote = No other moderator has decided, so those with something at stake here do: { $count ->
    [one] the other one
   *[other] { $needed } of the { $count } others
} must say "{ $prefix }{ $code } agree { $number }" within { $seconds } seconds, or nothing is done.
    .page = No other moderator has decided, so those with something at stake here do: { $count ->
    [one] the other one
   *[other] { $needed } of the { $count } others
} must agree within { $seconds } seconds, or nothing is done.
motion-passes = Those with something at stake agree: { $votes } of { $count }.
motion-fails = Nothing is done: too few agreed in time. Everybody has the time that was left.
motion-asker-left = Nothing is done of what { $who } asked for, who has left. Everybody has the time that was left.
motion-too-late = Nothing is done: the table has moved on since it was asked.
staff-pauses = { $moderator } pauses the table, for an hour at most: the clock stands still, and no move counts.
pause-is-over = The pause by { $who } has lasted an hour and is over: everybody has the time that was left.
staff-resumes = { $moderator } lets the table go on: everybody has the time that was left.
staff-says = { $moderator } says "{ $prefix }{ $line }".
    .page = { $moderator } acts in the host's place.
staff-resets = { $moderator } takes the table back to the lobby.
staff-ends = { $moderator } closes the table.
staff-done = Done: table { $code } is told.
would-skip = The time of { $who } at table { $code } would be up now, and the game would go on as its rules say.
would-move-on = The clock of table { $code } would run out now, and the game would go on as its rules say.
would-remove = { $kind ->
    [bot] { $who } would be off table { $code }.
    [playing] { $who } would be off table { $code } for good, under whichever account, until a moderator says "{ $prefix }{ $code } admit { $name }". The rules say what becomes of the seat in this game; what is left is paid back when it ends.
   *[waiting] { $who } would be off table { $code } for good, under whichever account, until a moderator says "{ $prefix }{ $code } admit { $name }". What lies there is paid back.
}
    .page = { $kind ->
    [bot] { $who } would be off table { $code }.
    [playing] { $who } would be off table { $code } for good, under whichever account, until a moderator lets them in again. The rules say what becomes of the seat in this game; what is left is paid back when it ends.
   *[waiting] { $who } would be off table { $code } for good, under whichever account, until a moderator lets them in again. What lies there is paid back.
}
admit-whom = Taken off table { $code }: { $who }. { $last } would be let in again.
would-ask = As you play there for purses, you can't do it alone: another moderator is asked, and if none answers in a minute, those with something at stake there.
moved-on-since = Nothing was done: table { $code } has moved on since you were asked. "{ $prefix }{ $code } pause WHY" holds it.
    .page = Nothing was done: the table has moved on since you were asked. A pause holds it.
would-reset = { $phase ->
    [playing] The game at table { $code } would be void: what is decided is paid, all other stakes go back, its seed is shown, and the same people sit in the lobby.
   *[other] The series at table { $code } would be over: a pot that it carried on goes back to those who sit, and the same people sit in the lobby.
}
would-end = { $phase ->
    [playing] The game at table { $code } would be void: what is decided is paid, all other stakes go back, its seed is shown, and the table closes.
   *[other] Table { $code } would close, and everybody is paid back what lies there.
}
confirm-with = To do it, say "{ $prefix }{ $line }".
    .page = Shall it be done?
    .slash = Shall it be done?
called-off = Games called off here, in all: { $count }; people taken off a table by moderators: { $removed }; turns that they ended: { $skipped }; purses that they corrected: { $corrected }; looks at others' purses and tables: { $looked }.
the-bot-itself = by itself
void-reason = { $why ->
    [broken] something broke in it
    [key-lost] its dice key is lost
    [stream-away] the stream stayed offline
    [unreachable] nobody there could be told anything for hours
   *[unreadable] its table could not be read any more
}
dispute-is = All that is known of table { $code }, in a file: what was told, typed, shown and done. { $game ->
    [on] A game is on, so it holds only what everybody could see; ask again when it has ended.
   *[over] What was private of games that have ended is in it.
}
log-empty = The log is empty.
which-dispute = About which table? Say its code: "{ $prefix }mod dispute K7Q".
    .page = About which table? Choose it first.
mod-words = For moderators: { $words }; "{ $prefix }help WORD" tells more. "{ $prefix }mod log" shows who did what, "{ $prefix }mod flows" how suckers went, "{ $prefix }mod dispute K7Q" gives you all that settles a dispute about a table. Everybody can read who looked. If a table is stuck: "{ $prefix }K7Q skip" moves it on, "{ $prefix }K7Q reset REASON" takes it back to the lobby; then send the line that answers it, or press its button.
server-prefix = A command begins with { $sign } here.
server-staff = Moderators are those with the roles { $roles }, and whom the platform calls one.
server-no-staff = Moderators are those whom the platform calls one.
server-calls =
    { $way ->
        [card] People are called to their turn by the table's own message, which comes anew.
        [dm] People are called to their turn by direct message.
        [off] Nobody is called to their turn.
       *[ping] People are called to their turn by a short message, which goes when they have played.
    }
server-threads = Each table gets a thread of its own.
server-channel = Tables stand in the channel where they are opened.
server-fair = Fair play of each game is told { $own ->
    [yes] in a channel of its own
   *[no] beside its table
}, in messages that nobody edits or deletes.
server-allowance = { $amount ->
    [0] Nobody is given anything daily.
   *[other] Whoever looks into their purse is given { $amount } once a day.
}
server-archive = Finished games are kept here for { NUMBER($days, useGrouping: 0) } days.
server-lacks-nothing = All is well here: I can show tables, and have all that I need for them.
server-as-before = It is so already.

## Answers to one person

pings-on = You are called in the channel when it is your turn. "{ $prefix }pings dm" or "{ $prefix }pings off" changes that.
    .page = You are called in the channel when it is your turn.
pings-off = You are never called, so keep an eye on the clock. "{ $prefix }pings on" changes that.
    .page = You are never called, so keep an eye on the clock.
pings-dm = You are called by direct message when it is your turn. "{ $prefix }pings on" or "{ $prefix }pings off" changes that.
    .page = You are called by direct message when it is your turn.

your-purse = Your purse here holds { $amount } { $amount ->
    [one] sucker
   *[other] suckers
}. They can't be bought or cashed.
purse-at-tables = Besides, { $amount } lie before you at tables.
entry-of-one = { $amount } · { $why }, { $ago }
entry-of-all = { $amount } from { $source } to { $target } · { $why }, { $ago }
entry-table = a table
entry-somebody = somebody
entry-bank = the bank
entry-buy-in = bought in{ $known ->
    [yes] {" "}at table { $note }
   *[no] {""}
}
entry-paid-back = paid back{ $known ->
    [yes] {" "}at table { $note }
   *[no] {""}
}
entry-welcome = welcome
entry-joined = joined, as two selves became one
entry-joined-welcome = a welcome given back: it is paid once a person
entry-idle = closed, as its guest was not here for 90 days
entry-refill = a refill, as the purse was nearly empty
entry-reward = a reward for the channel's points
entry-refund = given back from a table that could not be read
entry-house-won = won by the House{ $known ->
    [yes] {" "}at table { $note }
   *[no] {""}
}
entry-house-paid = paid by the House{ $known ->
    [yes] {" "}at table { $note }
   *[no] {""}
}
entry-went-home = gone to the community's purse
entry-came-home = come from another place of the community
entry-brought = brought from another bot by { $note }
entry-given-back = given back: it came from another bot
entry-corrected = corrected by { $note }
corrected = { $by } corrects the purse of { $who } by { $change } ({ $why }){ $two ->
    [yes] , and { $agreed } agrees. It holds { $balance } now.
   *[no] . It holds { $balance } now.
}
your-last-entries = The last entries:
your-purse-allowance = The bank gives you { $allowance }, as to everybody here once a day: your purse holds { $amount } now.
entry-allowance = the day's allowance
entry-gift = a gift
entry-gift-from = a gift from { $who }
entry-gift-to = a gift to { $who }
your-purse-refilled = Your purse was nearly empty, so the bank puts { $refill } in: it holds { $amount } now.
ago-now = just now
ago-minutes = { $count } min ago
ago-hours = { $count } h ago
ago-days = { $count ->
    [one] yesterday
   *[other] { $count } days ago
}
ended-void = called off ({ $why })
ended-house = the House won
ended-nobody = nobody won
ended-alone = { $who } won{ $gain ->
    [0] {""}
   *[other] {" "}{ $gain }
}
ended-won = { $who } won{ $gain ->
    [0] {""}
   *[other] {" "}{ $gain }
} against { $others }
replay-at = Game { NUMBER($number, useGrouping: 0) } of { $game }, to be watched again: { $address }
film-to = To { $who }: { $told }
film-did = { $who }: { $deed }.
film-secret = { $who } did something in secret.
film-had = { $who } had { $chance } %: { $deed }.
film-left = { $who } left.
film-time-up = The time is up.
film-silent = { $who } said nothing in time.
film-own = { $who }: { $told }
feats-done = New feats. { $all }{ $more ->
    [0] {""}
   *[other] {" "}· and { $more } more
}
feats-of = { $name }: { $feats }
had-been-low = was at { $chance } %
flows-are = Suckers that went from one to another, in games of two for purses and as gifts; what chance seldom brings stands first:
flow-line = { $far ->
    [yes] ⚠ { $source } → { $target } · { $net }
   *[other] { $source } → { $target } · { $net }
} ({ $games } { $games ->
    [one] game
   *[other] games
}: { $won }, usual swing { $swing }; gifts: { $gifts })
flows-none = Nothing went from one to another here yet.
your-hand-empty = There is nothing in your hand.
your-moves = You may: { $moves }.
no-moves-now = There is nothing for you to do now.
no-odds-now = There are no odds to tell now.
you-sit-already = You sit at table { $code } already.
    .page = You have a seat already.
welcome = You sit at table { $code }.
    .page = You have a seat.
kept-for-start = Your { $verb } is kept for the start.
    .page = That is kept for the start.
changed-for-start = "{ $stake }" is kept for the start now, instead of "{ $before }".
    .page = Kept for the start now: { $stake }, instead of { $before }.
kept-for-next = "{ $stake }" is kept for the next round at table { $code }.
    .page = Kept for the next round: { $stake }.
bought-for-next = The buy-in of { $amount } was taken out of your purse and lies there until you leave: "{ $prefix }leave".
    .page = The buy-in of { $amount } was taken out of your purse and lies there until you leave.
changed-for-next = "{ $stake }" is kept for the next round at table { $code } now, instead of "{ $before }".
    .page = Kept for the next round at table { $code } now: { $stake }, instead of { $before }.
stake-taken-back = Your stake for the next round is taken back.
you-wait = You sit down at table { $code } with the next round. "{ $prefix }leave" takes your stake back.
    .page = You sit down with the next round. If you leave before it begins, your stake comes back.
your-next = Kept for the next round: "{ $stake }".
    .page = Kept for the next round: { $stake }.
move-taken = Your { $verb } is taken.
    .page = Your move is taken.
receipt = Its receipt: { $receipt }.
receipt-game = Game { NUMBER($number, useGrouping: 0) } is sealed { $seal }, with { $mixed } mixed in.
receipt-of = Receipt of your { $verb }: { $receipt }.
    .page = Receipt: { $receipt }.
history-is = Last at table { $code }:
fair-play-on = Game { NUMBER($number, useGrouping: 0) } is on: sealed { $seal }, with { $mixed } mixed in; head after what all saw: { $head }.
    .page = Game { NUMBER($number, useGrouping: 0) } is on. Sealed: { $commitment }. Mixed in: { $entropy }. Head after what all saw: { $whole }.
fair-play-stamp = Level 2, if { $stamp } is the platform's number of the message that started it{ $link ->
        [none] {""}
       *[text] : { $link }
    }
fair-play-no-stamp = Level 1: no platform's number is mixed in.
fair-play-over = Game { NUMBER($number, useGrouping: 0) } is over: sealed { $seal }, with { $mixed } mixed in; end { $end }. "{ $prefix }verify" hands out its record.
    .page = Game { NUMBER($number, useGrouping: 0) } is over. Sealed: { $commitment }. Mixed in: { $entropy }. End: { $whole }.
fair-play-texts = Texts for the dice: { $texts }.
fair-play-next = Game { NUMBER($number, useGrouping: 0) } comes next, sealed { $seal }.
    .page = Game { NUMBER($number, useGrouping: 0) } comes next. Sealed: { $commitment }.
fair-play-receipts = Your receipts in game { NUMBER($number, useGrouping: 0) }: { $receipts }.
verified = Here is the record of game { $game }. "potluck verify FILE" checks it without asking us.
    .page = Here is the record of game { $game }: with it the dice can be checked without asking us.
verified-posted = Compare it with what you were told: sealed { $seal }, { $mixed } mixed in, end { $end }.
verified-link = That message: { $link }
verified-page = Or check it in your browser: { $address }
    .page = Check it here: { $address }
verify-differs = It does not check out here: line { $row } of it is not what follows from the seed and the rules.
fair-level-0 = Level 0: its dice were loaded, and prove nothing.
fair-unsealed = Level 0: its seal was told with its start and not before, so it shows only that nothing was changed afterwards.
fair-level-1 = Level 1: its dice were fixed before anybody sat down, but fixed by us.
fair-level-2 = Level 2, if { $stamp } is the platform's number of the message that started it: nobody, we included, could know its dice before.
taken-before = That was taken before, so nothing is done a second time.
taken-before-receipt = That was taken before, so nothing is done a second time. Its receipt: { $receipt }.
moved-on = Too late: the table has moved on since that button.
tables-here = Open here: { $tables }.
all-full = All tables here are full. "{ $prefix }open GAME" opens another.
    .page = All tables here are full. You can open another.
all-full-now = All tables here are full.
help-intro = Say "{ $prefix }WORD" here, or just WORD to me in private. If you sit at several tables, put the code first: "{ $prefix }K7Q table".
    .slash = Press what stands under a table's card, or type a command. If you sit at several tables, choose one with "table". Without a menu: mention me, or write to me in private, and say the words.
help-at-once = In one line: "{ $line }".
help-moves = Moves: { $moves }.
help-host = Words: { $commands }.
    "{ $prefix }help WORD" tells more. Suckers are for fun: they can't be bought or cashed.
    .slash = All commands are listed when you type { $prefix }; what can be done at a table stands under "table", what is yours alone under "me". "{ $prefix }help WORD" tells more of one. Suckers are for fun: they can't be bought or cashed.
usage-is = { $usage }: { $help }
stands-for = "{ $prefix }{ $alias }" stands for "{ $prefix }{ $word }". { $help }
option-is = { $option }, an option of { $game }: { $meaning }.
rules-otherwise = At this table:
rules-option = - `{ $option }`: { $meaning }
    .page = - { $meaning }
rules-options = - and { $options }
    .page = - and { SPELLED($options) }
rules-more = All of it: "{ $prefix }{ $line } more". One thing: "{ $prefix }{ $line } { $example }".
    .page = {""}
rules-all = All of it: "{ $prefix }{ $line } more".
    .page = {""}
rules-not-here = Not played here, but where { $options } is set:
    .page = Not played here:

## Refusals: what was wrong, the rule, what would work

not-your-turn = It is not your turn: waiting for { $awaited }.
not-now = "{ $verb }" is not possible now.
    .page = That is not possible now.
out-of-range = Say a whole number from { $low } to { $high }{ $field ->
    [none] {""}
   *[other] {" "}({ $field })
}.
    .page = It takes a whole number from { $low } to { $high }{ $field ->
        [none] {""}
       *[other] {" "}({ SPELLED($field) })
    }.
all-you-have = You have no more at this table.
only-number = Only { $value } will do{ $field ->
    [none] {""}
   *[other] {" "}({ $field })
}.
    .page = Only { $value } will do{ $field ->
        [none] {""}
       *[other] {" "}({ SPELLED($field) })
    }.
not-among = Say one of these: { $values }{ $field ->
    [none] {""}
   *[other] {" "}({ $field })
}.
    .page = It takes one of these: { $values }{ $field ->
        [none] {""}
       *[other] {" "}({ SPELLED($field) })
    }.
exactly-so-many = Choose { $count } of those offered{ $field ->
    [none] {""}
   *[other] {" "}({ $field })
}.
    .page = Choose { $count } of those offered{ $field ->
        [none] {""}
       *[other] {" "}({ SPELLED($field) })
    }.
not-so-many = Choose { $least } to { $most } of those offered{ $field ->
    [none] {""}
   *[other] {" "}({ $field })
}.
    .page = Choose { $least } to { $most } of those offered{ $field ->
        [none] {""}
       *[other] {" "}({ SPELLED($field) })
    }.
not-all = Name all of those offered, each once{ $field ->
    [none] {""}
   *[other] {" "}({ $field })
}.
    .page = Choose all of those offered, each once{ $field ->
        [none] {""}
       *[other] {" "}({ SPELLED($field) })
    }.
not-a-number = "{ $word }" won't do: say a whole number, like 50, 1,000 or 10k.
    .page = "{ $word }" won't do: it takes a whole number, like 50, 1,000 or 10k.
not-an-amount = "{ $word }" won't do: say a whole number, like 50, 1,000 or 10k, or a share, like half, 25% or all.
    .page = "{ $word }" won't do: it takes a whole number, like 50, 1,000 or 10k, or a share, like half, 25% or all.
not-a-card = "{ $word }" is no card: say 7, 10, Q or joker; suits are not needed.
    .page = "{ $word }" is no card.
no-such-seat = Nobody here is called "{ $word }": say a name, or the number of a seat.
    .page = Nobody here is called "{ $word }".
which-spot = Which one of "{ $word }"? Say { $spots }.
    .page = Which one of "{ $word }" is meant?
which-seat = "{ $word }" could be { $who }: say the number of the seat.
    .page = "{ $word }" could be { $who }.
not-a-spot = "{ $word }" is not a thing on the table: name it like pete1 or 1.1.
    .page = "{ $word }" is not a thing on the table.
wing-is-out = "{ $word }" belongs to "{ $wing }", which this bot does without now. What was stored and set with it is kept.
unknown-verb = I don't know "{ $verb }". "{ $prefix }help" lists what I know.
nearest-verbs = I don't know "{ $verb }". Did you mean { $nearest }?
missing-argument = Say { $lacks }: "{ $usage }".
too-many-words = I don't understand "{ $word }" there: "{ $usage }".
too-long = That line is too long: { $most } characters at most.
for-example = { $line } (for example)
would-work = You may: { $moves }.
    .page = What you can do now lies before you.
not-seated = You don't sit at a table here. "{ $prefix }join" sits you down, "{ $prefix }open GAME" opens a table.
    .page = You don't sit at a table here. Sit down at one, or open one.
not-seated-yet = You don't sit at a table here. "{ $prefix }join" sits you down.
    .page = You don't sit at a table here. Sit down at one.
not-seated-now = You don't sit at a table here, and nobody can sit down now. "{ $prefix }open GAME" opens another.
    .page = You don't sit at a table here, and nobody can sit down now. You can open another.
nobody-sits-now = You don't sit at a table here, and nobody can sit down now.
seated-elsewhere = Your table stands in another channel: say it there, or to me in private. You sit at none here.
    .page = Your table stands in another place. You sit at none here.
not-seated-there = You don't sit at table { $code }. "{ $prefix }join { $code }" sits you down.
    .page = You don't sit at this table: sit down first.
no-table = No table is open here. "{ $prefix }open GAME" opens one: { $games }.
    .page = No table is open here. You can open one.
no-table-yet = No table is open here. { $only ->
    [owner] Whoever owns this place opens one
    [moderators] Whoever owns this place or a moderator opens one
   *[some] Moderators open one, and: { $who }
}: "{ $prefix }open GAME". { who-else-opens }
    .page = No table is open here. { $only ->
    [owner] Whoever owns this place opens one.
    [moderators] Whoever owns this place or a moderator opens one.
   *[some] Moderators open one, and: { $who }.
}
who-else-opens = Then it is open to all.
no-crowd-yet = No table takes stakes here yet. { $only ->
    [owner] Whoever owns this place opens one for all
    [moderators] Whoever owns this place or a moderator opens one for all
   *[some] Moderators open one for all, and: { $who }
}: "{ $prefix }{ $line }". { who-else-opens }
    .page = No table takes stakes here yet. { $only ->
    [owner] Whoever owns this place opens one.
    [moderators] Whoever owns this place or a moderator opens one.
   *[some] Moderators open one, and: { $who }.
}
no-stakes-here = Table { $code } is open here: { $game }, and only those who sit there play.{ $left ->
    [no] {""}
   *[yes] { $way ->
        [join] {" "}"{ $prefix }{ $code } join" sits you down.
       *[other] {" "}When its game is over, "{ $prefix }{ $code } join" sits you down.
    }
}
    .page = Table { $code } is open here: { $game }, and only those who sit there play.
table-lost = Table { $code } could not be read any more: it is void, and all stakes went back. "{ $prefix }voids" says why.
    .page = Table { $code } could not be read any more: it is void, and all stakes went back.
table-newer = Table { $code } is kept as it is, with all that is staked, but can't be read here now: its game is not installed, its key is missing, or another version of Potluck made it. It goes on once whoever runs the bot has put that right; until then you can open: { $games }.
no-such-table = There is no table { $code } here: it was closed, or its code has a slip in it. "{ $prefix }tables" lists those that are open.
    .page = There is no table { $code } here: it was closed, or its code has a slip in it.
table-not-yours = You sit at no table { $code }. Sit down where it stands: from then on you can play it from here, too.
which-table = Which table? Put its code first: { $codes }.
    .page = Which table? Choose one of { $codes } first.
which-game = Which game? "{ $prefix }open GAME" opens one: { $games }.
    .page = Which game? Choose one of these: { $games }.
no-such-part = There is nothing about "{ $word }" in these rules. Parts: { $parts }.
no-such-game = "{ $word }" is not a game here. Games: { $games }.
choose-so = { $how ->
    [taken] { $word } is taken by { $who }. Free:
    [unknown] There is no { $word } to choose. Free:
   *[none] Free to choose:
} { $free }. Say "{ $prefix }choose { $example }".
    .page = { $how ->
        [taken] { $word } is taken by { $who }. Free: { $free }.
        [unknown] There is no { $word } to choose. Free: { $free }.
       *[none] Free to choose: { $free }.
    }
nothing-to-choose = At table { $code } nobody has anything to choose for themselves.
table-full = Table { $code } is full: { $seats } { $seats ->
    [one] seat
   *[other] seats
}.
    .page = { $seats ->
        [one] The seat is taken.
       *[other] All { $seats } seats are taken.
    }
all-seats-taken = Table { $code } is full: { $seats } { $seats ->
    [one] seat
   *[other] seats
}.
    .page = { $seats ->
        [one] The seat is taken.
       *[other] All { $seats } seats are taken.
    }
game-is-on = A game is on at table { $code }: wait until it is over.
    .page = A game is on: wait until it is over.
round-is-on = A round is on at table { $code }: "{ $prefix }{ $line }" stakes for the next one.
    .page = A round is on: you can stake for the next one.
crowd-stands-here = Table { $code } stands here for all, and its options are its host's: "{ $prefix }{ $line }" stakes there. "{ $prefix }open { $other }" opens a table of your own.
    .page = Table { $code } stands here for all, and its options are its host's: stake there, or open a table of your own.
crowd-has-options = Table { $code } stands here for all, and its options are its host's: "{ $prefix }{ $line }" stakes there.
    .page = Table { $code } stands here for all, and its options are its host's: stake there.
stake-is-not-all = Your stake is not all that you can lose at table { $code }: it takes { $buyin } out of your purse, { $risk }, and it is played with { $options }; to sit down there, say "{ $prefix }{ $code } join".
    .page = Your stake is not all that you can lose at table { $code }: it takes { $buyin } out of your purse, { $risk }, and it is played with { SPELLED($options) }. Sit down there?
    .slash = Your stake is not all that you can lose at table { $code }: it takes { $buyin } out of your purse, { $risk }, and it is played with { $options }. Sit down there?
start-is-the-hosts = "{ $prefix }{ $verb }" is for the host, { $host }, and for moderators. When the host has said nothing for two minutes, it counts as a vote.
    .page = That is for the host, { $host }, and for moderators. When the host has said nothing for two minutes, it counts as a vote.
next-begins-soon = { next-one } at table { $code } begins in { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }.
    .page = { next-one } begins in { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }.
stack-too-small = With { $stack } suckers nobody could begin: it takes { $least }. { $how ->
    [purse] Say buyin={ $least } or more
   *[chips] Set a larger stack
}, or smaller stakes.
option-is-settled = { $field } stands as long as this match goes on: change it after the match, or open another table.
    .page = { SPELLED($field) } stands as long as this match goes on: change it after the match, or open another table.
no-game-yet = No game is on at table { $code }. Its host begins one with "{ $prefix }start".
    .page = No game is on yet.
close-later = A game for purses is on at table { $code }: it can be closed when the game is over.
too-few-seats = This game takes { $seats } players or more; { $sitting } { $sitting ->
    [one] sits
   *[other] sit
} here. "{ $prefix }bots" seats a house bot.
    .page = This game takes { $seats } players or more; { $sitting } { $sitting ->
        [one] sits
       *[other] sit
    } here. House bots can fill the seats.
only-the-host = "{ $prefix }{ $verb }" is for the host, { $host }.
    .page = That is for the host, { $host }.
close-by-staff = "{ $prefix }close" is for the host, { $host }. A moderator closes a table with a reason, which the log keeps: "{ $prefix }{ $code } end", and the reason behind it.
    .page = That is for the host, { $host }. A moderator closes a table with a reason, which the log keeps.
no-bots-here = House bots play for purses only where the owner allows it. A table that is opened with "money=chips" takes them.
    .page = House bots play for purses only where the owner allows it. A table for chips takes them.
bots-would-lose = What house bots play for at a table for purses is the bank's, and whoever wins it has it for nothing. Play for chips with them, or { who-is-generous }.
    .page = What house bots play for at a table for purses is the bank's, and whoever wins it has it for nothing. Play for chips with them, or ask whoever owns this place.
who-is-generous = ask whoever owns this place
house-would-lose = { $options } won't do at a table for purses: there the House pays only what no play can win from it in the long run. Say { $instead }, or leave it out. Where suckers may come out of nothing, { who-is-generous }.
    .page = At a table for purses the House pays only what no play can win from it in the long run. So this won't do: { SPELLED($options) }. This does, and is set by itself: { SPELLED($instead) }.
house-pays-no-more = The next game doesn't begin: in this place the House now pays no more than it wins. The host makes this table fit with "{ $prefix }{ $code } options { $options }".
    .page = The next game doesn't begin: in this place the House now pays no more than it wins. The host makes this table fit: { SPELLED($options) }.
bots-play-no-more = The next game doesn't begin: house bots now play for purses here no more, since what they lose is the bank's. A moderator takes them off with "{ $prefix }{ $code } remove { $name }", or the host closes the table.
    .page = The next game doesn't begin: house bots now play for purses here no more, since what they lose is the bank's. A moderator takes { $name } off, or the host closes the table.
for-chips-alone = { $options } is for tables for chips. At one for purses who has too little leaves, and sits down again to buy in from the purse. Say { $instead }, or leave it out.
    .page = This is for tables for chips: { SPELLED($options) }. At one for purses who has too little leaves, and sits down again to buy in from the purse.
bad-option = That won't do: { $reason }.
    .page = That won't do: { SPELLED($reason) }.
no-such-option = There is no option "{ $key }". Options: { $options }.
no-first-stake = No stake is said before a game of { $games }: "{ $prefix }open { $games }" opens it.{ $purses ->
    [yes] {" "}"{ $prefix }open { $games } money=purse buyin={ $amount }" has everybody bring { $amount } suckers out of their purse.
   *[no] {""}
}
    .page = No stake is said before a game of { $games }.
option-form = Options are given like { $example }, not "{ $word }".
options-fixed = The options stand until the game is over.
not-for-money = { $game } is not played for suckers: leave "money=purse" out.
    .page = { $game } is not played for suckers: purses have no part in it.
money-fixed = Money and buy-in are chosen when a table is opened: "{ $prefix }open { $game } money=purse buyin=200".
    .page = Money and buy-in are chosen when a table is opened.
purse-too-small = Your purse holds { $balance }; the buy-in is { $buyin }.{ $low ->
    [yes] {" "}"{ $prefix }wallet" fills up a purse that is nearly empty, once a day.
   *[no] {""}
}
    .page = Your purse holds { $balance }; the buy-in is { $buyin }.{ $low ->
        [yes] {" "}Looking into a purse that is nearly empty fills it up, once a day.
       *[no] {""}
    }
nobody-can-play = Nobody has enough left to play on, and at this table nobody buys in again. "{ $prefix }close" ends it.
    .page = Nobody has enough left to play on, and at this table nobody buys in again. The host can close it.
seats-held-up = No game can be played like this: { $who }{ $more ->
    [0] {""}
   *[other] {" "}and { $more } more
} { $count ->
    [one] has
   *[other] have
} too few suckers{ $least ->
    [0] {""}
   *[other] ; it takes { $least }
}. { $how ->
    [purse] Leave and sit down again to buy in.
    [leave] "{ $prefix }leave" makes room for others.
   *[rebuy] "{ $prefix }rebuy" gets new chips, and "{ $prefix }leave" makes room for others.
}
    .page = No game can be played like this: { $who }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    } { $count ->
        [one] has
       *[other] have
    } too few suckers{ $least ->
        [0] {""}
       *[other] ; it takes { $least }
    }. { $how ->
        [purse] Leave and sit down again to buy in.
        [leave] Leaving makes room for others.
       *[rebuy] New chips help, and leaving makes room for others.
    }
stack-empty = You have no suckers left at this table. { $how ->
    [purse] "{ $prefix }leave" and sit down again: that buys in from your purse.
   *[rebuy] "{ $prefix }rebuy" gets new chips.
}
    .page = You have no suckers left at this table: { $how ->
        [purse] leave and sit down again, and you buy in from your purse.
       *[rebuy] take new chips.
    }
no-rebuy-here = Nobody buys in again at this table: the host's options say so.
stack-not-empty = { $stack ->
    [0] You are still in the game
   *[other] You still have { $stack }
}: new chips are for whoever has too few to play.
rebuy-without-seat = New chips are for who sits at a table, and you don't sit at table { $code }. { $way ->
    [free] "{ $prefix }join { $code }" sits you down with a fresh stack.
    [on] A game is on there: when it is over, "{ $prefix }join { $code }" sits you down with a fresh stack.
   *[full] All its { $seats } seats are taken: "{ $prefix }join { $code }" sits you down when one is free.
}
    .page = New chips are for who sits at a table, and you don't sit at table { $code }. { $way ->
        [free] Sit down there, and you have a fresh stack.
        [on] A game is on there: when it is over, you can sit down with a fresh stack.
       *[full] All its { $seats } seats are taken: when one is free, you can sit down with a fresh stack.
    }
no-rebuy = This table plays for purses: leave and sit down again to buy in.
wait-first = Wait { $seconds } more { $seconds ->
    [one] second
   *[other] seconds
} before the next round.
secret-in-public = That is a secret move: say it to me in private. It was not taken.
    .page = That is a secret move, and here all would read it: make it among your own moves. It was not taken.
no-games-here = No game has ended here yet.
no-games-there = No such game is kept here.
several-called-so = Several people here are called { $word }{ $told ->
    [yes] : say { $ids } instead.
   *[no] .
}
nobody-called-so = Nobody who has sat down or played here, or has looked into a purse, is called { $word }.
verify-which = A game has a number, and a table has a code: "{ $prefix }verify 17", "{ $prefix }K7Q verify". What you said was { $word }.
    .page = A game has a number, as the list of games shows it. What you said was { $word }.
replay-which = A game has a number: "{ $prefix }replay 17". What you said was { $word }.
    .page = A game has a number, as the list of games shows it. What you said was { $word }.
still-withheld = Game { NUMBER($number, useGrouping: 0) } hides something from the rest of its series. It can be watched and checked when the series is over.
last-still-withheld = The last game hides something from the rest of its series. It can be watched and checked when the series is over.
verify-none = No game { NUMBER($number, useGrouping: 0) } of this place is kept.
own-limit-busy = You are sitting down at another table at this very moment. Say it again in { $seconds } seconds.
own-limit = Your own limit is { $limit } a day. Tables have { $lost } of that, lost in the last 24 hours or still before you, here and elsewhere, and this one wants { $stack }.
own-pause = You have set yourself a pause: no table for purses for { $days } more { $days ->
    [one] day
   *[other] days
}. Tables for chips are open to you.
nothing-to-verify = No game has ended at this table yet.
text-too-long = The text for the dice has at most { $most } characters.
you-left = You have left the table.
you-left-a-stack = You have left the table. { $stack ->
    [0] Nothing of yours stays there.
    [one] One sucker of yours stays there until this game is over, and comes back to your purse then.
   *[other] { $stack } suckers of yours stay there until this game is over; what is left then comes back to your purse.
}
busy-store = One moment: the table's memory does not answer, and this was not taken. Say it again in a moment.
    .page = One moment: the table's memory does not answer, and this was not taken. Try again in a moment.
unsure-store = One moment: I can't tell yet whether this was taken. See "{ $prefix }table" before you say it again.
    .page = One moment: I can't tell yet whether this was taken. Look at the table before you try again.
not-asked-there = Who moderates on { $platform } can't be asked from here now, so nothing was done. Say it in the chat there.
something-broke = Something broke here, and nothing was changed.
staff-only = "{ $prefix }{ $verb }" is for moderators: ask one of them.
    .page = That is for moderators: ask one of them.
owners-only = Only whoever owns this place can change that. "{ $prefix }{ $verb }" alone says how it is set.
    .page = Only whoever owns this place can change that.
no-place = No table is open here. Put the code of the table first: "{ $prefix }K7Q pause".
    .page = No table is open here.
pause-needs-reason = A pause needs a reason that everybody is told: "{ $prefix }{ $code } pause the pizza is here".
    .page = A pause needs a reason, which everybody is told.
reason-needed = A game is on at table { $code }, and calling it off needs a reason that everybody is told: "{ $prefix }{ $code } { $command } the stakes were wrong".
    .page = A game is on, and calling it off needs a reason that everybody is told.
reason-too-long = A reason has at most { $most } characters.
skip-plays = You play at table { $code } for purses: there its clock ends a turn, or another moderator.
enough-plays = You play at table { $code } for purses: there the host says so, or a moderator who doesn't play.
motion-needs-reason = You play at table { $code } for purses, so others decide, and need a reason that everybody is told: "{ $prefix }{ $code } { $command } the stakes were wrong".
    .page = You play at this table for purses, so others decide, and need a reason that everybody is told.
motion-on = { $who } has asked for something at table { $code } already: wait until it is decided.
no-motion = Nothing is asked at table { $code } that you could agree to, or something else by now: "{ $prefix }{ $code } agree" says what.
    .page = Nothing is asked at table { $code } that you could agree to, or something else by now.
motion-declined = That was asked at table { $code } already, and too few agreed. When the game has moved on, it can be asked again.
motion-own = You have asked for it yourself: others at table { $code } agree, or don't.
motion-not-yours = Other moderators decide it, or those with something at stake at table { $code }.
motion-nothing-at-stake = You have nothing at stake at table { $code } now, so others decide it.
removed-here = { $by ->
    [table] You were put out of table { $code }. You can sit down there again when its host or a moderator says "{ $prefix }{ $code } admit" with your name.
   *[moderator] A moderator took you off table { $code } for good. You can sit down there again when one says "{ $prefix }{ $code } admit" with your name.
}
    .page = { $by ->
        [table] You were put out of table { $code }. You can sit down there again when its host or a moderator lets you in.
       *[moderator] A moderator took you off table { $code } for good. You can sit down there again when one lets you in.
    }
put-out-yourself = You can't put yourself out: "{ $prefix }{ $code } leave" leaves the table.
    .page = You can't put yourself out: leave the table.
put-out-pot = A pot of this series is still open at table { $code }, and nobody is put out of a share in it: when a game has won it, you can.
put-out-purses = At a table for purses nobody is voted out of a game that is on: a moderator can do it, or the host between two games.
put-out-declined = That was asked at table { $code } already, and too few agreed: { $who } stays for this game.
put-out-alone = Besides you and { $who } nobody sits at table { $code } who could agree. "{ $prefix }{ $code } leave" leaves it.
    .page = Besides you and { $who } nobody sits at table { $code } who could agree.
put-out-is-you = It is about you: the others at table { $code } decide.
put-out-by-staff = A moderator took { $who } off table { $code }: one of them lets them in again.
admit-none = Nobody was taken off table { $code }.
admit-nobody = Nobody called { $who } was taken off table { $code }: "{ $prefix }{ $code } admit" says who was.
    .page = Nobody called { $who } was taken off table { $code }.
admit-yourself = Another moderator lets you in at table { $code }.
remove-whom = Whom? Say a name or the number of a seat: "{ $prefix }{ $code } remove pete".
    .page = Who shall leave the table?
remove-too-late = Too late: whoever was meant sits at table { $code } no longer.
gone-already = { $who } has left already.
bots-stay = { $who } is a house bot: it can be removed between games.
paused-already = Table { $code } is paused already, by { $who }. "{ $prefix }resume" lets it go on.
    .page = Table { $code } is paused already, by { $who }.
not-paused = Table { $code } is not paused.
in-lobby-already = Table { $code } is in the lobby already: there is nothing to reset. "{ $prefix }{ $code } end" closes it.
    .page = Table { $code } is in the lobby already: there is nothing to reset.
odd-prefix = A sign is one to { $most } characters such as ? or $, with no letters, digits or blanks and none of @ # / < > ` * _ ~ | [ ]; "off" goes back to the usual one.
odd-roles = Say the roles by their numbers, { $most } at most: "{ $prefix }server staff 123456789", or "{ $prefix }server staff none".
role-of-all = That is the role which everybody has: then everybody would be a moderator.
server-how = Say "{ $prefix }server prefix ?", "{ $prefix }server staff ROLE-ID", "{ $prefix }server calls ping", "{ $prefix }server tables threads", "{ $prefix }server fair here", "{ $prefix }server archive 365", { $switches }"{ $prefix }server allowance 50" or "{ $prefix }server check".
fair-where = Fair play goes to a text channel of this server: say "{ $prefix }server fair here" there, or "{ $prefix }server fair off" for beside each table.
    .page = Fair play goes to a text channel of this place, or beside each table.
server-not-here = There is nothing of that kind to set or to check here.
cannot-show = No table can stand here, for nobody would see it: { $why }

subscribers-only = Table { $code } is for subscribers of its channel, and for its moderators.
admits-otherwise = { $now ->
    [private] Table { $code } is by invitation. The command "public" lets everybody sit down again; then "admits" can be set.
   *[public] The command "private" makes table { $code } one by invitation.
}
    .page = { $now ->
    [private] Table { $code } is by invitation. Let everybody sit down first.
   *[public] Make table { $code } one by invitation instead.
}
invited-only = Table { $code } is by invitation: its host invites people.
vips-only = Table { $code } is for VIPs of its channel, and for its moderators.
followers-only = Table { $code } is for followers of its channel, and for its moderators.
followers-unknown = Table { $code } is for followers of its channel, and who follows can't be told now. A moderator can help: the bot must be a moderator of the channel.
may-not-open =
    { $only ->
        [owner] Only whoever owns this place opens tables here.
        [moderators] Only whoever owns this place and moderators open tables here.
       *[some] Tables are opened here by moderators, and: { $who }.
    }
quiet-hours = It is quiet here until { $until } ({ $zone }): no new tables.
place-not-here = Tables are opened elsewhere here, in: { $places }.
purses-not-here = Nobody plays for purses here; with "money=chips" you can open it.
    .page = Nobody plays for purses here: play for chips.
defaults-how = Say the options after the game, such as "{ $game } KEY=VALUE", or "{ $game } off".
    .page = Those are no options of { $game }.
stakes-how = Say the least and the most that purses buy in with, such as "stakes 50 500", or "stakes off".
    .page = Say the least and the most that purses buy in with: two whole numbers, the smaller one first.
quiet-how = Say from when to when, and in which time zone: "quiet 23:00 07:00 Europe/Berlin", or "quiet off".
    .page = Say from when to when, such as 23:00 and 07:00, and in which time zone.
no-such-zone = "{ $word }" is no time zone that I know. One is called Europe/Berlin.
game-not-here = { $game } is not opened here. Games: { $games }.
one-table-here = Table { $code } is open, and here it is one at a time. "{ $prefix }{ $code } join" sits you down there, if it has room. Where nobody does anything for { $minutes } minutes, it makes room.
    .page = Table { $code } is open, and here it is one at a time. Sit down there, if it has room. Where nobody does anything for { $minutes } minutes, it makes room.
most-tables-here = { $most } tables are open here, which is the most: { $codes }. Sit down at one, as with "{ $prefix }{ $code } join".
    .page = { $most } tables are open here, which is the most: { $codes }. Sit down at one.
venue-wrote-much = What was played here today fills the { $mb } MB that a place may write in a day. Games that are on go on; others begin again after midnight UTC, in { $hours ->
        [one] less than an hour
       *[other] { $hours } hours at most
    }, or when whoever runs this bot allows more.
venue-is-full = This place keeps { $mb } MB of games and purses, the most that a place may keep. Games that are on go on; others begin again when the oldest have left the archive, or when whoever runs this bot allows more.
opened-lately = You opened table { $code } { $ago ->
        [0] just now
        [one] a second ago
       *[other] { $ago } seconds ago
    }, and it is one a minute. { $stands ->
        [yes] It is open: others come to it with "{ $prefix }{ $code } join". The
       *[no] The
    } next can be opened in { $wait } { $wait ->
        [one] second
       *[other] seconds
    }.
    .page = You opened table { $code } { $ago ->
        [0] just now
        [one] a second ago
       *[other] { $ago } seconds ago
    }, and it is one a minute. The next can be opened in { $wait } { $wait ->
        [one] second
       *[other] seconds
    }.
opened-just-now = Somebody is opening a table at this very moment.
opening-cools-down = The next table may be opened in { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}.
stakes-here = Here purses buy in with { $least } to { $most } suckers.
no-pages-here = There are no pages here: whoever runs this bot has not given them an address.
page-in-private = Say that to me in private, and I give you a link of your own.
mydata-is = This file is everything that is kept of you, under each of your selves. Of a game's record it holds the text that you gave for the dice, and the message id in it: these stay, also when you are forgotten, as they are part of the proof.
mydata-packed = It is long, and so packed as a zip file.
mydata-often = You have had that file several times just now: wait { $minutes } minutes for the next.
forget-asked = This takes away all that is kept of you, for good and under each of your selves: purses, record, preferences, your links to other platforms. Games stay, with "somebody" in your place, and so do the texts that you gave for the dice, or their proofs would fail. Whoever comes back gets no second welcome, and a limit that they set themselves still holds. If you want that, say "{ $prefix }forget me yes" within five minutes.
    .page = This takes away all that is kept of you, for good and under each of your selves: purses, record, preferences, your links to other platforms. Games stay, with "somebody" in your place, and so do the texts that you gave for the dice, or their proofs would fail.
forgotten = Done: you are forgotten. What an open table still says of you goes when that table is closed.
forget-seated = You sit at a table. Leave it first: what lies there is yours, and comes back to you.
forget-waits = You have left table { $code }, but suckers of yours stay there until its game is over. Ask again then: they are in your purse by that time, and go with it.
forget-how = To be forgotten, say "{ $prefix }forget me", and once more with "yes" behind it.
    .page = To be forgotten, ask for it, and confirm it within five minutes.
entry-forgotten = back to the bank, as its owner was forgotten
self-code = Your code is { $code }, for { $minutes } minutes. On your other platform, say "link { $code }" to me in private. Then both sides agree, and you are one person there and here: one purse, one record.
self-waits = The other side is { $who } on { $platform }. If that is you, say "{ $prefix }link yes", here and there: then all that both have, purses and records, is { $kept }'s on { $kept_on }. If it isn't you, do nothing.
    .page = The other side is { $who } on { $platform }. If that is you, agree here and there: then all that both have, purses and records, is { $kept }'s on { $kept_on }. If it isn't you, do nothing.
self-agreed = Now say "{ $prefix }link yes" to me as { $who } on { $platform }, too.
    .page = Now agree as { $who } on { $platform }, too.
community-of = the place of { $who } on { $platform }
self-linked = Done: you are { $who } on { $platform }, wherever you play. Purses join at each place when you first say something there. "{ $prefix }link apart" parts you again; what you have stays with { $who }.
    .page = Done: you are { $who } on { $platform }, wherever you play. Purses join at each place when you first say something there. Load this page anew.
self-refused = Nothing was linked, and the code is good no more.
self-parted = Done: your account on { $platform } stands on its own again, with an empty purse. All that you have had together stays with the other.
self-in-private = Say that to me in private: whoever reads your code could say it, too.
self-unknown = That code fits nothing: it is good for { $minutes } minutes, once. Say "{ $prefix }link" to me on the other platform for a new one.
    .page = That code fits nothing: it is good for { $minutes } minutes, once. Get a new one on the other platform.
self-tries = Those were too many codes that fit nothing: wait { $minutes } minutes.
self-taken = Somebody else has said that code. Ask for a new one on the other side.
self-same = That is your own code: say it on the other platform.
self-nobody = Nobody has said your code yet. Say "{ $prefix }link" for one.
    .page = Nobody has said your code yet.
self-not-linked = You are linked to nobody on another platform.
self-which = Say which one parts from you: { $platforms }. For instance "{ $prefix }link apart { $platform }".
    .page = Say which one parts from you: { $platforms }.
linking-busy = Something else is being linked at this very moment. Say it again in a few seconds.
linking-changed = One of you has been linked meanwhile. Begin anew with "{ $prefix }link".
    .page = One of you has been linked meanwhile. Begin anew.
linking-clash = Two people of one platform can't be one, nor can more than nine selves.
parting-seated = You sit at { $codes }, as the one person that you are: a seat can't be parted, nor what lies on it. Leave first: it comes back to your purse. Then say it again.
linking-seated = { $who } on { $platform } sits at a table, or is linked to somebody who does. Leave it first, and say it again.
link-how = That links your accounts on several platforms, and is said to me in private. The way to your page is "{ $prefix }page".
hand-code-unknown = No page waits for that code: it is good for three minutes, once, and only in the chat that the page names. Let the page show a new one.
hand-code-used = Somebody else has shown their hand to that code. Let the page show a new one.
hand-code-no-hand = You sit at no table here whose hand it could show. Sit down first, then say "{ $prefix }page { $code }" again.
hand-code-in-chat = This is your page already. A code is typed in the chat that its page names.
hand-code-sign-in = No code opens a hand here: one signs in with { $platform }{ $known ->
        [yes] , at { $address }
       *[no] {""}
    }. Whoever asked you to type it wanted to see yours.
show-how = To show your hand on a page, type its code first: "{ $prefix }page { $code }". I say what that does, and you answer "{ $prefix }show my hand to { $code }".
hand-alone = This page shows your hand at table { $code } and makes your moves there, nothing else. All other things you say in the chat.
too-many-of-yours = You host { $most } tables, which is the most: { $codes }. Close one first, as with "{ $prefix }{ $code } close".
    .page = You host { $most } tables, which is the most. Close one of them first: its game ends, and whoever sits there leaves with what is theirs.
close-this = Close { $game } ({ $code })
mirror-how = Say "{ $prefix }mirror" at the table for a code, "{ $prefix }mirror CODE" in the other place, "{ $prefix }mirror off" to end it.
mirror-unknown = No table waits for that code: it is good for ten minutes, once. The host gets a new one with "{ $prefix }mirror".
    .page = No table waits for that code: it is good for ten minutes, once. The host can get a new one.
mirror-later = A game is on at table { $code }: it can be shown elsewhere too as soon as that is over.
mirror-most = Table { $code } stands in { $most } places already.
not-mirrored = Table { $code } stands in one place only.
staff-elsewhere = Table { $code } belongs to another place: its own moderators look after it. "{ $prefix }mirror off" takes it away from here.
    .page = Table { $code } belongs to another place: its own moderators look after it. Here it can only be taken away again.

## Tournaments

tournament-how = That is a tournament: it has no game of its own, but its tables have.
tournament-gone = Tournaments are not in use here, so this one can't begin. "{ $prefix }leave" takes you out of it.
    .page = Tournaments are not in use here, so this one can't begin. You may leave it.
tournament-is-seated = The tournament is being seated: a moment, please.
tournament-not-begun = The tournament has not begun: its host says "{ $prefix }start".
    .page = The tournament has not begun: its host begins it.
tournament-is-on = The tournament { $code } has begun: nobody enters it any more.
tournament-is-over = The tournament is over.
no-mirror-of-tournament = A tournament stands in one place: it can't be shown elsewhere too.
tournament-holds-no-more = { $sitting } have entered, and tables of { $seats } hold { $most } at most.
no-tournament-of = There are no tournaments of { $game }, but of { $games }.
tournament-for-chips = A tournament is played for chips and places: leave "money" and "buyin" out.
    .page = A tournament is played for chips and places, never for purses.
tournament-starts-so = This is the lobby of a tournament: its host begins it with "{ $prefix }start".
    .page = This is the lobby of a tournament: its host begins it.
tournament-table = Table { $code } belongs to a tournament: its seats, stakes and games are the tournament's matter. "{ $prefix }leave" gives up.
    .page = Table { $code } belongs to a tournament: its seats, stakes and games are the tournament's matter. Who leaves, gives up.
tournament-ends-so = A tournament ends with all its tables: end the tournament itself.
tournament-fixes = In a tournament { $field } is always { $value }: there the clock raises the stakes, and it is played until one is left.
    .page = In a tournament { SPELLED($field) } is always { $value }: there the clock raises the stakes, and it is played until one is left.
tournament-gathers = A tournament gathers, for { $most } at most, { $seats } at a table; the stakes rise every { $seconds } seconds.
tournament-title = Tournament: { $game }
practice-title = Practice: { $game }
practice-is = Practice: game { NUMBER($number, useGrouping: 0) } is played on from where it was called off. Nothing of it counts.
practice-opened = Table { $code } is open for practice: { $game }, from where game { NUMBER($number, useGrouping: 0) } was called off. Sit down with "{ $prefix }join": whoever played it gets their own seat, and house bots take those that are free. It is for chips, with new dice; no purse, no statistics and no rating know of it, and it leaves no record. Whoever has looked at the replay knows all hands.
    .page = Table { $code } is open for practice: { $game }, from where game { NUMBER($number, useGrouping: 0) } was called off. Whoever played it gets their own seat, and house bots take those that are free. It is for chips, with new dice; no purse, no statistics and no rating know of it, and it leaves no record. Whoever has looked at the replay knows all hands.
practice-over = That was practice: it counts nowhere. It can be played once more from where it began.
practice-called-off = The practice game is over: { $why ->
    [broken] something broke in it
    [unreachable] nobody there could be told anything for hours
    [paused-too-long] nobody ended its pause
    [stream-away] the stream stayed offline
    [host-closed] its host closed the table
    [tournament-ended] its tournament was ended
   *[other] { $why }
}. It counts nowhere.
practice-frozen = The key that this practice game's dice need is not here, so it is over. It counts nowhere.
practice-is-fixed = Table { $code } plays a game on that was called off: its options stand as they were.
practice-begins-so = Table { $code } plays a game on that was called off: it begins with "{ $prefix }start".
    .page = Table { $code } plays a game on that was called off. Its host starts it.
tournament-begins = The tournament begins: { $players } players at { $tables ->
    [one] one table
   *[other] { $tables } tables
}. Seats are drawn by lot, and the stakes rise every { $seconds } seconds.
tournament-seats = { $final ->
    [yes] The final table ({ $code }): { $who }.
   *[no] Table { $number } ({ $code }): { $who }.
}
tournament-broken = Table { $number } ({ $code }) is broken up.
tournament-ends = { $who } ends the tournament: it has no winner, and its tables are closed.
tournament-table-waits = Table { $code } waits: the seats of the tournament are to be drawn anew. Say it again when you are seated.
    .page = Table { $code } waits: the seats of the tournament are to be drawn anew. Do it again when you are seated.
tournament-waits = Seats are to be drawn anew: each table ends its game, and waits.
tournament-table-seated = { $final ->
    [yes] The final table
   *[no] Table { $number }
} of the tournament: { $who }. It begins in { $seconds } seconds.
tournament-level = Level { $level }: from the next { $one ->
    [round] round
   *[game] game
} on { $stakes }. The stakes rise again in { $seconds } seconds.
tournament-out = { $who } is out: place { $place }.
tournament-over = The tournament is over. { $who } wins it, of { $players } players! Places: { $best }.
in-place = { $place }. { $who }
tournament-ranked = Places: { $best }.
tournament-level-is = Level { $level }: { $stakes }. { $left } { $left ->
    [one] player is
   *[other] players are
} left.
tournament-table-seats = Table { $number } ({ $code }): { $who }
    .page = Table { $number }: { $who }
player-has = { $who } { $stack }
tournament-table-has = table { $number } ({ $code }): { $count }
tournament-table-is = { $final ->
    [yes] The final table of the tournament
   *[no] Table { $number } of the tournament
}: { $stakes }
tournament-table-is-seated = The players find their seats
tournament-table-short = { $final ->
    [yes] Final table
   *[no] Table { $number }
}

## Cards

phase-hosting = A tournament
phase-lobby = Waiting for players
phase-playing = Playing
phase-between = Between games
phase-closed = Closed
hands-delivered = { $delivered } of { $hands } hands delivered. Whoever has none says "{ $prefix }hand".
    .page = { $delivered } of { $hands } hands delivered.
button-join = Join
a-choice = Your choice
button-choose = Choose { $choice }
button-leave = Leave
button-start = Start
say-ready = Ready
begins-of-host = { $button } ({ $host })
begins-by-vote = { $button }: { $count } of { $needed }
button-bots = Add a house bot
button-rematch = Next game
button-rematch-game = { button-rematch }
button-rematch-round = Next round
button-close = Close the table
button-rebuy = New chips
button-agree = Agree
button-odds = My odds
button-rules = Rules
button-verify = Check the dice
    .page = Record of the last game
button-tournament = How it stands
button-tournament-level = Raise the stakes
button-tournament-pause = Pause all tables
button-tournament-resume = Go on

move-with = { $more ->
    [0] { $move } { $first }
   *[other] { $move } { $first }: { $rest }
}
value-spot = { $seat } { $index }

# What many games have on their boards: letters alike in all languages, a name at a seat, a card and a die by their faces.
letters = { $text }
piece-pot = In the pot: { $pot }
    .about = Suckers that are played for: whoever wins takes them.
piece-seat = { $seat }
piece-purse = { $seat } has { $stack }
    .about = Suckers, the chips of all games here. Nobody can buy or cash them.
piece-card = { $rank } of { $suit ->
    [S] spades
    [H] hearts
    [D] diamonds
   *[C] clubs
}
piece-joker = joker
piece-die = die showing { $face }

## Commands: help lines

command-open = Open a table of your own, with a first stake and options if you like: "{ $prefix }open GAME mode=duel money=purse". If you may not, the answer says who may.
    .page = Open a table of your own.
    .slash = Open a table of your own.
command-join = Sit down, with a text for the dice if you like: "{ $prefix }join lucky me". With a code, at that table.
    .page = Sit down, with a text for the dice if you like.
    .slash = Sit down at a table; with its code, at that one.
command-leave = Leave the table.
command-bots = Add house bots, as many as you say: "{ $prefix }bots 2". For the host.
    .page = Add house bots, as many as you like. For the host.
command-start = Begin the game, as its host; others say that they are ready. When the host has said nothing for two minutes, it is a vote.
    .slash = Begin the game, as its host; others say that they are ready, or vote if the host is silent.
command-options = Show the options, or set them between games: "{ $prefix }options pay=even". For the host.
    .page = Show the options, or set them between games. For the host.
command-table = Show the table.
command-tables = Show which tables are open here.
command-hand = Your hand, in private.
command-moves = What you may do now.
command-odds = Your own chances now, in private.
command-rules = The rules of this table in short; "{ $prefix }rules more" has all of them, "{ $prefix }rules GAME" those of another game.
    .page = The rules of this table in short.
    .slash = The rules of this table in short, all of them, or those of another game.
command-help = All words, or one of them: "{ $prefix }help join".
    .page = All words, or one of them.
command-history = The last things that happened.
command-fair = What was posted of the game that is on, by which its dice can be checked later, and your own receipts in it.
    .slash = What was posted of this game, to check its dice later, and your own receipts.
command-verify = The record of the last game, to check its dice; of an older one with its number, of another table with its code: "{ $prefix }verify 17", "{ $prefix }K7Q verify".
    .page = The record of the last game, to check its dice.
    .slash = The record of the last game, or of an older one, to check its dice.
command-rematch = The next game, with the same people. For the host, as "{ $prefix }start".
    .page = The next game, with the same people. For the host.
command-choose = Choose for yourself before a game, as a colour; alone, it says what is free.
command-rebuy = New chips when you have none left.
command-close = Close the table. For the host.
command-wallet = Your purse here.
command-voids = What was called off here, by whom and why; also whom moderators took off a table, whose turn they ended, which purses they corrected, and what of others' they looked at.
    .page = What was called off here, by whom and why, and what else moderators did that everybody may read.
    .slash = What was called off here, by whom and why.
command-replay = Where the last game that ended here can be watched again, step by step; an older one with its number: "{ $prefix }replay 17".
    .page = Where the last game that ended here can be watched again, step by step.
    .slash = Where the last game, or an older one, can be watched again, step by step.
slash-choice = What you choose, as a colour
slash-motion = The number that was told with it. None: what is asked
slash-forget = You; to be confirmed
slash-game-number = The number of an older game of this place. None: the last one
command-thread = Move the table into a thread of its own; also "{ $prefix }table in a thread". For the host.
    .page = Move the table into a thread of its own. For the host.
    .slash = Move the table into a thread of its own. For the host.
command-here = Bring a table here, with its code first: "{ $prefix }K7Q here". For the host.
    .page = Bring a table here. For the host.
    .slash = Bring a table here. For the host.
command-mirror = Show this table in another place too: "{ $prefix }mirror" gives the host a code, "{ $prefix }mirror CODE" takes it there (for moderators), "{ $prefix }mirror off" ends it.
    .page = Show this table in another place too: the host gets a code, and a moderator there takes it.
    .slash = Show this table in another place too: the host gets a code, a moderator there takes it.
command-page = Your own page: your hand, your moves, the table. "{ $prefix }page 5P3J": your hand on the page that shows this code. "{ $prefix }page off" closes all of yours.
    .page = Your own page: your hand, your moves, the table.
    .slash = Your own page: your hand, your moves, the table. With "off" all of yours close.
command-show = Answer what I say of a page's code, and your hand is on that page: "{ $prefix }show my hand to 5P3J".
    .page = Show your hand on a page.
    .slash = Answer what I say of a page's code, and your hand is on that page.
command-link = In private: be one person on several platforms.
    .page = Be one person on several platforms.
command-safe = For who streams: "{ $prefix }safe on" shows your hand on your own page alone.
    .page = For who streams: show your hand on your own page alone.
command-face = Choose your face at the tables: "{ $prefix }face fox".
    .page = Choose your face at the tables.
command-lag = How long a word of yours takes to me.
command-mydata = Everything that is kept of you, as a file, in private.
command-forget = Be forgotten: "{ $prefix }forget me" says what that takes away, and is to be confirmed.
    .page = Be forgotten: it says first what that takes away.
    .slash = Be forgotten: it says first what that takes away, and is to be confirmed.
command-time = More time on your turn, out of your time bank: a minute for a game. "{ $prefix }time NAME" gives somebody else of it.
    .page = More time on your turn, out of your time bank: a minute for a game.
    .slash = More time on your turn, out of your time bank, or for somebody else on theirs.
command-enough = No further game starts by itself after this one. For the host.
command-pings = Whether you are called on your turn: "{ $prefix }pings on", "{ $prefix }pings dm" for a direct message, or "{ $prefix }pings off".
    .page = Whether you are called on your turn, in the channel or by direct message.
    .slash = Whether you are called on your turn: in the channel, by direct message, or not at all.
command-skip = The time of those who are awaited is up, with a reason if you like: "{ $prefix }K7Q skip asleep". For moderators.
    .page = The time of those who are awaited is up, with a reason if you like. For moderators.
    .slash = The time of those who are awaited is up. For moderators.
command-remove = Take somebody off the table for good: "{ $prefix }remove pete shouting"; "{ $prefix }admit pete" lets them in again. For moderators, for the host between games, and for those who play, by a vote.
    .page = Take somebody off the table: moderators, the host between games, and those who play by a vote.
    .slash = Take somebody off the table: moderators, the host between games, others by a vote.
command-admit = Let somebody sit down again who was taken off the table: "{ $prefix }K7Q admit pete". For moderators and the host.
    .page = Let somebody sit down again who was taken off the table. For moderators and the host.
    .slash = Let somebody sit down again who was taken off the table. For moderators and the host.
command-agree = Say yes to what a moderator asks for who plays at the table for purses: for other moderators, then for those with something at stake there.
    .slash = Say yes to what a moderator asks for who plays at this table for purses.
command-pause = The clock stands still until "{ $prefix }resume", for an hour at most; needs a reason: "{ $prefix }pause the pizza is here". Nobody loses time. For moderators.
    .page = The clock stands still until the pause is ended, for an hour at most; the reason is told. Nobody loses time. For moderators.
    .slash = The clock stands still until the pause is ended, for an hour at most. For moderators.
command-resume = End a pause: everybody has the time that was left. For moderators.
command-reset = Call the game off, with a reason, and go back to the lobby: "{ $prefix }reset the stakes were wrong". Stakes that are undecided go back. For moderators.
    .page = Call the game off, with a reason, and go back to the lobby. Stakes that are undecided go back. For moderators.
    .slash = Call the game off and go back to the lobby; undecided stakes go back. For moderators.
command-end = Close the table; a game that is on is void, with a reason, and undecided stakes go back. For moderators.
    .slash = Close the table; a game that is on is void, undecided stakes go back. For moderators.
command-mod = What moderators may do; "{ $prefix }mod log 20" shows who did what here, "{ $prefix }mod flows" between whom suckers went, "{ $prefix }mod dispute K7Q" gives all that settles a dispute about a table.
    .page = What moderators may do, and who did what here.
command-server = The settings of this place; whoever owns it and its moderators set them: "{ $prefix }server prefix ?", "{ $prefix }server staff ROLE-ID".
    .page = The settings of this place; whoever owns it and its moderators set them.
    .slash = The settings of this place; whoever owns it and its moderators set them.

## Options of every table, in words

option-money-chips = played with chips of the table's own
option-money-purse = played for purses; the House pays only what no play can win from it
option-buyin = the buy-in is { $value }
option-level = { $value ->
    [0] house bots play anyhow
    [1] house bots play a little
    [2] house bots play well
   *[other] house bots play as well as they can
}
option-pace = house bots take { $value } seconds
option-admits-all = everybody may sit down
option-admits-subscribers = for subscribers of the channel
option-admits-followers = for followers of the channel
option-admits-vips = for VIPs of the channel
option-admits-invited = by invitation
option-spectators-on = everybody may look on
option-spectators-off = pages and overlays show it only to those who sit there
option-chatter-on = house bots say something now and then
option-chatter-off = house bots say nothing
option-solo-on = one person against house bots has ten minutes for each choice, and fresh chips for each game
option-solo-off = the clock runs for everybody
option-seats = at most { $value } at each table of the tournament
option-level_seconds = the stakes of the tournament rise every { $value } seconds
named-money = Played with
named-buyin = Buy-in
named-level = House bots
named-pace = Seconds that house bots take
named-admits = Who may sit down
named-spectators = Onlookers
named-chatter = What house bots say
named-solo = Alone against house bots
named-seats = Most at each table
named-level_seconds = Seconds until the stakes rise

# A table's menu on a page.

menu-options = Options
menu-fair = Proof and receipts
menu-replay = Replay of the last game
menu-history = Story
menu-time = More time
menu-enough = No game after this
menu-mirror = Show in another chat
menu-voids = Games called off
menu-link = Link accounts
menu-wallet = Purse
menu-mydata = My data
menu-forget-me = Forget me
menu-help = All commands
menu-lag = Connection
menu-pause = Pause the table
menu-resume = End the pause
menu-skip = Don't wait any longer
menu-remove = Remove a player
menu-reset = Call the game off
menu-admit = Readmit a player
menu-end = Close the table for good
menu-mod-log = Who did what here
menu-server = Settings of this place
