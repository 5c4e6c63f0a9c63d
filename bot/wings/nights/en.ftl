# What the nights say in English.

night-at = { $day ->
        [0] Monday
        [1] Tuesday
        [2] Wednesday
        [3] Thursday
        [4] Friday
        [5] Saturday
       *[6] Sunday
    } { $date }, { $time } ({ $zone })
night-then = {", then "}
night-course = { $game }{ $special ->
        [yes] {" "}[{ $given }]
       *[no] {""}
    } { $tournament ->
        [yes] as a tournament
       *[no] { $cost ->
            [0] for chips
           *[other] for purses, { $cost } suckers a seat
        }
    }
    .page = { $game }{ $special ->
        [yes] {" "}({ SPELLED($given) })
       *[no] {""}
    } { $tournament ->
        [yes] as a tournament
       *[no] { $cost ->
            [0] for chips
           *[other] for purses, { $cost } suckers a seat
        }
    }
night-would = The night would begin on { $when }{ $weekly ->
        [yes] , and every week at that time of the day there
       *[no] {""}
    }: { $games }. { $seats } people can play, { $seating ->
        [lot] seated by lot
        [rating] seated by how much they have won
       *[order] seated in the order in which they sign up
    }{ $minutes ->
        [0] {""}
       *[other] , for { $minutes } minutes
    }{ $pause ->
        [0] {""}
       *[other] , with breaks of { $pause } minutes
    }.
night-skipped = That day the clocks skip { $time }. A time that is skipped begins as much later as the clocks are put forward: at { $begins }.
night-twice = That day { $time } comes twice, as the clocks are put back. The first one counts.
night-is-planned = Night { $number } is planned.
night-planned = { $name } has planned night { $number }: { $when }{ $weekly ->
        [yes] , and every week
       *[no] {""}
    }. { $games }, for { $seats } people. "{ $prefix }night join { $number }" signs you up.
    .page = { $name } has planned night { $number }: { $when }{ $weekly ->
        [yes] , and every week
       *[no] {""}
    }. { $games }, for { $seats } people.
night-button-join = I come
night-button-maybe = Maybe
night-button-leave = I don't come
night-button-here = I am here
night-to = { $who }: { $told }
night-line = Night { $number }: { $when }{ $weekly ->
        [yes] , every week
       *[no] {""}
    }{ $on ->
        [yes] , on now
       *[no] {""}
    }. { $games }. Seats taken: { $taken } of { $seats }{ $waiting ->
        [0] {""}
       *[other] , waiting: { $waiting }
    }{ $maybe ->
        [0] {""}
       *[other] , maybe: { $maybe }
    }.{ $you ->
        [yes] {" "}You have a seat.
        [waits] {" "}You are on the waiting list.
        [maybe] {" "}You come maybe.
       *[no] {""}
    }
night-page = All nights, and a calendar to subscribe to: { $address }
night-you-come = Do you come to night { $number }?
night-desk = Nights
night-desk-later = An hour later
night-desk-off = Call this evening off
night-desk-off-series = End the series
night-calendar = Nights of games
night-event = { $games }: night { $number }
night-event-about = Up to { $seats } people. Sign up by "{ $prefix }night join { $number }": marking your interest here gives no seat.
    .page = Up to { $seats } people. Marking your interest here gives no seat.
night-joined = You are signed up for night { $number }, { $when }. Free seats: { $free } of { $seats }.
night-you-wait = All seats of night { $number }, { $when }, are taken. You are number { $at } on the waiting list, and are told when you move up.
night-joined-late = Night { $number } is on at { $codes }. You are on its list for seats of people who don't come, and for its next game. Where a seat is free, "{ $prefix }join" sits you down at once.
    .page = Night { $number } is on at { $codes }. You are on its list for seats of people who don't come, and for its next game. Where a seat is free, you can sit down at once.
night-maybe = Noted for night { $number }, { $when }: maybe. That keeps no seat.
night-left = You are off the list of night { $number }.
night-moved-up = A seat of night { $number }, { $when }, has become free, and it is yours.
night-asked = { $name } would like to sit with you on night { $number }, { $when }. "{ $prefix }night join { $number }" says yes.
    .page = { $name } would like to sit with you on night { $number }, { $when }.
night-where = { $known ->
        [yes] Say that in { $place }, not here.
       *[no] Say that where the night is planned, not here.
    }
    .page = The night is planned where people chat.
night-soon = Night { $number } begins in { $minutes } { $minutes ->
        [one] minute
       *[other] minutes
    }: { $when }.
night-now = It is time for night { $number }.
night-begins = Night { $number } begins with { $game }{ $tournament ->
        [yes] {" "}as a tournament
       *[no] {""}
    } at { $count ->
        [one] table { $codes }
       *[other] the tables { $codes }
    }. Show that you are there within three minutes: "{ $prefix }night here", or anything else you say to me. Then the seats of those who are missing go to others.{ $waiting ->
        [0] {""}
       *[other] {" "}Waiting: { $waiting }.
    }
    .page = Night { $number } begins with { $game }{ $tournament ->
        [yes] {" "}as a tournament
       *[no] {""}
    } at { $count ->
        [one] table { $codes }
       *[other] the tables { $codes }
    }. Do something there within three minutes; then the seats of those who are missing go to others.{ $waiting ->
        [0] {""}
       *[other] {" "}Waiting: { $waiting }.
    }
night-table-opened = Table { $code } is open for { $game }, on night { $number }.
night-tournament-gathers = Tournament { $code } gathers for night { $number }: { $game }.
night-not-here = { $who } has not come: the seat is free.
night-missing = Not there on night { $number }: { $who }. Who comes later gets a free seat, or one in the next game.
night-seat-given = On night { $number } somebody did not come, and the seat is yours.
night-no-seat = Night { $number } is on, but table { $code } lets you have no seat. "{ $prefix }join { $code }" tells you why.
    .page = Night { $number } is on, but table { $code } lets you have no seat.
night-you-are-here = Good that you are here: you sit at table { $code }.
night-upcoming = Night { $number } begins on { $when }: { $games }. "{ $prefix }night join { $number }" signs you up.
    .page = Night { $number } begins on { $when }: { $games }.
night-break = A break: night { $number } goes on with { $game } in { $minutes } { $minutes ->
        [one] minute
       *[other] minutes
    }, at { $when }. "{ $prefix }night join { $number }" puts you on its list.
    .page = A break: night { $number } goes on with { $game } in { $minutes } { $minutes ->
        [one] minute
       *[other] minutes
    }, at { $when }.
night-raid = Welcome, raiders of { $who }: night { $number } is on here, and has no free seat at the moment. "{ $prefix }night join { $number }" puts you on its list, for seats of people who don't come and for its next game.
    .page = Welcome, raiders of { $who }: night { $number } is on here, and has no free seat at the moment.
night-over = Night { $number } is over.{ $points ->
        [none] {""}
       *[other] {" "}Points, one for each person beaten: { $points }.
    }{ $again ->
        [yes] {" "}The next one: { $when }. "{ $prefix }night join { $number }" signs you up.
       *[no] {""}
    }
    .page = Night { $number } is over.{ $points ->
        [none] {""}
       *[other] {" "}Points, one for each person beaten: { $points }.
    }{ $again ->
        [yes] {" "}The next one: { $when }.
       *[no] {""}
    }
night-nobody = Nobody has signed up for night { $number }, so it does not take place.{ $again ->
        [yes] {" "}The next one: { $when }.
       *[no] {""}
    }
night-missed = Night { $number } could not begin at its time, and does not take place.{ $again ->
        [yes] {" "}The next one: { $when }.
       *[no] {""}
    }
night-cannot = Night { $number } can't be opened any more as it was planned: the rules for tables here have changed since, or nobody could see one here.{ $again ->
        [yes] {" "}The next one: { $when }.
       *[no] {""}
    }
night-no-game = The game of night { $number } is no longer here, so it does not take place.{ $again ->
        [yes] {" "}The next one: { $when }.
       *[no] {""}
    }
night-no-room = It is time for night { $number }, but other tables take all the room here, or no more games may begin today. It begins when that changes within half an hour.
night-shut = Nothing can be told in the channel of night { $number }, { $when }: it is gone, or I may not write there. "{ $prefix }night place { $number }", said in another channel, moves it there.
    .page = Nothing can be told in the place of night { $number }, { $when }.
night-moved = Night { $number } is moved to { $when }. Who has signed up stays on its list.
night-is-moved = Night { $number } begins on { $when } now.
night-is-here = Night { $number } takes place here now.
night-would-off = Night { $number }, { $when }, would not take place{ $which ->
        [series] , nor any other of its series
       *[one] {""}
    }.
night-off = Night { $number }, { $when }, is called off{ $series ->
        [yes] , and its series with it
       *[no] {""}
    }{ $why ->
        [yes] : { $because }.
       *[no] .
    }
night-is-off = Night { $number } is called off.
night-zone = Times of nights are meant in the zone { $zone } here. For its owner: "{ $prefix }night zone Europe/Berlin".
    .page = Times of nights are meant in the zone { $zone } here.

# Why not

night-how = Say "{ $prefix }night" for what is planned, "{ $prefix }night plan friday 20:00 GAME" to plan one, or "{ $prefix }night join", "maybe", "leave", "here", "move", "off", "place" or "zone".
    .page = A night is planned, moved or called off where people chat.
night-when = A night begins at a day and a time: "{ $prefix }night plan friday 20:00 GAME", "tomorrow 9pm", "2026-12-24 19:00".
    .page = A night begins at a day and a time: friday 20:00, tomorrow 9pm, 2026-12-24 19:00.
night-unreadable = What is stored of the nights here can't be read, so no night can be planned or changed and none begins. Nothing of it is lost: whoever runs this bot finds it in the log.
night-past = { $word } is over. A night can only be planned for a time that is still to come: "{ $prefix }night plan friday 20:00 GAME".
    .page = { $word } is over. A night can only be planned for a time that is still to come.
night-too-far = A night can be planned for the next { $days } days. A series goes on after that: add "every week".
night-no-date = There is no day { $word }. Dates are written as 2026-12-24: year, month, day.
night-no-zone = I know no time zone { $word }. They are called as Europe/Berlin, America/New_York or UTC: "{ $prefix }night zone Europe/Berlin".
    .page = I know no time zone { $word }. They are called as Europe/Berlin, America/New_York or UTC.
night-what = Say what is played, after the time: "{ $prefix }night plan friday 20:00 GAME seats=8", with one or several of { $games }.
    .page = A night has one or several games: { $games }.
night-no-game-called = There is no game { $word }. There are { $games }: "{ $prefix }night plan friday 20:00 GAME".
    .page = There is no game { $word }. There are { $games }.
night-invites-all = Everybody may sign up for a night: its tables can't be by invitation. Add "admits=all".
    .page = Everybody may sign up for a night: its tables can't be by invitation.
night-no-tournaments = This bot holds no tournaments: plan the game without the word "tournament".
    .page = This bot holds no tournaments.
night-too-many-games = A night has at most { $most } games.
night-break-between = A break is between two games, and this night has one: name a second game, or leave "break" out.
night-breaks-too-long = Breaks of { $breaks } minutes in all leave too little of { $minutes }: each game has { $least } minutes at least. Take shorter breaks, or a longer night.
night-too-many = { $whose ->
        [all] { $most } nights are planned here, which is the most there can be.
       *[yours] You have planned { $most } nights here, which is the most one person may; moderators may more.
    } "{ $prefix }night off" calls one off.
    .page = { $whose ->
        [all] { $most } nights are planned here, which is the most there can be.
       *[yours] You have planned { $most } nights here, which is the most one person may; moderators may more.
    }
night-clash = Night { $number } is here at that time. Two nights at one place begin at least an hour apart, and not before the first is over: choose another time, or another place.
night-no-draft = Nothing waits for that word of yours: a plan is confirmed within ten minutes, by whoever made it. Say "{ $prefix }night plan friday 20:00 GAME" again.
    .page = Nothing waits for that: a plan is confirmed within ten minutes, by whoever made it.
night-none = No night is planned here. "{ $prefix }night plan friday 20:00 GAME" plans one.
    .page = No night is planned here.
night-no-such = There is no night { $number }. "{ $prefix }night" lists those that are planned.
    .page = There is no night { $number }.
night-which = Several nights are planned: { $numbers }. Say the number, as "{ $prefix }night off 1".
    .page = Several nights are planned: { $numbers }.
night-signed-already = { $maybe ->
        [yes] Night { $number } has you as "maybe" already.
       *[no] You are signed up for night { $number } already.
    } "{ $prefix }night leave { $number }" takes you off its list.
    .page = { $maybe ->
        [yes] Night { $number } has you as "maybe" already.
       *[no] You are signed up for night { $number } already.
    }
night-list-full = The list of night { $number } is full: it has room for { $most } people.
night-not-signed = You are not on the list of night { $number }. "{ $prefix }night join { $number }" signs you up.
    .page = You are not on the list of night { $number }.
night-with-whom = Say who comes with you: "{ $prefix }night join with pete".
    .page = Say who comes with you.
night-with-oneself = That is you. Name a friend who should sit with you: "{ $prefix }night join with pete".
    .page = That is you. Name a friend who should sit with you.
night-not-on = No night that has a seat for you is on. "{ $prefix }night" says when the next one begins.
    .page = No night that has a seat for you is on.
night-not-yours = Night { $number } is changed by who planned it, and by moderators.
night-move-how = Say when it begins instead: "{ $prefix }night move 1 friday 21:00"; for a whole series "{ $prefix }night move 1 all friday 21:00".
    .page = Say when it begins instead: friday 21:00.
night-has-begun = Night { $number } has begun: it is not moved or called off any more. Its tables are ended one by one, as any others.

# About the words

command-night = Nights that are planned here: "{ $prefix }night plan friday 20:00 GAME" plans one, "{ $prefix }night join", "maybe" and "leave" sign you up and off, "{ $prefix }night move" and "off" change one.
    .page = Nights that are planned here, and who comes.
    .slash = Nights that are planned here: list and plan them, sign up, move them, call them off.
menu-night = Game nights
slash-about-night = Nights that are planned: plan one, sign up, see what comes
slash-night-list = What is planned here, and who comes
slash-night-plan = Plan a night: when, and what is played
slash-night-join = Sign up for a night; a friend may come along
slash-night-maybe = Say that you come to a night, maybe
slash-night-leave = Take yourself off the list of a night
slash-night-here = Show that you are there, so that your seat is kept
slash-night-move = Move a night to another time, "all" first for its whole series
slash-night-off = Call a night off; "all" first in the reason for its whole series
slash-night-place = Move a night to this channel
slash-night-zone = The time zone of nights here
slash-night-when = Friday 20:00 · tomorrow 9pm · 2026-12-24 19:00; "every week" makes it a series
slash-night-what = One game or several, each with its options; seats, length and seating are the night's own
slash-night-number = Its number; none: the next one here
slash-night-friend = The name of a friend who should sit with you; they are asked
