import type { Dice } from "#test/torture/size.ts";

const DEEP: unknown = JSON.parse(`${"[".repeat(400)}${"]".repeat(400)}`);
const WIDE: unknown = Array.from({ length: 1_500 }, (_, index) => index);

/** Values that have broken programs before, of every JSON type. */
const HOSTILE_BY_KIND: readonly (readonly unknown[])[] = [
  [null, true, false, [], {}, [[]], [null], DEEP, WIDE],
  [0, -0, -1, 1.5, 0.001, 1e9, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308],
  "0|1e3|-1|NaN|Infinity|null|undefined|true|[object Object]|١٢|0x10|1,5|99999999999999999999".split("|"),
  [
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\udc00\ud800",
    "\u202eabc",
    "\ufeff",
    "\u2028",
    "a\r\nb",
    "🧑‍👩‍👧‍👦".repeat(50),
    "e\u0301".repeat(300),
  ],
  "__proto__|constructor|toString|hasOwnProperty|' or 1=1 --|%|_|\\|<script>hit()</script>|{{7*7}}|%00".split("|"),
  "2026-13-45T99:99:99Z|0000-01-01|99999-01-01T00:00:00Z|2026-02-30|24:00|../../etc/passwd|javascript:alert(1)|//evil.example".split("|"),
  ["x".repeat(20_000), "9".repeat(400), "[".repeat(2_000), '{"a":'.repeat(500), "(".repeat(300), "a@".repeat(500)],
];
const HOSTILE = HOSTILE_BY_KIND.flat();
const EXTRA_NAMES = ["\u0000", ..."price|total|roles|isAdmin|id|version|constructor|__proto__|toString||a.b|a[0]|$where".split("|")];

/** A copy with one part replaced, dropped, doubled or added. */
export function spoilValue(value: unknown, dice: Dice): unknown {
  if (typeof value !== "object" || value === null || dice.chance(8)) return dice.pick(HOSTILE);
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const [first] = list;
    if (list.length === 0) return [dice.pick(HOSTILE)];
    return dice.pick([() => [spoilValue(first, dice), ...list.slice(1)], () => copiesOf(first)])();
  }
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  const added = [dice.pick(EXTRA_NAMES), dice.pick(HOSTILE)] as const;
  const at = Math.floor(dice.next() * entries.length);
  const chosen = entries[at];
  if (chosen === undefined || dice.chance(15)) return withEntries([...entries, added]);
  const others = entries.filter((_, index) => index !== at);
  return dice.chance(15) ? withEntries(others) : withEntries([...others, [chosen[0], spoilValue(chosen[1], dice)]]);
}

/** Up to 1,200, in about a megabyte: a list is copied up to three times in one request. */
function copiesOf(entry: unknown): unknown[] {
  const copies = Math.floor(1_000_000 / JSON.stringify(entry).length);
  return Array.from({ length: Math.max(2, Math.min(1_200, copies)) }, () => entry);
}

/** Own properties also for "__proto__", which a literal would set instead. */
function withEntries(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}

/** The JSON of a value, sometimes broken as text or bytes. */
export function spoilJson(value: unknown, dice: Dice): string | Uint8Array {
  const json = JSON.stringify(value) ?? "";
  if (dice.chance(75)) return json;
  const at = Math.floor(dice.next() * json.length);
  return dice.pick<() => string | Uint8Array>([
    () => json.slice(0, at),
    () => `${json}${json}`,
    // The same key twice.
    () => json.replace(/^\{("[^"]*":)/, (_, key: string) => `{${key}${JSON.stringify(dice.pick(HOSTILE))},${key}`),
    () => json.replace(/:"[^"]*"/, String.raw`:"\ud800"`),
    () => json.replace(/:\d+/, ":1e400"),
    () => json.replace(/:\d+/, ":-00001"),
    () => `${json.slice(0, at)}\u0000${json.slice(at)}`,
    () => `\ufeff${json}`,
    () => Buffer.concat([Buffer.from(json.slice(0, at)), Buffer.of(0xff, 0xc0, 0xaf, 0xed, 0xa0, 0x80), Buffer.from(json.slice(at))]),
    () => Buffer.from(json, "utf16le"),
    () => "[".repeat(30_000),
    () => `{"a":`.repeat(8_000),
    () => "",
  ])();
}

/** A hostile text for a form's field, an address or a header. */
export function hostileText(dice: Dice): string {
  const value = dice.pick(HOSTILE);
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Percent-encoded, with lone surrogates as their bytes. */
export function encoded(text: string): string {
  return Array.from(text, (each) => (each.isWellFormed() ? encodeURIComponent(each) : "%ED%A0%80")).join("");
}
