import { expect, test } from "vitest";
import { ancestorIds, buildCategoryTree, descendantIds, inTreeOrder, type CategorySummary } from "./category.ts";

const row = (id: number, parentId: number | null): CategorySummary => ({
  id,
  parentId,
  name: `C${id}`,
  description: "",
  picture: null,
  hue: 0,
  isHidden: false,
  hours: null,
});
const rows = [row(3, 1), row(1, null), row(2, 1), row(4, 3), row(5, null)];

test("returns descendants depth first", () => {
  expect(descendantIds(rows, 1)).toEqual([1, 3, 4, 2]);
  expect(descendantIds(rows, 5)).toEqual([5]);
});

test("sorts each category before its children", () => {
  expect(inTreeOrder(rows).map(({ id }) => id)).toEqual([1, 3, 4, 2, 5]);
});

test("returns ancestors from the root", () => {
  expect(ancestorIds(rows, 4)).toEqual([1, 3]);
  expect(ancestorIds(rows, 99)).toEqual([]);
});

test("ends on circular data", () => {
  const loop = [row(1, 2), row(2, 1)];
  expect(descendantIds(loop, 1)).toEqual([1, 2]);
  expect(ancestorIds(loop, 1)).toEqual([1, 2]);
});

test("keeps row order and drops orphans", () => {
  const tree = buildCategoryTree([...rows, row(6, 99)], new Map([[1, 7]]));
  expect(tree.map((node) => [node.id, node.productCount, node.children.map((child) => child.id)])).toEqual([
    [1, 7, [3, 2]],
    [5, 0, []],
  ]);
});
