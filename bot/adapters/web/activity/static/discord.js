// Discord's side of an Activity: the messages of its Embedded App SDK, as far as this page needs them. What is heard
// counts only from Discord's own app; what is said goes to no other page (T16).

const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;
// The version of the SDK whose messages these are; apps on phones before this one can't be told.
const SDK_VERSION = "2.5.0";
const TOLD_SINCE = 250;
const SILENCE = 15000;

const asked = new URLSearchParams(location.search);
const nonce = () => crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// What Discord adds to the address of every Activity that it opens.
export const frame = asked.get("frame_id") ?? "";
export const instance = asked.get("instance_id") ?? "";
export const isInside = Boolean(frame && instance);

function tellsVersion() {
  return asked.get("platform") !== "mobile" || Number.parseInt(asked.get("mobile_app_version") ?? "", 10) >= TOLD_SINCE;
}

export class Discord {
  constructor(client, origins) {
    this.client = client;
    this.origins = origins;
    // On phones the page may stand in no frame: there the app speaks with the page's own voice.
    this.alone = window.parent === window;
    this.other = this.alone ? window : window.parent.opener ?? window.parent;
    this.target = "";
    this.pending = new Map();
    this.listeners = new Map();
    this.closed = () => {};
    addEventListener("message", (event) => this.hear(event));
  }

  isDiscord(event) {
    if (this.alone) return (event.source === window || event.source === null) && [location.origin, "null"].includes(event.origin);
    return this.origins.includes(event.origin) && event.source === this.other && (!this.target || event.origin === this.target);
  }

  // Before it is known at which of its addresses Discord's app stands, each is told: a browser delivers to the right one.
  post(message) {
    const targets = this.alone ? [location.origin] : this.target ? [this.target] : this.origins;
    targets.forEach((target) => this.other.postMessage(message, target));
  }

  hear(event) {
    if (!this.isDiscord(event) || !Array.isArray(event.data)) return;
    const [kind, content] = event.data;
    if (kind === CLOSE) this.closed(new Error(content?.message ?? ""));
    if (kind !== FRAME || typeof content !== "object" || content === null) return;
    if (!this.alone) this.target = event.origin;
    if (content.cmd === "DISPATCH") this.listeners.get(content.evt)?.(content.data);
    else this.answered(content);
  }

  answered({ nonce: mine, evt, data }) {
    const waiting = this.pending.get(mine);
    this.pending.delete(mine);
    if (evt === "ERROR") waiting?.fail(new Error(data?.message ?? ""));
    else waiting?.done(data);
  }

  // Resolve as soon as Discord's app answers; reject where it wants nothing to do with us, and after a while of silence.
  ready() {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error("silence")), SILENCE);
      this.closed = fail;
      this.on("READY", (data) => {
        clearTimeout(timer);
        done(data);
      });
      this.post([HANDSHAKE, { v: 1, encoding: "json", client_id: this.client, frame_id: frame, ...(tellsVersion() ? { sdk_version: SDK_VERSION } : {}) }]);
    });
  }

  on(event, listen) {
    this.listeners.set(event, listen);
  }

  // What Discord answers to a command; whoever is asked something there may take their time.
  command(cmd, args, more = {}) {
    const mine = nonce();
    const answer = new Promise((done, fail) => { this.pending.set(mine, { done, fail }); });
    this.post([FRAME, { cmd, args, nonce: mine, ...more }]);
    return answer;
  }

  // The code with which our server asks Discord who this is.
  async authorize(scope) {
    const { code } = await this.command("AUTHORIZE", { client_id: this.client, response_type: "code", state: "", prompt: "none", scope });
    return code;
  }

  // Tell who is in the Activity, now and whenever that changes. The command needs no scope.
  async followPeople(tell) {
    const update = (data) => tell(data?.participants ?? []);
    this.on("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE", update);
    await this.command("SUBSCRIBE", undefined, { evt: "ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE" });
    update(await this.command("GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS"));
  }
}
