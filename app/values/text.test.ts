import { expect, test } from "vitest";
import type { z } from "zod";
import { isLine, isText, keepText, tidyText } from "./text.ts";
import { requiredWireLine, requiredWireText, wireLine, wireText } from "./wire.schema.ts";

/** Typed text, what is kept of it as one line and as many lines; null = refused. */
const TABLE: readonly (readonly [name: string, typed: string, line: string | null, lines: string | null])[] = [
  ["plain", "Ana Lima", "Ana Lima", "Ana Lima"],
  ["spaces around it", "  Ana\u00a0 ", "Ana", "Ana"],
  ["letters of other scripts", "李 小龍, O’Brien-Şahin, نور", "李 小龍, O’Brien-Şahin, نور", "李 小龍, O’Brien-Şahin, نور"],
  ["an accent typed on its own", "Jose\u0301", "José", "José"],
  ["a family joined by ZWJ", "👨‍👩‍👧 ❤️", "👨‍👩‍👧 ❤️", "👨‍👩‍👧 ❤️"],
  ["a Persian word with ZWNJ", "می‌خواهم", "می‌خواهم", "می‌خواهم"],
  ["two lines", "a\nb", null, "a\nb"],
  ["line ends of a form", "a\r\nb\rc", null, "a\nb\nc"],
  ["a tab", "a\tb", null, "a\tb"],
  ["line and paragraph separators", "a\u2028b\u2029c", null, "a\nb\nc"],
  ["NUL", "a\u0000b", null, null],
  ["BEL", "a\u0007b", null, null],
  ["ESC", "a\u001b[31mb", null, null],
  ["DEL", "a\u007fb", null, null],
  ["a control character above ASCII", "a\u0085b\u009bc", null, null],
  ["half of a surrogate pair", "a\ud800b", null, null],
  ["text turned around", "Ana \u202eDIAP\u202c", "Ana DIAP", "Ana DIAP"],
  ["a telephone number as address books copy it", "\u202a+1 416 555 0134\u202c", "+1 416 555 0134", "+1 416 555 0134"],
  ["isolates", "\u2066a\u2067b\u2068c\u2069", "abc", "abc"],
  ["a byte order mark", "\ufeffAna", "Ana", "Ana"],
  ["nothing", "", "", ""],
  ["zero-width spaces only", "\u200b\u200b", "", ""],
  ["joiners, a word joiner and a soft hyphen only", "\u200d\u200c\u2060\u00ad", "", ""],
  ["blank letters: Hangul filler and empty braille", "\u3164\u2800", "", ""],
  ["a lone accent", "\u0301", "", ""],
];

test.each(TABLE)("%s", (_name, typed, line, lines) => {
  const read = (schema: z.ZodType) => schema.safeParse(typed).data ?? null;
  expect(read(wireLine("your name", 100))).toBe(line);
  expect(read(wireText("the note", 100))).toBe(lines);
  expect(read(requiredWireLine("your name", 100))).toBe(line === "" ? null : line);
  expect(read(requiredWireText("the note", 100))).toBe(lines === "" ? null : lines);
});

test("drops characters from drafts that would be refused", () => {
  expect(keepText("a\u0007\u0000b\ud800\u202e\nc", 100)).toBe("ab\ufffd\nc");
  expect(keepText(" 123456", 3)).toBe("123");
  for (const [, typed] of TABLE) expect(isText(keepText(typed, 100))).toBe(true);
});

test("tidying twice changes nothing more", () => {
  for (const [, typed] of TABLE) expect(tidyText(tidyText(typed))).toBe(tidyText(typed));
});

test("the length limit counts stored characters, and each message names the field", () => {
  expect(wireLine("your name", 4).safeParse("José").success).toBe(true);
  expect(wireLine("your name", 4).safeParse("Jose\u0301").success).toBe(true);
  expect(wireLine("your name", 3).safeParse("Jose\u0301").error?.issues[0]?.message).toBe("Use at most 3 characters for your name.");
  expect(requiredWireLine("your name", 9).safeParse("\u200b").error?.issues[0]?.message).toBe("Enter your name.");
  expect(wireLine("your name", 9).safeParse("a\u0007").error?.issues[0]?.message).toBe("Write your name in one line of plain text.");
  expect(wireText("the note", 9).safeParse("a\u0007").error?.issues[0]?.message).toBe("Write the note in plain text.");
  expect(isLine("a\nb")).toBe(false);
});
