"use strict";
// Checks a record of `potluck/3` by itself: the commitment, texts, what was mixed in, the chain of deeds, receipts, the
// end, and every die and card. One file without any other, so that it can be kept, read, and run with no network. Hashes are
// made here, since a page that came over plain http is not given the browser's own.

const POTLUCK = (() => {
  const PROTOCOL = "potluck/3";
  const SHOWN = 12; // the least hex digits of what only repeats what binds: entropy and receipts
  const BINDS = 26; // the least signs of base32 of what binds: commitment, texts and end
  const BINDS_IN_HEX = 32;
  const LONGEST_TEXT = 64;
  const BLANK_AROUND = /^(?!\ufeff)[\s\x1c-\x1f\x85]|(?!\ufeff)[\s\x1c-\x1f\x85]$/;
  const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u; // what no text shows: controls, turns of direction, line ends
  const MOST_SHUFFLED = 10000;
  const utf8 = new TextEncoder();

  // SHA-256 (FIPS 180-4) and HMAC (FIPS 198-1).

  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);

  // The first 32 bits of the fraction of a root, in whole numbers.
  function fraction(n, power) {
    const scaled = BigInt(n) << BigInt(32 * power);
    let low = 0n;
    let high = 1n << 40n;
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** BigInt(power) <= scaled) low = middle;
      else high = middle;
    }
    return Number(low & 0xffffffffn);
  }

  const ROUNDS = Int32Array.from(primes, (prime) => fraction(prime, 3));
  const START = Int32Array.from(primes.slice(0, 8), (prime) => fraction(prime, 2));
  const schedule = new Int32Array(64);

  function compress(state, bytes, from) {
    const w = schedule;
    for (let t = 0; t < 16; t += 1) {
      const at = from + 4 * t;
      w[t] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
    }
    for (let t = 16; t < 64; t += 1) {
      const x = w[t - 15];
      const y = w[t - 2];
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[t] = (w[t - 16] + s0 + w[t - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[t] + w[t]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g; g = f; f = e; e = (d + one) | 0;
      d = c; c = b; b = a; a = (one + two) | 0;
    }
    state[0] += a; state[1] += b; state[2] += c; state[3] += d;
    state[4] += e; state[5] += f; state[6] += g; state[7] += h;
  }

  // `state`: after `before` bytes, which are whole blocks.
  function finished(state, before, bytes) {
    const now = Int32Array.from(state);
    const whole = bytes.length - (bytes.length % 64);
    for (let at = 0; at < whole; at += 64) compress(now, bytes, at);
    const rest = bytes.length - whole;
    const tail = new Uint8Array(rest + 9 <= 64 ? 64 : 128);
    tail.set(bytes.subarray(whole));
    tail[rest] = 0x80;
    const bits = new DataView(tail.buffer);
    const length = before + bytes.length;
    bits.setUint32(tail.length - 8, Math.floor(length / 2 ** 29));
    bits.setUint32(tail.length - 4, (length << 3) >>> 0);
    for (let at = 0; at < tail.length; at += 64) compress(now, tail, at);
    const digest = new Uint8Array(32);
    const view = new DataView(digest.buffer);
    for (let word = 0; word < 8; word += 1) view.setInt32(4 * word, now[word]);
    return digest;
  }

  const sha256 = (bytes) => finished(START, 0, bytes);

  // Return the HMAC of messages under one key of at most 64 bytes, which ours have.
  function keyed(key) {
    const [inner, outer] = [0x36, 0x5c].map((pad) => {
      const block = new Uint8Array(64).fill(pad);
      key.forEach((byte, at) => { block[at] ^= byte; });
      const state = Int32Array.from(START);
      compress(state, block, 0);
      return state;
    });
    return (message) => finished(outer, 64, finished(inner, 64, message));
  }

  // The protocol (docs/fairness.md).

  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhexed = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

  // Base32 (RFC 4648), in small letters, without what fills it up.
  function base32(bytes) {
    let bits = "";
    for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
    return (bits.match(/.{1,5}/g) ?? []).map((five) => "abcdefghijklmnopqrstuvwxyz234567"[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
  }

  // Each part as its length in 4 bytes and its bytes: text as UTF-8, a whole number as 8 bytes.
  function lp(...parts) {
    const raw = parts.map((part) => {
      if (typeof part === "string") return utf8.encode(part);
      if (typeof part !== "number") return part;
      const bytes = new Uint8Array(8);
      const view = new DataView(bytes.buffer);
      view.setUint32(0, Math.floor(part / 2 ** 32));
      view.setUint32(4, part >>> 0);
      return bytes;
    });
    const joined = new Uint8Array(raw.reduce((sum, bytes) => sum + 4 + bytes.length, 0));
    const view = new DataView(joined.buffer);
    let at = 0;
    for (const bytes of raw) {
      view.setUint32(at, bytes.length);
      joined.set(bytes, at + 4);
      at += 4 + bytes.length;
    }
    return joined;
  }

  const hashed = (...parts) => sha256(lp(PROTOCOL, ...parts));
  const commitment = (game, seed) => hashed("commit", game, seed);
  const textTold = (game, seat, text) => hashed("text", game, seat, text);
  const terms = (rules, options, stacks, carry) => hashed("terms", rules, options, stacks, carry);
  const entropy = (digest, pairs) => hashed("entropy", digest, ...pairs.flat());
  const chained = (salt, first, start) => hashed("chain", salt, first, start);
  const deed = (before, salt, line) => hashed("deed", before, salt, line);
  const ended = (head, line) => hashed("end", head, line);

  // Return what the seed of one game makes: salts of the chain, and the numbers of its draws.
  function seeded(seed, game, mixed) {
    const mac = keyed(seed);
    function* words(label, index) {
      for (let block = 0; ; block += 1) {
        const view = new DataView(mac(lp(PROTOCOL, "draw", game, mixed, label, index, block)).buffer);
        for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
      }
    }
    return { salt: (number) => mac(lp(PROTOCOL, "salt", game, number)), words };
  }

  // Return a number from 0 to n-1: words past the last whole multiple of n are dropped.
  function below(words, n) {
    const limit = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const word = words.next().value;
      if (word < limit) return word % n;
    }
  }

  function shuffled(words, count) {
    const places = Array.from({ length: count }, (_, place) => place);
    for (let last = count - 1; last > 0; last -= 1) {
      const other = below(words, last + 1);
      [places[last], places[other]] = [places[other], places[last]];
    }
    return places;
  }

  // A record, as its bytes stand.

  const FORM = 3;
  const HOST_LABELS = new Set(["bot", "clock", "seats"]);

  // What is wrong with a record: which line, in which words, with which values.
  class Mismatch extends Error {
    constructor(line, word, values = {}) {
      super(`line ${line}: ${word}`);
      Object.assign(this, { line, word, values });
    }
  }

  const anything = () => true;
  const isText = (one) => typeof one === "string";
  const isHash = (one) => isText(one) && /^[0-9a-f]{64}$/.test(one);
  const isWhole = (one) => Number.isSafeInteger(one);
  const isCount = (one) => isWhole(one) && one >= 0;
  const listOf = (kind) => (one) => Array.isArray(one) && one.every(kind);
  const isObject = (one) => typeof one === "object" && one !== null && !Array.isArray(one);
  const isPair = (one) => listOf(isText)(one) && one.length === 2;

  // These fields in this order and no other, each of its kind.
  const fields = (kinds) => (one) => {
    const names = Object.keys(kinds);
    return isObject(one) && Object.keys(one).join() === names.join() && names.every((name) => kinds[name](one[name]));
  };
  const ofSeat = fields({ type: isText, seat: isCount });
  const DEEDS = {
    move: fields({ type: isText, seat: isCount, move: isText }),
    "time-up": fields({ type: isText, seats: listOf(isCount) }),
    left: ofSeat,
    "taken-over": ofSeat,
    returned: ofSeat,
    void: fields({ type: isText, why: isText }),
  };
  const named = (kinds) => (one) => isObject(one) && Object.hasOwn(kinds, one.type) && kinds[one.type](one);
  const isDraw = fields({ label: isText, index: isCount, kind: isText, outcome: listOf(isCount) });
  const done = { draws: listOf(isDraw), events: listOf(isObject) };
  const seats = listOf(isCount);
  const isTold = fields({ seal: isText, seal_at: isCount, stamp_at: isCount });
  const LINES = {
    commitment: fields({ type: isText, protocol: isText, form: isCount, game: isText, rules: isText, game_id: isText, key: isCount, commitment: isHash }),
    start: fields({ type: isText, options: isObject, stacks: listOf(isWhole), carry: anything, pairs: listOf(isPair), entropy: isHash, told: (one) => one === null || isTold(one), house: seats, away: seats, ...done }),
    round: fields({ type: isText, stacks: listOf(isWhole), carry: anything, house: seats, away: seats, ...done }),
    deed: fields({ type: isText, deed: named(DEEDS), ...done }),
    end: fields({ type: isText, seed: isHash, draws: isObject, head: isHash, result: anything, sha256: isHash }),
  };

  // Whole numbers are exact, and texts are text: no half of a sign stands alone.
  function isExact(one) {
    if (typeof one === "number") return Math.abs(one) < 2 ** 53;
    if (isText(one)) return !/\p{Surrogate}/u.test(one);
    return typeof one !== "object" || one === null || Object.entries(one).flat().every(isExact);
  }

  function unpacked(text, number) {
    try {
      return JSON.parse(text);
    } catch {
      throw new Mismatch(number, "no-line");
    }
  }

  // A line is taken only as the bot writes it, to the byte: so a part of it, written again, is as it stands there.
  function parsed(text, number) {
    const content = unpacked(text, number);
    if (!named(LINES)(content)) throw new Mismatch(number, "no-line");
    if (JSON.stringify(content) !== text || !isExact(content)) throw new Mismatch(number, "otherwise");
    return { number, text, bytes: utf8.encode(text), content };
  }

  function linesOf(text) {
    if (!text.endsWith("\n")) throw new Mismatch(text.split("\n").length, "not-whole");
    const texts = text.slice(0, -1).split("\n");
    const { type, protocol, form } = unpacked(texts[0], 1) ?? {};
    if (type === "commitment" && isText(protocol) && (protocol !== PROTOCOL || form !== FORM)) throw new Mismatch(1, "other-protocol", { protocol });
    const lines = texts.map((line, at) => parsed(line, at + 1));
    const kinds = lines.map((line) => line.content.type);
    const wanted = (at) => (at === 0 ? ["commitment"] : at === 1 ? ["start"] : at === kinds.length - 1 ? ["end"] : ["deed", "round"]);
    const right = kinds.length > 2 && kinds.every((kind, at) => wanted(at).includes(kind));
    if (!right) throw new Mismatch(lines.length, "no-record");
    return lines;
  }

  function checkPairs({ pairs, stacks, house }) {
    const owners = pairs.map(([owner]) => owner).join();
    const numbers = [...stacks.keys()].join();
    if (owners !== numbers && owners !== `${numbers},stamp`) throw new Mismatch(2, "pairs");
    if (pairs.some(([owner, text]) => (owner === "stamp" ? !text : text && house.includes(Number(owner))) || [...text].length > LONGEST_TEXT || text !== text.normalize("NFC") || BLANK_AROUND.test(text) || UNSEEN.test(text))) throw new Mismatch(2, "text");
  }

  // When the seal was told, and when the stamp came, stands there where there is a stamp.
  function checkTold({ pairs, told }) {
    const stamped = pairs.at(-1)?.[0] === "stamp";
    if (stamped !== (told !== null) || (told && told.seal_at > told.stamp_at)) throw new Mismatch(2, "told");
  }

  // Who plays which seat: house bots, and those who play for somebody who is away; who has left.
  function seated({ house, away, stacks }, number = 2) {
    const sorted = (some) => some.every((seat, at) => seat < stacks.length && (at === 0 || some[at - 1] < seat));
    if (!sorted(house) || !sorted(away) || house.some((seat) => away.includes(seat))) throw new Mismatch(number, "seats");
    return { count: stacks.length, house: new Set(house), away: new Set(away), gone: new Set() };
  }

  // Every seat that a line names is there, once, and can do this; a game that was called off has no deed after that.
  function checkDeed({ number, content }, { count, house, away, gone }, isLast) {
    const { type, seat, seats: several, why } = content.deed;
    const names = seat === undefined ? several ?? [] : [seat];
    const twice = new Set(names).size < names.length;
    const cannot = { move: gone.has(seat), left: gone.has(seat), returned: !away.has(seat), "taken-over": house.has(seat) || away.has(seat) || gone.has(seat), void: !why };
    if (names.some((one) => one >= count) || twice || cannot[type]) throw new Mismatch(number, "seats");
    if (type === "void" && !isLast) throw new Mismatch(number + 1, "was-over");
  }

  function noteWhoPlays({ type, seat }, { away, gone }) {
    if (type === "left") gone.add(seat);
    if (type === "taken-over") away.add(seat);
    else if (type === "left" || type === "returned") away.delete(seat);
  }

  // What is drawn by nobody's rules stands first, and only house bots draw it: a decision, or how long one waits.
  function checkBots({ number, content }, { house, away }) {
    const { draws } = content;
    const isOwn = ({ label }) => !HOST_LABELS.has(label.split("/")[0]);
    const own = draws.findIndex(isOwn);
    draws.forEach(({ label, index, kind, outcome }, at) => {
      if (isOwn(draws[at])) return;
      const [, bot] = label.match(/^bot\/seat(0|[1-9][0-9]{0,3})$/) ?? [];
      const plays = bot !== undefined && (house.has(Number(bot)) || away.has(Number(bot)));
      const [, most] = kind.match(/^below ([1-9][0-9]*)$/) ?? [];
      const thinks = most === String(2 ** 32) && outcome.length === 8;
      const waits = most % 1000 === 1 && most > 1 && outcome.length === 1;
      const again = at > 0 && draws[at - 1].label === label && draws[at - 1].index === index;
      if (!plays || !(thinks || waits) || again || (own >= 0 && at > own)) throw new Mismatch(number, "draw-nobody", { label });
    });
  }

  // Draw again what a line lists, and compare. `counts`: how many draws each label has had.
  function drawn(line, source, counts) {
    const streams = new Map();
    const found = [];
    for (const one of line.content.draws) {
      const key = `${one.label}\n${one.index}`;
      if (!streams.has(key)) {
        const before = counts.get(one.label) ?? 0;
        if (one.index !== before) throw new Mismatch(line.number, "draw-order", { label: one.label, index: one.index });
        counts.set(one.label, before + 1);
        streams.set(key, source.words(one.label, one.index));
      }
      const words = streams.get(key);
      const again = read(one, words);
      if (again === null) throw new Mismatch(line.number, "draw-kind", { kind: one.kind });
      const same = again.length === one.outcome.length && again.every((value, at) => value === one.outcome[at]);
      if (!same) throw new Mismatch(line.number, "draw-other", { label: one.label, said: one.outcome.join(" "), found: again.join(" ") });
      found.push({ label: one.label, index: one.index, kind: one.kind, outcome: again });
    }
    return found;
  }

  // Return what is read like this, as often as the record says; null where nothing can be.
  function read({ kind, outcome }, words) {
    if (kind === "nothing") return [];
    if (!/^(below [0-9]+|shuffle [0-9]+|weights( [0-9]+)+)$/.test(kind) || / 0[0-9]/.test(kind)) return null;
    const [way, ...values] = kind.split(" ").map((part, at) => (at ? Number(part) : part));
    const all = values.reduce((sum, value) => sum + value, 0);
    if (way === "shuffle") return all <= MOST_SHUFFLED ? shuffled(words, all) : null;
    if (all < 1 || all > 2 ** 32 || !outcome.length) return null;
    return outcome.map(() => (way === "below" ? below(words, all) : weighed(words, values)));
  }

  function weighed(words, weights) {
    let left = below(words, weights.reduce((sum, weight) => sum + weight, 0));
    return weights.findIndex((weight) => { if (left < weight) return true; left -= weight; return false; });
  }

  const begins = (whole, part) => whole.startsWith(part);

  const binds = (given) => /^[a-z2-7]{26,52}$/.test(given) || /^[0-9a-f]{32,64}$/.test(given);
  const isOf = (given, whole) => begins(whole, given) || begins(base32(unhexed(whole)), given);

  // What was posted must be this record's: whole, or its beginning.
  function compare(found, posted, lines) {
    const several = (given) => (given ?? []).map(cleaned).filter(Boolean);
    const bound = (given, line, what, wholes, wrong) => {
      if (!given) return;
      if (!binds(given)) throw new Mismatch(line, "too-short", { what, count: BINDS, digits: BINDS_IN_HEX });
      if (!wholes.some((whole) => isOf(given, whole))) throw new Mismatch(line, wrong, { text: given });
    };
    const repeated = (given, line, what, wholes, wrong) => {
      if (!given) return;
      if (given.length < SHOWN || !/^[0-9a-f]+$/.test(given)) throw new Mismatch(line, "too-few", { what, count: SHOWN });
      if (!wholes.some((whole) => begins(whole, given))) throw new Mismatch(line, wrong, { receipt: given });
    };
    bound(cleaned(posted.commitment ?? ""), 1, "commitment", [found.commitment], "other-commitment");
    repeated(cleaned(posted.entropy ?? ""), 2, "entropy", [found.entropy], "other-entropy");
    for (const one of several(posted.texts)) bound(one, 2, "text", Object.values(found.texts), "other-text");
    bound(cleaned(posted.end ?? ""), lines, "end", [found.end], "other-end");
    for (const one of several(posted.receipts)) repeated(one, lines, "receipt", found.receipts, "other-receipt");
    const stamp = (posted.stamp ?? "").trim();
    if (stamp && stamp !== found.stamp) throw new Mismatch(2, found.stamp ? "other-stamp" : "no-stamp");
  }

  const cleaned = (text) => text.trim().toLowerCase().replace(/…$/, "");

  // Check a record, whole; `posted`: what somebody was shown of it while it ran. Throws Mismatch.
  function check(text, posted = {}) {
    const lines = linesOf(text);
    const [first, start] = lines;
    const end = lines.at(-1);
    const game = first.content.game_id;
    const seed = unhexed(end.content.seed);
    if (hex(commitment(game, seed)) !== first.content.commitment) throw new Mismatch(1, "commitment");
    checkPairs(start.content);
    checkTold(start.content);
    const digest = terms(first.content.rules, ...["options", "stacks", "carry"].map((name) => utf8.encode(JSON.stringify(start.content[name]))));
    const mixed = entropy(digest, start.content.pairs);
    if (hex(mixed) !== start.content.entropy) throw new Mismatch(2, "entropy");
    const source = seeded(seed, game, mixed);
    const counts = new Map();
    let who = seated(start.content);
    checkBots(start, { house: new Set(), away: new Set() });
    const told = [{ number: 2, deed: null, draws: drawn(start, source, counts), receipt: "" }];
    let head = chained(source.salt(0), first.bytes, start.bytes);
    for (const line of lines.slice(2, -1)) {
      if (line.content.type === "round") {
        if (line.content.stacks.length !== who.count) throw new Mismatch(line.number, "seats");
        who = seated(line.content, line.number);
        checkBots(line, { house: new Set(), away: new Set() });
      } else {
        checkDeed(line, who, line.number === lines.length - 1);
        checkBots(line, who);
        noteWhoPlays(line.content.deed, who);
      }
      head = deed(head, source.salt(line.number - 2), line.bytes);
      told.push({ number: line.number, deed: line.content.deed ?? null, draws: drawn(line, source, counts), receipt: hex(head) });
    }
    checkEnd(end, head, counts, told.at(-1).deed?.type === "void");
    const stamp = start.content.pairs.find((pair) => pair[0] === "stamp")?.[1] ?? "";
    const given = start.content.pairs.filter(([owner, text]) => text && owner !== "stamp");
    const texts = Object.fromEntries(given.map(([seat, text]) => [seat, hex(textTold(game, seat, text))]));
    const found = { game, rules: first.content.rules, commitment: first.content.commitment, entropy: hex(mixed), end: end.content.sha256, seed: end.content.seed, stamp, told: start.content.told, texts, pairs: start.content.pairs, lines: told, receipts: told.slice(1).map((one) => one.receipt) };
    compare(found, posted, lines.length);
    return found;
  }

  function checkEnd(end, head, counts, off) {
    if (end.content.head !== hex(head)) throw new Mismatch(end.number, "chain");
    const draws = end.content.draws;
    const labels = Object.keys(draws);
    if (labels.length !== counts.size || labels.some((label, at) => draws[label] !== counts.get(label) || label < labels[at - 1])) throw new Mismatch(end.number, "draw-counts");
    if (off !== (end.content.result === null)) throw new Mismatch(end.number, "result");
    const empty = JSON.stringify({ ...end.content, sha256: "" });
    if (hex(ended(head, utf8.encode(empty))) !== end.content.sha256) throw new Mismatch(end.number, "end-hash");
  }

  return { Mismatch, SHOWN, BINDS, base32, below, chained, check, commitment, deed, ended, entropy, hex, keyed, lp, seeded, sha256, shuffled, terms, textTold, unhexed, utf8 };
})();

// The page. Everything that a record says is put down as text.

if (typeof document !== "undefined" && document.getElementById("ask")?.tagName === "FORM") {
  const MOST_AT_ONCE = 40; // lines put down before the page may breathe
  const MOST_BYTES = 8 * 1024 * 1024;
  const words = JSON.parse(document.getElementById("boot").textContent).words;
  const byId = (id) => document.getElementById(id);
  const say = (word, values = {}) => (words[word] ?? word).replace(/\{([a-z]+)\}/g, (hole, name) => (name in values ? visible(values[name]) : hole));
  let run = 0;

  // What a record says, with every sign spelled out that turns, hides or breaks a line, as `potluck verify` does it.
  function visible(value) {
    const named = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };
    return String(value).replace(/(?! )[\p{C}\p{Z}]/gu, (sign) => {
      const digits = sign.codePointAt(0).toString(16);
      if (digits.length > 4) return `\\U${digits.padStart(8, "0")}`;
      return named[sign] ?? (digits.length > 2 ? `\\u${digits.padStart(4, "0")}` : `\\x${digits.padStart(2, "0")}`);
    });
  }

  function node(kind, text, kindOf = "") {
    const made = document.createElement(kind);
    made.textContent = text;
    if (kindOf) made.className = kindOf;
    return made;
  }

  const posted = () => ({
    commitment: byId("commitment").value,
    entropy: byId("entropy").value,
    end: byId("end").value,
    texts: byId("texts").value.split(/[\s,;]+/),
    stamp: byId("stamp").value,
    receipts: byId("receipts").value.split(/[\s,;]+/),
  });

  function seats(numbers) {
    return numbers.map((seat) => seat + 1).join(", ");
  }

  function done(deed, isFirst) {
    if (deed === null) return say(isFirst ? "did-start" : "did-round");
    switch (deed.type) {
      case "move": return say("did-move", { seat: deed.seat + 1, move: deed.move });
      case "time-up": return deed.seats.length ? say("did-silence", { seats: seats(deed.seats) }) : say("did-clock");
      case "void": return say("did-void", { why: deed.why });
      case "left": case "taken-over": case "returned": return say(`did-${deed.type}`, { seat: deed.seat + 1 });
      default: return visible(deed.type);
    }
  }

  // Numbers below six count from nought, dice from one.
  function drawnAs(draw) {
    const plain = `${draw.label} ${draw.index}: ${draw.kind} → ${draw.outcome.join(" ")}`;
    return draw.kind.startsWith("below ") ? say("from-one", { draw: plain, numbers: draw.outcome.map((one) => one + 1).join(" ") }) : visible(plain);
  }

  async function list(lines, mine) {
    byId("draws-title").hidden = false;
    for (let at = 0; at < lines.length; at += MOST_AT_ONCE) {
      for (const line of lines.slice(at, at + MOST_AT_ONCE)) {
        const item = document.createElement("li");
        item.append(node("span", `${line.number}. ${done(line.deed, line.number === 2)}`, "done"), ...line.draws.map((draw) => node("span", drawnAs(draw), "draw")));
        if (line.receipt) item.append(node("span", say("receipt", { receipt: line.receipt.slice(0, POTLUCK.SHOWN) }), "receipt"));
        byId("draws").append(item);
      }
      await new Promise((go) => { setTimeout(go); });
      if (mine !== run) return;
    }
  }

  function shown(good, verdict) {
    byId("found").hidden = false;
    byId("found").className = good ? "good" : "bad";
    byId("verdict").textContent = verdict;
    for (const id of ["wrong", "checks", "in-short", "compare", "level", "hashes", "draws"]) byId(id).replaceChildren();
    byId("draws-title").hidden = true;
    byId("proves").hidden = !good;
  }

  function checked(found, given) {
    shown(true, say("good"));
    const draws = found.lines.reduce((sum, line) => sum + line.draws.length, 0);
    const told = [say("ok-commitment"), say("ok-entropy", { count: found.pairs.length - (found.stamp ? 1 : 0) }), say("ok-draws", { count: draws }), say("ok-chain", { count: found.receipts.length })];
    for (const name of ["commitment", "entropy", "end", "stamp"]) if (given[name].trim()) told.push(say(`ok-posted-${name}`));
    const receipts = given.receipts.filter((one) => one.trim()).length;
    if (receipts) told.push(say("ok-receipts", { count: receipts }));
    const texted = given.texts.filter((one) => one.trim()).length;
    if (texted) told.push(say("ok-texts", { count: texted }));
    byId("checks").append(...told.map((one) => node("li", one)));
    const missing = ["commitment", "entropy", "end", ...(found.stamp ? ["stamp"] : [])].filter((name) => !given[name].trim());
    byId("compare").textContent = missing.length ? say("compare", { names: missing.map((name) => say(`hash-${name}`)).join(", ") }) : "";
    if (missing.includes("end")) byId("compare").append(" ", say("compare-end"));
    const proved = given.commitment.trim() ? (found.stamp && given.stamp.trim() ? "level-2" : "level-1") : "level-0";
    byId("in-short").textContent = say(`in-short-${proved}`);
    byId("level").textContent = say(proved, { stamp: found.stamp });
    if (found.stamp && proved !== "level-2") byId("level").append(" ", say("level-2-if", { stamp: found.stamp }));
    const time = (at) => (at <= 8.64e15 ? new Date(at).toISOString().replace("T", " ") : `${at} ms`);
    if (found.told) byId("level").append(" ", say("told", { seal: found.told.seal || "?", at: time(found.told.seal_at), came: time(found.told.stamp_at) }));
    const texts = found.pairs.filter(([owner]) => owner in found.texts).map(([owner, text]) => `${Number(owner) + 1}: ${text} (${POTLUCK.base32(POTLUCK.unhexed(found.texts[owner])).slice(0, POTLUCK.BINDS)})`);
    const hashes = { ...found, texts: texts.join(" · ") || say("no-texts") };
    for (const name of ["game", "rules", "texts", "commitment", "entropy", "end", "seed"]) byId("hashes").append(node("dt", say(`hash-${name}`)), node("dd", visible(hashes[name])));
  }

  async function look(text) {
    const mine = (run += 1);
    const given = posted();
    byId("found").setAttribute("aria-busy", "true");
    try {
      const found = POTLUCK.check(text, given);
      checked(found, given);
      await list(found.lines, mine);
    } catch (wrong) {
      shown(false, say("bad"));
      const at = wrong instanceof POTLUCK.Mismatch ? wrong : { line: 1, word: "no-line" };
      byId("wrong").textContent = say("wrong-at", { row: at.line, why: say(`wrong-${at.word}`, at.values) });
    }
    byId("found").removeAttribute("aria-busy");
    bringIntoView();
  }

  function bringIntoView() {
    byId("verdict").focus({ preventScroll: true });
    byId("found").scrollIntoView({ block: "nearest" });
  }

  function refuse(word) {
    run += 1;
    shown(false, say("unchecked"));
    byId("wrong").textContent = say(word);
    bringIntoView();
  }

  async function read(file) {
    if (file.size > MOST_BYTES) return refuse("too-large");
    byId("text").value = await file.text();
    return look(byId("text").value);
  }

  function asked(event) {
    event.preventDefault();
    const text = byId("text").value;
    if (!text.trim()) return refuse("nothing");
    return look(text.endsWith("\n") ? text : `${text}\n`);
  }

  // Behind the link of a finished game its record comes by itself.
  async function fetched() {
    const [, link] = location.hash.match(/^#(\/game\/[\w-]{1,200})$/) ?? [];
    if (!link || !location.protocol.startsWith("http")) return;
    try {
      const answer = await fetch(`${link}/record`);
      if (!answer.ok) throw new Error(String(answer.status));
      byId("text").value = await answer.text();
      await look(byId("text").value);
    } catch {
      refuse("not-there");
    }
  }

  byId("ask").addEventListener("submit", asked);
  byId("file").addEventListener("change", (event) => { if (event.target.files[0]) read(event.target.files[0]); });
  for (const kind of ["dragover", "dragleave", "drop"]) {
    byId("pick").addEventListener(kind, (event) => {
      event.preventDefault();
      byId("pick").classList.toggle("over", kind === "dragover");
      if (kind === "drop" && event.dataTransfer.files[0]) read(event.dataTransfer.files[0]);
    });
  }
  window.addEventListener("hashchange", fetched);
  fetched();
}
