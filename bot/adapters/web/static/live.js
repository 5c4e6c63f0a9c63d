// The live line: it tells what changes, and takes what is said here. A WebSocket, since browsers open six event streams
// to one host and no more, which seven people in seven tabs would notice.

import { open as openCover } from "./cover.js";
import { boot, byId, el, say } from "./dom.js";
import { addressOf, showKey } from "./key.js";
import { forget } from "./seats.js";
import { lineIsBack, speakOn } from "./send.js";

const SILENCE = 40000;
const TOO_MANY = 4008;
const GONE = 4003;
const GOING_AWAY = 1001;
// An answer that takes longer is asked for again by a form, under the same id.
const ANSWER = 5000;
const WITHOUT_A_WORD = { ok: true, text: "", secret: false, files: [] };

export function linkState(state, text) {
  const link = byId("link");
  link.dataset.state = state;
  link.textContent = text;
}

export class Live {
  // `looksAt`: the code of the table that this page shows. Of many tables in a room only that one is told whole.
  constructor(hear, looksAt = "", covered = false) {
    this.hear = hear;
    this.looksAt = looksAt;
    this.covered = covered;
    // What the other end was told of it, and of whether anybody sees this page.
    this.coverTold = covered;
    this.sleepTold = false;
    this.asked = new Map();
    this.tries = 0;
    this.heard = 0;
    setInterval(() => this.watch(), 5000);
    document.addEventListener("visibilitychange", () => this.tellSleep());
    addEventListener("online", () => this.again(0));
    // Nobody should go on choosing for a table that can't hear them: a page that is cut off says so at once.
    addEventListener("offline", () => { if (!this.stopped) linkState("lost", say("offline")); });
    addEventListener("pagehide", () => { this.stopped = true; this.socket?.close(); });
    addEventListener("pageshow", (event) => { if (event.persisted) { this.stopped = false; this.again(0); } });
    speakOn(this);
    this.open();
  }

  open() {
    if (this.stopped) return;
    this.coverTold = this.covered;
    this.sleepTold = false;
    const asked = new URLSearchParams({
      ...(this.looksAt && { table: this.looksAt }),
      ...(this.covered && { covered: "yes" }),
      // For a proxy before several processes, which may keep the pages of a room at one of them.
      ...(boot.room && { room: boot.room }),
    }).toString();
    const socket = new WebSocket(addressOf(asked ? `live?${asked}` : "live").replace(/^http/, "ws"));
    this.socket = socket;
    this.heard = Date.now();
    this.told = false;
    this.drop();
    showKey(socket);
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return;
      this.heard = Date.now();
      this.tries = 0;
        linkState("ok", say("connected"));
      lineIsBack();
      const content = JSON.parse(event.data);
      // The bot was brought up to date meanwhile, and tells things in a way that this page can't read.
      if (content.form && content.form !== boot.form) return location.reload();
      this.told = true;
      this.tellCover();
      this.tellSleep();
      content.said?.forEach((one) => this.answered(one));
      this.hear(content);
    });
    socket.addEventListener("close", (event) => { if (socket === this.socket) this.closed(event.code); });
  }

  // Whether something can be said here: the other end has spoken, and the line stands.
  get speaks() {
    return Boolean(navigator.onLine && this.told && this.socket?.readyState === WebSocket.OPEN);
  }

  // Say something; the promise breaks where the line does before there is an answer.
  say(content) {
    return new Promise((done, broken) => {
      const timer = setTimeout(() => broken(new Error("late")), ANSWER);
      this.asked.set(content.id, { done, broken, timer });
      this.socket.send(JSON.stringify({ say: content }));
    });
  }

  answered({ id, answer = WITHOUT_A_WORD }) {
    const asked = this.asked.get(id);
    this.asked.delete(id);
    clearTimeout(asked?.timer);
    asked?.done(answer);
  }

  // Whoever waits for an answer on a line that is no more asks anew.
  drop() {
    const asked = [...this.asked.values()];
    this.asked.clear();
    asked.forEach(({ broken, timer }) => {
      clearTimeout(timer);
      broken(new Error("line lost"));
    });
  }

  // Whose hand is covered is shown what all see in its place.
  cover(covered) {
    this.covered = covered;
    this.tellCover();
  }

  tellCover() {
    if (this.covered === this.coverTold || !this.speaks) return;
    this.coverTold = this.covered;
    this.socket.send(JSON.stringify({ covered: this.covered }));
  }

  // A page that nobody sees is told at once what calls its guest, and all else now and then.
  tellSleep() {
    if (document.hidden === this.sleepTold || !this.speaks) return;
    this.sleepTold = document.hidden;
    this.socket.send(JSON.stringify({ asleep: this.sleepTold }));
  }

  // Look at another table: a new line begins with all of it.
  look(code) {
    if (this.looksAt === code) return;
    this.looksAt = code;
    const old = this.socket;
    this.socket = null;
    old?.close();
    clearTimeout(this.timer);
    this.open();
  }

  closed(code) {
    this.drop();
    if (this.stopped) return;
    if (code === TOO_MANY) {
      this.stopped = true;
      linkState("lost", say("too-many-tabs"));
      byId("link").append(" ", el("button", { type: "button", class: "quiet", onclick: () => this.wake() }, say("use-this-tab")));
    } else if (code === GONE) {
      this.lost();
    } else {
      linkState("lost", say(navigator.onLine ? "connection-lost" : "offline"));
      if (code === GOING_AWAY && this.told) {
        // A process that ends in order leaves its pages to others, if there are any: they go at once, not all together.
        this.again(300 * Math.random());
        return;
      }
      this.tries += 1;
      this.again(Math.min(10000, 400 * 2 ** Math.min(this.tries, 5)) * (0.5 + Math.random() / 2));
    }
  }

  again(wait) {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      if (this.tries > 1 && (await this.seatIsGone())) this.lost();
      else this.open();
    }, wait);
  }

  // Of too many tabs the one that was opened first sleeps, until it is wanted.
  wake() {
    this.stopped = false;
    linkState("lost", say("connection-lost"));
    this.again(0);
  }

  // Nothing for a while, not even the pulse: the other end may be gone without a word.
  watch() {
    if (this.stopped || Date.now() - this.heard < SILENCE) return;
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.closed(0);
    this.heard = Date.now();
  }

  async seatIsGone() {
    try {
      return (await fetch(addressOf("./"), { method: "HEAD" })).status === 403;
    } catch {
      return false;
    }
  }

  lost() {
    this.stopped = true;
    linkState("lost", say(boot.handAlone ? "hand-alone-lost" : boot.linked ? "linked-seat-lost" : "seat-lost"));
    if (boot.linked) {
      openCover(false);
      document.body.classList.add("lost");
      byId("link").append(" ", el("a", { href: boot.room }, say("come-in-again")));
    }
    forget(boot.id);
  }
}
