import { expect, test } from "vitest";
import { childrenOf, mayStand, moveText, parseMove, placeItem, stepFrom, type TreeItem } from "./tree-moves.ts";

/*
 * 1 Food
 *   2 Soups
 *   3 Bowls
 *     4 Warm bowls
 * 5 Drinks
 */
const tree: readonly TreeItem[] = [
  { id: "1", parentId: null, label: "Food" },
  { id: "2", parentId: "1", label: "Soups" },
  { id: "3", parentId: "1", label: "Bowls" },
  { id: "4", parentId: "3", label: "Warm bowls" },
  { id: "5", parentId: null, label: "Drinks" },
];

test.for([
  ["5", "up", { parentId: null, index: 0 }],
  ["5", "down", null],
  ["5", "in", { parentId: "1", index: 2 }],
  ["5", "out", null],
  ["2", "up", null],
  ["2", "down", { parentId: "1", index: 1 }],
  ["2", "in", null],
  ["3", "in", { parentId: "2", index: 0 }],
  ["4", "out", { parentId: "1", index: 2 }],
  ["9", "up", null],
] as const)("%s moves %s", ([id, step, place]) => {
  expect(stepFrom(tree, id, step, { maxDepth: 4 })).toEqual(place);
});

test("rejects moves below itself or too deep", () => {
  expect(mayStand(tree, "1", "4", { maxDepth: 9 })).toBe(false);
  expect(mayStand(tree, "3", "3", { maxDepth: 9 })).toBe(false);
  expect(mayStand(tree, "5", "4", { maxDepth: 4 })).toBe(true);
  expect(mayStand(tree, "5", "4", { maxDepth: 3 })).toBe(false);
  expect(mayStand(tree, "1", "5", { maxDepth: 3 })).toBe(false);
  expect(stepFrom(tree, "3", "in", { maxDepth: 3 })).toBeNull();
});

test("a custom rule rejects moves", () => {
  const rules = { maxDepth: 4, mayBeBelow: (id: string, parentId: string | null) => (parentId === null) === ["1", "5"].includes(id) };
  expect(mayStand(tree, "2", null, rules)).toBe(false);
  expect(stepFrom(tree, "2", "out", rules)).toBeNull();
  expect(stepFrom(tree, "5", "in", rules)).toBeNull();
  expect(stepFrom(tree, "3", "up", rules)).toEqual({ parentId: "1", index: 0 });
});

test("moves an entry with its children", () => {
  const names = (items: readonly TreeItem[], parentId: string | null) => childrenOf(items, parentId).map((item) => item.id);
  const moved = placeItem(tree, "3", { parentId: null, index: 1 });
  expect([names(moved, null), names(moved, "1"), names(moved, "3")]).toEqual([["1", "3", "5"], ["2"], ["4"]]);
  expect(names(placeItem(tree, "2", { parentId: "1", index: 1 }), "1")).toEqual(["3", "2"]);
  expect(names(placeItem(tree, "5", { parentId: "2", index: 0 }), "2")).toEqual(["5"]);
  expect(placeItem(tree, "9", { parentId: null, index: 0 })).toEqual(tree);
});

test("parses a move and rejects invalid ones", () => {
  expect(parseMove(moveText("12", { parentId: "3", index: 0 }))).toEqual({ id: 12, parentId: 3, index: 0 });
  expect(parseMove(moveText("12", { parentId: null, index: 2 }))).toEqual({ id: 12, parentId: null, index: 2 });
  for (const text of [null, "", "12", "12:3", "0:1:1", "a:b:c", "12:3:99999", "1:1:1:1"]) expect(parseMove(text)).toBeUndefined();
});
