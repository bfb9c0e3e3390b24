import { expect, test } from "vitest";
import { readWeight } from "./codes.ts";

test.each([
  ["250", ".", 250],
  ["250.0", ".", 250],
  ["250.0", ",", 250],
  ["1,250", ".", 1250],
  ["1.250", ",", 1250],
  ["1 250 g", ".", 1250],
  ["1.234,5", ",", 1235],
  ["0,250 kg", ".", 250],
  ["0.250 kg", ",", 250],
  ["1,5 kg", ".", 1500],
  ["1.5 kg", ",", 1500],
  [".5 kg", ".", 500],
  ["1.250 kg", ".", 1250],
  ["8 oz", ".", 227],
  ["0.5 lbs", ",", 227],
  ["0", ".", null],
] as const)("reads a weight of %s in a file with the decimal sign %s as %s grams", (cell, decimal, grams) => {
  expect(readWeight(cell, decimal)).toEqual({ value: grams });
});

test.each([
  ["1.250", ".", "Write 1250 or 1, without thousandths of a gram."],
  ["1,250 g", ",", "Write 1250 or 1, without thousandths of a gram."],
  ["1.250 kg", ",", "Enter grams from 0 to 1\u00a0000\u00a0000, or a weight such as 0.25 kg."],
  ["1.2.3", ".", "Enter grams from 0 to 1\u00a0000\u00a0000, or a weight such as 0.25 kg."],
  ["heavy", ".", "Enter grams from 0 to 1\u00a0000\u00a0000, or a weight such as 0.25 kg."],
  [",", ".", "Enter grams from 0 to 1\u00a0000\u00a0000, or a weight such as 0.25 kg."],
] as const)("does not guess a weight of %s in a file with the decimal sign %s", (cell, decimal, problem) => {
  expect(readWeight(cell, decimal)).toEqual({ problem });
});
