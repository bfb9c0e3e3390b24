import { expect, test } from "vitest";
import { lineChoices, lineTitle } from "./line-title.ts";

const large = { optionId: 1, name: "Large", quantity: 1 };
const olives = { optionId: 2, name: "Olives", quantity: 2 };
const wish = { optionId: null, name: "Happy birthday", quantity: 1 };

test.each([
  { options: [], note: "", title: "Margherita" },
  { options: [large], note: "", title: "Margherita (Large)" },
  { options: [large, olives, wish], note: "", title: "Margherita (Large, 2 × Olives, “Happy birthday”)" },
  { options: [], note: "no basil", title: "Margherita (Note: no basil)" },
  { options: [large], note: "no basil", title: "Margherita (Large, Note: no basil)" },
])("names a line $title", ({ options, note, title }) => {
  expect(lineTitle({ name: "Margherita", options, note })).toBe(title);
  expect(title).toContain(lineChoices({ options, note }));
});
