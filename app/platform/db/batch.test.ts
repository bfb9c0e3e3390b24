import { expect, test } from "vitest";
import { batch } from "./batch.server.ts";

test("batches calls of one tick and starts again in the next", async () => {
  const batches: (readonly number[])[] = [];
  const double = batch(async (numbers: readonly number[]) => {
    batches.push(numbers);
    return numbers.map((number) => number * 2);
  });
  expect(await Promise.all([double(1), double(2), Promise.resolve().then(() => double(3))])).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test("a failure reaches every call of its batch only", async () => {
  let fails = true;
  const echo = batch(async (words: readonly string[]) => {
    if (fails) throw new Error("away");
    return words;
  });
  const failed = await Promise.allSettled([echo("a"), echo("b")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect(await echo("c")).toBe("c");
});
