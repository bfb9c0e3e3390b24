import { expect, test } from "vitest";
import { testGroup } from "#test/customizations.ts";
import { groupRule } from "./group-rule.ts";

const rule = (changes: Parameters<typeof testGroup>[2]) => groupRule(testGroup(1, [], changes));

test("formats rules", () => {
  expect(rule({ kind: "single", minSelect: 1, maxSelect: 1 })).toBe("Choose 1");
  expect(rule({ kind: "single", minSelect: 0, maxSelect: null })).toBe("Optional, choose 1");
  expect(rule({ kind: "multiple", minSelect: 2, maxSelect: 4 })).toBe("Choose 2 to 4");
  expect(rule({ kind: "multiple", minSelect: 2 })).toBe("Choose at least 2");
  expect(rule({ kind: "multiple" })).toBe("Optional");
  expect(rule({ kind: "text" })).toBe("Optional");
  expect(rule({ kind: "text", minSelect: 1 })).toBe("Please fill in");
});

test("explains free units", () => {
  expect(rule({ kind: "multiple", maxSelect: 3, freeCount: 2 })).toBe("Up to 3, the first 2 free");
  expect(rule({ kind: "multiple", maxSelect: 4, freeCount: 1 })).toBe("Up to 4, the first one free");
});

test("names a limit per option only if narrower", () => {
  expect(rule({ kind: "quantity", maxSelect: 6, maxPerOption: 2 })).toBe("Up to 6, at most 2 of each");
  expect(rule({ kind: "quantity", minSelect: 6, maxSelect: 6, maxPerOption: 6 })).toBe("Choose 6");
});
