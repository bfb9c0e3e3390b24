import fc from "fast-check";
import { expect, test } from "vitest";
import { CODE_ALPHABET, formatCode, generateCodes, isMistypedCode, isSameCode, minimumLength, normalizeCode } from "./coupons.ts";

/** A small deterministic generator, so that a failure can be repeated. */
function randomFrom(seed: number): (exclusiveMax: number) => number {
  let state = seed;
  return (exclusiveMax) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * exclusiveMax);
  };
}

function generate(count: number, prefix = "", length = 8, seed = 1, taken?: ReadonlySet<string>): string[] {
  const made = generateCodes(count, { prefix, length }, randomFrom(seed), taken);
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

test.each([
  ["  welcome 10 ", "WELCOME10"],
  ["Wel-Come–10", "WELCOME10"],
  ["wel\u00A0come\u200B10", "WELCOME10"],
  ["ＷＥＬ10", "WEL10"],
  // As a minus sign, and between the marks that messengers put around a text.
  ["wel\u221210", "WEL10"],
  ["\u2068wel\u200E10\u2069", "WEL10"],
  ["---", ""],
])("spellings of one code compare equal: %j is %j", (typed, normalized) => {
  expect(normalizeCode(typed)).toBe(normalized);
  expect(isSameCode(typed, normalized.toLowerCase())).toBe(true);
  expect(isSameCode(typed, `${normalized}X`)).toBe(false);
});

test.each([
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom("A", "a", "e", "ß", "ŉ", "ῃ", "\u00B4", "\u0301", "\u0345", "-", "\u200D") }),
])("normalizing twice changes nothing more", (texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(normalizeCode(normalizeCode(text))).toBe(normalizeCode(text));
    }),
  );
});

test("normalizes a letter with a spacing accent to one letter", () => {
  expect(normalizeCode("A\u00B4")).toBe("Á");
});

test("makes distinct normalised codes of the length without look-alikes or vowels", () => {
  const codes = generate(500, "sum mer", 8);
  expect(new Set(codes).size).toBe(500);
  for (const code of codes) {
    expect(code).toMatch(new RegExp(`^SUMMER[${CODE_ALPHABET}]{8}$`));
    expect(normalizeCode(code)).toBe(code);
  }
  expect(CODE_ALPHABET).not.toMatch(/[AEIOU0Q1L5S2Z8BGV]/);
});

test("the same randomness makes the same codes; taken ones are not made again", () => {
  const first = generate(50);
  expect(generate(50)).toEqual(first);
  const more = generate(50, "", 8, 1, new Set(first));
  expect(more.filter((code) => first.includes(code))).toEqual([]);
});

test("makes 100,000 distinct codes", () => {
  const codes = generate(100_000, "BIG", 9);
  expect(new Set(codes).size).toBe(100_000);
});

test.each([
  { count: 0, pattern: { prefix: "", length: 8 }, error: "Ask for 1 to 100\u00a0000 codes." },
  { count: 1.5, pattern: { prefix: "", length: 8 }, error: "Ask for 1 to 100\u00a0000 codes." },
  { count: 100_001, pattern: { prefix: "", length: 16 }, error: "Ask for 1 to 100\u00a0000 codes." },
  { count: 1, pattern: { prefix: "Ö", length: 8 }, error: "A prefix has letters A to Z and digits only." },
  { count: 1, pattern: { prefix: "", length: 5 }, error: "Codes have 6 to 16 characters after the prefix." },
  { count: 1, pattern: { prefix: "P".repeat(60), length: 8 }, error: "A code has at most 64 characters." },
  { count: 100_000, pattern: { prefix: "", length: 7 }, error: "So many codes need at least 8 characters after the prefix." },
])("refuses what makes no good codes: $error", ({ count, pattern, error }) => {
  expect(generateCodes(count, pattern, randomFrom(1))).toEqual({ ok: false, error });
});

test("the minimum length leaves a thousand wrong guesses per code", () => {
  expect([1, 2476, 2477, 100_000].map(minimumLength)).toEqual([6, 6, 7, 8]);
});

const generated = fc
  .record({ prefix: fc.constantFrom("", "SUMMER", "XMAS26"), length: fc.integer({ min: 6, max: 16 }), seed: fc.nat() })
  .map(({ prefix, length, seed }) => ({
    prefix,
    code: generate(1, prefix, length, seed)[0] ?? "",
  }));

test("a generated code is never reported as mistyped, in any spelling", () => {
  fc.assert(
    fc.property(generated, ({ code }) => {
      expect(isMistypedCode(code)).toBe(false);
      expect(isMistypedCode(` ${code.toLowerCase().slice(0, 4)}-${code.slice(4)}`)).toBe(false);
    }),
  );
});

test("detects one wrong character anywhere after the prefix", () => {
  fc.assert(
    fc.property(generated, fc.nat(), fc.constantFrom(...CODE_ALPHABET.split("")), ({ prefix, code }, where, wrong) => {
      const index = prefix.length + (where % (code.length - prefix.length));
      fc.pre(code[index] !== wrong);
      expect(isMistypedCode(code.slice(0, index) + wrong + code.slice(index + 1))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("detects two swapped neighbours", () => {
  fc.assert(
    fc.property(generated, fc.nat(), ({ prefix, code }, where) => {
      const index = prefix.length + (where % (code.length - prefix.length - 1));
      const [first = "", second = ""] = code.slice(index, index + 2);
      fc.pre(first !== second);
      expect(isMistypedCode(code.slice(0, index) + second + first + code.slice(index + 2))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("detects a look-alike", () => {
  const [code = ""] = generate(1, "", 8);
  for (const lookAlike of "0OQ1IL5S2Z8BGUV") expect(isMistypedCode(`${code.slice(0, 5)}${lookAlike}${code.slice(6)}`)).toBe(true);
});

test.each(["WELCOME10", "SUMMER", "PIZZA2026", "PARTY7", "FREE", "A", ""])(
  "a code that people would invent is unknown, not mistyped: %s",
  (code) => {
    expect(isMistypedCode(code)).toBe(false);
  },
);

test("prints a code in groups of four after its prefix, and reads it back", () => {
  expect(formatCode("SUMMER7KD9XW43", "SUMMER")).toBe("SUMMER-7KD9-XW43");
  expect(formatCode("7KD9XW")).toBe("7KD9-XW");
  expect(normalizeCode(formatCode("SUMMER7KD9XW43", "SUMMER"))).toBe("SUMMER7KD9XW43");
});
