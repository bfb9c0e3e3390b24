import { expect, test } from "vitest";
import { createRandom } from "./random.ts";

test("the same seed repeats, another one differs", () => {
  const draw = (seed: number) =>
    Array.from(
      { length: 20 },
      (
        (random) => () =>
          random.between(0, 999)
      )(createRandom(seed)),
    );
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
});

test("bounds are inclusive, and weights of zero are never chosen", () => {
  const random = createRandom(3);
  const seen = new Set(Array.from({ length: 500 }, () => random.between(1, 3)));
  expect([...seen].toSorted()).toEqual([1, 2, 3]);
  expect(new Set(Array.from({ length: 500 }, () => random.weighted(["a", "b", "c"], (item) => (item === "b" ? 0 : 1))))).toEqual(
    new Set(["a", "c"]),
  );
});

test("UUIDs have a valid format", () => {
  expect(createRandom(4).uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
