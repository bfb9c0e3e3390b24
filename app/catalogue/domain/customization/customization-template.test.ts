import { expect, test } from "vitest";
import { neverShownIds, priceEffects } from "./customization-template.ts";

const rules: readonly (readonly [string, readonly (readonly [number, readonly number[]])[], readonly number[]])[] = [
  ["nothing waits", [], []],
  ["one waits for a group that always shows", [[2, [1]]], []],
  [
    "a chain",
    [
      [2, [1]],
      [3, [2]],
    ],
    [],
  ],
  [
    "two templates that depend on each other",
    [
      [1, [2]],
      [2, [1]],
    ],
    [1, 2],
  ],
  [
    "a cycle with an entry",
    [
      [1, [2]],
      [2, [1, 9]],
    ],
    [],
  ],
  [
    "a template that depends on a cycle",
    [
      [1, [2]],
      [2, [1]],
      [3, [2]],
    ],
    [1, 2, 3],
  ],
];

test.each(rules)("detects unreachable: %s", (_name, waits, expected) => {
  expect(neverShownIds(new Map(waits))).toEqual(expected);
});

test("lists price changes of linked products only", () => {
  const linked = { overrides: {}, copy: null };
  const free = { overrides: { options: { "2": { priceDelta: 0 } } }, copy: null };
  const hidden = { overrides: { options: { "2": { hidden: true, priceDelta: null } } }, copy: null };
  const before = [
    { id: 1, price: 0 },
    { id: 2, price: 50 },
  ];
  const after = [
    { id: 2, name: "Oat", price: 70 },
    { id: 1, name: "Cow", price: 0 },
    { id: null, name: "Soy", price: 40 },
  ];
  expect(priceEffects(before, after, [linked, free, hidden, linked])).toEqual([{ name: "Oat", before: 50, after: 70, products: 3 }]);
  expect(priceEffects(before, after, [free])).toEqual([]);
});
