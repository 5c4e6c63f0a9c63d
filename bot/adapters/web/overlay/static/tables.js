// The tables of the place. One is shown: that at which something happened last.

const MOST = 16;
// While something happens here, the picture doesn't jump to another table and back.
const STAYS = 8000;
// A table that closed is seen for a moment.
const CLOSED_STAYS = 8000;

export class OnAir {
  constructor() {
    this.clear();
    this.told = () => {};
  }

  clear() {
    this.tables = new Map();
    this.current = "";
  }

  hear(tables, whole = false) {
    const at = Date.now();
    if (whole) {
      const codes = new Set(tables.map((table) => table.code));
      for (const code of this.tables.keys()) if (!codes.has(code)) this.tables.delete(code);
    }
    tables.forEach((table, index) => this.put(table, whole ? at - tables.length + index : at));
    while (this.tables.size > MOST) this.tables.delete(this.tables.keys().next().value);
  }

  put(table, at) {
    const before = this.tables.get(table.code)?.table;
    const told = before?.phase === "between" && table.phase === "between" ? before.commentary : [];
    if (!table.commentary.length) table.commentary = told;
    this.tables.delete(table.code);
    this.tables.set(table.code, { table, at });
    this.told(table);
  }

  several() {
    return [...this.tables.values()].filter(({ table }) => table.phase !== "closed").length > 1;
  }

  newest() {
    const now = Date.now();
    for (const [code, { table, at }] of this.tables) if (table.phase === "closed" && now - at > CLOSED_STAYS) this.tables.delete(code);
    const current = this.tables.get(this.current);
    const latest = [...this.tables.values()].reduce((last, one) => (last && last.at > one.at ? last : one), null);
    if (!current || (latest !== current && (now - current.at > STAYS || current.table.phase === "closed"))) this.current = latest?.table.code ?? "";
    return this.tables.get(this.current)?.table ?? null;
  }
}
