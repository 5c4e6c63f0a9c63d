// What can be pressed on a board, and what a press comes to. No page in it: offers, pieces and picks in, and out.
//
// A pick is a piece that was pressed. The offers stay the truth: picks go into the fields of an offered move, or nowhere.

const CHOSEN = new Set(["one", "some", "order"]);
export const most = (field) => ({ one: 1, some: field.most, fixed: field.among.length, order: field.among.length })[field.kind] ?? 0;
const least = (field) => ({ one: 1, some: field.least, order: field.among.length })[field.kind] ?? 0;
const fills = (piece, offer, field) => piece.fills?.includes(`${offer.verb}.${field.name}`) ?? false;
export const takes = (piece, offer, field) => fills(piece, offer, field) && field.among.some(({ word }) => word === piece.word);

// Pieces that can be pressed, each with an id that lasts while others come and go.
export function identified(pieces) {
  const seen = new Map();
  return pieces.map((piece) => {
    if (!piece.fills?.length) return piece;
    const alike = [piece.fills.join(" "), piece.word ?? ""].join("|");
    const number = seen.get(alike) ?? 0;
    seen.set(alike, number + 1);
    return { ...piece, id: `${alike}|${number}` };
  });
}

// The fields of an offer with the picks in them; null where they don't all fit.
function filled(offer, picks) {
  const places = offer.fields.map((field) => ({ field, left: field.among?.map(({ word }) => word) ?? [], words: [] }));
  for (const pick of picks) {
    const place = places.find((one) => fills(pick, offer, one.field) && one.words.length < most(one.field) && one.left.includes(pick.word));
    if (!place) return null;
    place.left.splice(place.left.indexOf(pick.word), 1);
    place.words.push(pick.word);
  }
  return places;
}

// All that is to be chosen in it lies on the board. A flag may be left alone.
function isOnBoard(offer, pieces) {
  return offer.fields.every((field) => {
    if (!CHOSEN.has(field.kind)) return field.kind === "fixed" || field.kind === "flag";
    const words = pieces.filter((piece) => fills(piece, offer, field)).map((piece) => piece.word);
    return field.among.every(({ word }) => {
      const at = words.indexOf(word);
      if (at >= 0) words.splice(at, 1);
      return at >= 0;
    });
  });
}

// What nothing can be chosen in counts as picked where it does not lie there to be pressed.
function isFull(place, offer, pieces) {
  if (place.field.kind !== "fixed") return place.words.length >= least(place.field);
  const there = pieces.some((piece) => takes(piece, offer, place.field));
  return !there || !place.left.length;
}

export class Picking {
  constructor(offers, pieces) {
    this.pieces = pieces;
    this.all = offers;
    this.offers = offers.filter((offer) => isOnBoard(offer, pieces) && pieces.some((piece) => this.isAbout(piece, offer)));
  }

  isAbout(piece, offer) {
    return piece.fills?.some((fill) => fill === offer.verb || offer.fields.some((field) => fill === `${offer.verb}.${field.name}`)) ?? false;
  }

  // The field whose piece is what moves, where the others depend on it; null: its pieces are picked in any order.
  leader(offer) {
    const [first, ...more] = offer.fields;
    return more.length && first.kind === "fixed" && this.pieces.some((piece) => takes(piece, offer, first)) ? first : null;
  }

  leads(piece, offer) {
    const first = this.leader(offer);
    return first !== null && takes(piece, offer, first);
  }

  // Whether a move may begin with it.
  begins(piece) {
    return this.offers.some((offer) => filled(offer, [piece]) !== null && (this.leader(offer) === null || this.leads(piece, offer)));
  }

  // The moves that are meant: what could move, and was picked first, is what moves.
  meant([first]) {
    if (!first || !this.offers.some((offer) => this.leads(first, offer))) return this.offers;
    return this.offers.filter((offer) => this.leader(offer) === null || this.leads(first, offer));
  }

  // The offers that these picks make whole, each with the words of its fields.
  whole(picks) {
    return this.meant(picks).flatMap((offer) => {
      const places = filled(offer, picks);
      if (places === null || !places.every((place) => isFull(place, offer, this.pieces))) return [];
      if (!picks.length && offer.fields.some((field) => CHOSEN.has(field.kind))) return [];
      const words = places.flatMap((place) => (place.field.kind === "fixed" ? place.field.among.map(({ word }) => word) : place.words));
      return [{ offer, line: [offer.verb, ...words].join(" ") }];
    });
  }

  // The only move there is, where nothing in it is to be chosen, and its pieces; null where there is more than one.
  lone(all) {
    if (all.length !== 1 || this.offers.length !== 1) return null;
    const [offer] = this.offers;
    if (offer.reversible || offer.fields.some((field) => field.kind !== "fixed" && !(field.kind === "one" && field.among.length === 1))) return null;
    const picks = [];
    for (const field of offer.fields) {
      for (const { word } of field.among) {
        const piece = this.pieces.find((one) => one.id && one.word === word && fills(one, offer, field) && !picks.includes(one));
        if (piece) picks.push(piece);
      }
    }
    return picks.length && this.whole(picks).length === 1 ? picks : null;
  }

  // What moves, where it alone can; empty where something else could be done on the board.
  onlyStart() {
    const starts = this.pieces.filter((piece) => piece.id && this.begins(piece));
    return starts.length === 1 && this.offers.every((offer) => this.leads(starts[0], offer)) ? starts : [];
  }

  goesWith(picks) {
    return this.meant(picks).some((offer) => filled(offer, picks) !== null);
  }

  // The field that is to be filled next, if all moves that go with these picks ask for the same; else null.
  asksNext(picks) {
    const open = this.meant(picks).flatMap((offer) => {
      const place = filled(offer, picks)?.find((one) => !isFull(one, offer, this.pieces));
      return place ? [place.field] : [];
    });
    return open.length && open.every(({ label }) => label === open[0].label) ? open[0] : null;
  }

  isPicked(piece, picks) {
    return picks.some((pick) => pick.id === piece.id);
  }

  goesOn(piece, picks) {
    return piece.word !== undefined && !this.isPicked(piece, picks) && this.goesWith([...picks, piece]);
  }

  // The moves that this piece stands for by itself, or sends.
  made(piece, picks) {
    const verbs = piece.fills ?? [];
    return this.whole(picks).filter(({ offer }) => verbs.includes(offer.verb));
  }

  // Picked instead of the picks. Where what moves is picked, a place that it does not reach takes no press.
  anew(piece, [first]) {
    return this.goesOn(piece, []) && (!first || this.begins(piece) || !this.begins(first));
  }

  canPress(piece, picks) {
    if (!piece.id) return false;
    return this.isPicked(piece, picks) || this.made(piece, picks).length > 0 || this.goesOn(piece, picks) || this.anew(piece, picks);
  }

  // What comes next: what goes on with the picks, or sends them; at first what a move may begin with.
  isNext(piece, picks) {
    if (!piece.id || this.isPicked(piece, picks)) return false;
    return (this.goesOn(piece, picks) && (picks.length > 0 || this.begins(piece))) || this.made(piece, picks).length > 0;
  }

  // What a press comes to: the picks then, and a line where nothing is left to choose.
  press(piece, picks) {
    if (this.isPicked(piece, picks)) return { picks: picks.filter((pick) => pick.id !== piece.id), line: "" };
    const alone = this.settled([piece]);
    if (alone) return { ...alone, picks };
    const made = this.made(piece, picks);
    if (made.length === 1 && (picks.length || this.isOnly(made[0].offer))) return { picks: [], line: made[0].line, offer: made[0].offer };
    const next = this.goesOn(piece, picks) ? [...picks, piece] : this.anew(piece, picks) ? [piece] : picks;
    if (next === picks) return { picks, line: "", armed: made.map(({ offer }) => offer.verb) };
    return this.settled(this.withForced(next)) ?? { picks: next, line: "" };
  }

  // These picks with the pieces that come before them, where only one each is left: of one move, where it can only begin.
  withForced(picks) {
    const fits = this.meant(picks).map((offer) => ({ offer, places: filled(offer, picks) })).filter(({ places }) => places !== null);
    if (fits.length !== 1) return picks;
    const [{ offer, places }] = fits;
    const open = places.filter(({ words }) => !words.length);
    const isForced = open.every(({ field, left }) => left.length === 1 && ["one", "fixed"].includes(field.kind));
    if (!isForced || !places.at(-1).words.length) return picks;
    const pieces = open.map(({ field, left: [word] }) => this.pieces.find((piece) => piece.word === word && fills(piece, offer, field) && !this.isPicked(piece, picks)));
    return pieces.every(Boolean) ? [...picks, ...pieces] : picks;
  }

  // One thing after another, or so many as it takes, and the last of them: it is done. A single press, or how many, is
  // asked about, unless another takes it back.
  settled(picks) {
    const whole = this.whole(picks);
    if (whole.length !== 1 || (picks.length < 2 && !whole[0].offer.reversible)) return null;
    const [{ offer, line }] = whole;
    const steps = offer.fields.every((field) => field.kind === "one" || field.kind === "fixed" || (field.kind === "some" && field.least === field.most));
    const open = this.pieces.some((piece) => piece.id && this.goesOn(piece, picks));
    return steps && !open ? { picks: [], line, offer } : null;
  }

  // Nothing else could be done now, on the board or beside it.
  isOnly(offer) {
    return this.all.every((other) => other.verb === offer.verb);
  }
}
