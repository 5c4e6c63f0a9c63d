// The live line. It says its key once, and listens. Whatever goes wrong, nothing of it is seen on air.

const SILENCE = 40000;
const REFUSED = 4003;
const TOO_MANY = 4008;
const SLOWEST = 600000;

export class Line {
  constructor({ address, hail, hear, lost, refused }) {
    Object.assign(this, { address, hail, hear, lost, refused, tries: 0, heard: 0, socket: null });
    setInterval(() => this.watch(), 5000);
    addEventListener("online", () => { if (this.tries && !this.slow) this.again(0); });
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(new URL(this.address, location.href).href.replace(/^http/, "ws"));
    this.socket = socket;
    this.heard = Date.now();
    socket.addEventListener("open", () => socket.send(JSON.stringify(this.hail)));
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return;
      this.heard = Date.now();
      this.tries = 0;
      this.hear(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => { if (socket === this.socket) this.closed(event.code); });
  }

  // A wrong key is asked again, slowly: it may be a right one by then. A lost line is soon taken up again.
  closed(code) {
    this.socket = null;
    this.tries += 1;
    this.slow = code === REFUSED || code === TOO_MANY;
    if (code === REFUSED) this.refused();
    else this.lost();
    const wait = this.slow ? Math.min(SLOWEST, 15000 * 2 ** Math.min(this.tries, 6)) : Math.min(15000, 500 * 2 ** Math.min(this.tries, 6));
    this.again(wait * (0.5 + Math.random() / 2));
  }

  again(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait);
  }

  // Nothing for a while, not even the pulse: the other end may be gone without a word.
  watch() {
    if (this.socket === null || Date.now() - this.heard < SILENCE) return;
    const old = this.socket;
    this.closed(0);
    old.close();
  }
}
