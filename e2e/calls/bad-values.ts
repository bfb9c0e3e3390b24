/** Invalid values for a field, by its type. Undefined members are absent in JSON, so everything here can be sent. */

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const DEEP: unknown = JSON.parse(nested(500));

const NO_NUMBERS: readonly unknown[] = ["1", "1e3", "", [2], true, {}, DEEP];
/** Texts that no column can store: the NUL character and a lone surrogate. */
const UNSTORABLE = ["a\u0000b", "\ud800"] as const;

export const NO_COUNT: readonly unknown[] = [...NO_NUMBERS, null, -1, 0, 1.5, 1e9, 1e308];
export const NO_VERSION: readonly unknown[] = [...NO_NUMBERS, null, -1, 1.5, 1e10];
export const NO_AMOUNT: readonly unknown[] = [...NO_NUMBERS, -1, 0.001, 1e9];
export const NO_FLAG: readonly unknown[] = ["true", 1, [], {}];
export const NO_CHOICE: readonly unknown[] = ["", "constructor", "__proto__", 7, null, [], {}, ...UNSTORABLE];
export const NO_TEXT: readonly unknown[] = [7, true, [], ["a"], {}, DEEP, "x".repeat(20_000), ...UNSTORABLE];
export const NO_LIST: readonly unknown[] = ["x", 7, {}, [7], [null], [[]], Array.from({ length: 2_000 }, () => ({})), DEEP];
export const NO_OBJECT: readonly unknown[] = ["x", 7, [], true, DEEP];
export const NO_KEY: readonly unknown[] = ["", "7", 7, "00000000", "../../x", [], {}, ...UNSTORABLE];
export const NO_INSTANT: readonly unknown[] = [
  "",
  "now",
  "2026-02-30T10:00:00Z",
  "2026-03-08T18:30:00",
  "99999-01-01T00:00:00Z",
  1e12,
  [],
  {},
  ...UNSTORABLE,
];
export const NO_EMAIL: readonly unknown[] = [
  "",
  "ana",
  "a@b",
  "a b@example.com",
  "a@example.com\nBcc: b@example.com",
  `${"a".repeat(300)}@example.com`,
  7,
  [],
  {},
  ...UNSTORABLE,
];

/** Values of query parameters. */
export const NO_NUMBER_IN_URL = ["0", "-1", "1.5", "1e3", "x", "", "99999999999", "%D9%A3", "%00", "1%20"] as const;
export const NO_WORD = ["nope", "", "constructor", "__proto__", "%00", "%F0%9F%98%80"] as const;
export const NO_QUERY = ["x".repeat(200), "a%00b"] as const;

/** Ids in paths that do not exist, well formed or not. All return 404. */
export const NO_IDS = [
  "00000000-0000-4000-8000-000000000000",
  "0",
  "-1",
  "1.5",
  "1e3",
  "2147483648",
  "99999999999999999999",
  "x",
  "__proto__",
  "constructor",
  "%F0%9F%98%80",
  "x".repeat(2_000),
  "1%20or%201=1",
  "';drop",
] as const;

/** Bodies that are not JSON, or not UTF-8. All return 400. */
export const BROKEN_JSON: readonly (string | Uint8Array)[] = [
  "",
  "{",
  '{"a":1',
  "{'a':1}",
  "[1,]",
  "NaN",
  "\u0000",
  "}{",
  Uint8Array.of(0x22, 0xff, 0xfe, 0x22),
  Buffer.from("{}", "utf16le"),
  "[".repeat(30_000),
];

/** Whole bodies that are JSON but no object of this call; the last would overflow the stack of a recursive check. All return 422. */
export const NO_BODIES: readonly string[] = ["null", "[]", '"x"', "7", "true", "[[]]", nested(30_000)];

/** Fields that clients must never set. */
export const SMUGGLED: Readonly<Record<string, unknown>> = {
  price: 0.01,
  total: 0,
  final_total: 0,
  discount: 100,
  roles: ["super-admin"],
  isAdmin: true,
  userId: 1,
  status: "completed",
  constructor: {},
  id: 1,
};

/** A copy of `body` with `value` at the path `field`. */
export function withField(body: unknown, field: string, value: unknown): unknown {
  const [head = "", ...rest] = field.split(".");
  const inner = rest.length === 0 ? value : withField((body as Record<string, unknown> | undefined)?.[head], rest.join("."), value);
  if (Array.isArray(body) || (body === undefined && /^\d+$/.test(head)))
    return Object.assign([...((body as unknown[] | undefined) ?? [])], { [head]: inner });
  return { ...(body as object | undefined), [head]: inner };
}
