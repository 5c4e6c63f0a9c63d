game-title = Coins
game-about = A coin under each cup, a bid in each fist; heads with the highest bid takes the pot.

dealt = { $heads ->
    [yes] Under your cup lies heads.
   *[no] Under your cup lies tails.
}
taken = You bid { $amount }.
has-bid = { $seat } has bid.
opened = { $seat } bid { $amount } on { $heads ->
    [yes] heads
   *[no] tails
}.
pot-won = { $winners } takes the pot of { $pot }.

scene-bidding = { $pot } in the pot. Still to bid: { $waiting }.
scene-over = All is open.
scene-coin = { $heads ->
    [yes] Under your cup lies heads.
   *[no] Under your cup lies tails.
}
scene-bid = You bid { $amount }.

move-bid = Bid
help-bid = Take so many suckers into your fist.
lacks-amount = how many suckers
field-amount = Suckers
