# What the page of the nights says in English.

web-nights-title = Nights of games
web-nights-gone = There is no such list of nights.
web-nights-none = No night is planned here now.
web-nights-number = Night { $number }
web-nights-seats = Seats taken: { $taken } of { $seats }
web-nights-waiting = waiting: { $count }
web-nights-maybe = maybe: { $count }
web-nights-minutes = { $count } minutes
web-nights-on = On now
web-nights-weekly = Every week
web-nights-own = For you: {"{"}when{"}"}
web-nights-subscribe = Subscribe with your calendar
web-nights-subscribe-how = The address of this file can be added to a calendar. It follows when a night is moved or called off.
web-nights-how = You sign up where people of this place chat, or in its table room: by the button below the announcement, or where its nights are listed.
