# What the setup says in English.

setup-is = Set: { $word } is { $value } now.
setup-how = Say it with a value, as "{ $word } VALUE". "{ $prefix }setup page" leads to a page with all that may be set.
    .page = "{ $word }" needs a value.
setup-no-such-rule = "{ $word }" is no rule of a place. Some are: { $rules }.
setup-of-community = The rule "{ $word }" is set where the community has its home.
setup-link = Rules, sentences, files and balances of this place are set on this page, which opens once, for you: { $address }
setup-on-page = Open the setup by its link in the menu at the top.
setup-file = This file has the rules and sentences of this place. Another place takes it on its setup page ("{ $prefix }setup page").
    .page = This file has the rules and sentences of this place. Another place takes it on its setup page.
places-where = Say "{ $prefix }setup places here", text channels of this server such as #tables, or "{ $prefix }setup places all".
    .page = Say text channels of this place, or all.
setup-saved = Saved.
setup-stale = { $who } has changed the settings meanwhile, so nothing was saved: look at it again.
setup-would = { $rules ->
    [0] { $sentences ->
        [0] Your own sentences go.
        [one] { $sentences } sentence changes.
       *[other] { $sentences } sentences change.
    }
    [one] { $rules } rule changes{ $sentences ->
        [0] {""}
        [one] , and { $sentences } sentence
       *[other] , and { $sentences } sentences
    }.
   *[other] { $rules } rules change{ $sentences ->
        [0] {""}
        [one] , and { $sentences } sentence
       *[other] , and { $sentences } sentences
    }.
}
setup-changes = { $word }: { $before } → { $now }
setup-changes-more = … and { $count } more.
setup-not-fetched = The file did not arrive, so nothing was taken. Send it once more.
setup-no-draft = Nothing waits for that word of yours: a file is taken within ten minutes, by whoever sent it. Send it again.
setup-too-big = A file has { $most } KB at most.
setup-no-json = Line { $number } is no JSON, so nothing was taken. A file comes from "{ $prefix }setup export".
    .page = Line { $number } is no JSON, so nothing was taken. A file comes from the setup page of a place.
setup-other-version = Line { $number }: only files of version { $version } are taken here ("potluck-setup": { $version }).
setup-odd-key = Line { $number }: "{ $word }" is nothing that a file has. It has potluck-setup, rules and sentences.
setup-odd-value = Line { $number }: the value of "{ $word }" has the wrong form. "{ $prefix }setup export" shows the right one.
    .page = Line { $number }: the value of "{ $word }" has the wrong form. A file saved from this page shows the right one.
setup-at-line = Line { $number }: { $why }

# Sentences of one's own

sentences-too-big = Your sentences may have { $most } KB at most.
sentences-too-many = There may be { $most } sentences at most.
sentences-too-deep = A sentence has more choices within choices than can be looked through. Write it more simply.
sentences-begin-lines = Each sentence begins on a line of its own, with its name and "=".
sentences-unread = Line { $number } can't be read: { $why }
sentences-unknown = Line { $number }: I say no sentence called "{ $word }".
sentences-twice = Line { $number }: "{ $word }" is there already. Take one of the two out.
sentences-kept = Line { $number }: "{ $word }" stays mine, since people agree to something by it, are proved something, or are told who did what.
sentences-odd-value = Line { $number }: "{ $word }" is not known to this sentence. It knows: { $values }.
sentences-lacks = Line { $number }: "{ $word }" must stand in each way in which this sentence may come out, as in mine.
sentences-nothing = Line { $number }: this sentence may come out empty, and mine does not.
sentences-odd-parts = Line { $number }: "{ $word }" needs a text after "=", and may have the parts page, slash and short.
sentences-too-long = Line { $number }: that may become longer than { $most } letters.
sentences-odd-letters = Line { $number }: there are letters that nobody sees, or a new line. A sentence is one visible line.
sentences-links = Line { $number }: no mentions, links or beginnings such as "/" and ".". After a full stop comes a blank.
sentences-unsaid = Line { $number }: "{ $word }" can't be said like that.

# Balances of another bot

balances-too-big = A file has { $most } KB at most.
balances-too-many = A file has { $most } lines at most.
balances-empty = There is no line in it. A line has a name or an id, and an amount: pete,500
balances-odd-line = Line { $number }: that is not a name or an id, and an amount, such as pete,500
balances-odd-amount = Line { $number }: "{ $word }" is no amount. It is a whole number from 0.
balances-enormous-line = Line { $number }: one person gets { $most } at most.
balances-enormous = That is more than { $most } in all.
balances-double = Line { $number }: { $word } stands on line { $other } already.
balances-two-called-so = Line { $number }: several people here are called { $word }. Write the id instead of the name, such as twitch:12345.
balances-nobody = Nobody of these is known here: { $names }. Write ids, such as twitch:12345, or let them come once first.
balances-twice = These balances were brought here before.
balances-changed = The file, or what people here have got, has changed since you looked at it. Look again.
balances-no-reason = Say the reason: everybody can read it in the log.
balances-would = { $count ->
    [one] { $count } person gets
   *[other] { $count } people get
} { $amount } suckers in all, besides what everybody gets who comes for the first time.
balances-to = { $name } → { $here }: { $amount }
balances-more = … and { $count } with less.
balances-before = { $count } of these got theirs before, and { $count ->
    [one] gets
   *[other] get
} nothing now: { $names }.
balances-nothing = { $count ->
    [one] { $count } line is
   *[other] { $count } lines are
} about 0 suckers.
balances-unknown = Nobody here is called like this, so { $count ->
    [one] { $count } gets
   *[other] { $count } get
} nothing: { $names }. With an id, such as twitch:12345, they would.
balances-brought = { $count ->
    [one] { $count } person has
   *[other] { $count } people have
} got { $amount } suckers in all.
balances-were = { $by }, { $ago }: { $count ->
    [one] { $count } person
   *[other] { $count } people
} ({ $why })
balances-too-late = That was given back already, or a day is over.
balances-spent = They have less by now, so nothing was taken back: { $names }.
balances-kept = These have less by now, and keep it: { $names }.
balances-given-back = { $count ->
    [one] { $count } person has
   *[other] { $count } people have
} given it back.
