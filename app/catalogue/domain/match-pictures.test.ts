import { expect, test } from "vitest";
import { matchPictures } from "./match-pictures.ts";

const PRODUCTS = [
  { id: 1, name: "Rye loaf" },
  { id: 2, name: "Rye" },
  { id: 3, name: "Crème brûlée" },
];
const matchOf = (fileName: string) => {
  const { matched, unmatched } = matchPictures([{ id: 9, fileName }], PRODUCTS);
  return [...matched.keys()][0] ?? unmatched;
};

test.each([
  ["Rye loaf.jpg", 1],
  ["rye-loaf_2.JPEG", 1],
  ["RYE.png", 2],
  ["rye sliced.png", 2],
  ["creme-brulee.webp", 3],
  ["ryeloaf.jpg", ["ryeloaf.jpg"]],
  ["IMG_0042.jpg", ["IMG_0042.jpg"]],
])("%s", (fileName, expected) => {
  expect(matchOf(fileName)).toEqual(expected);
});

test("several files of one product stay in their order", () => {
  const pictures = ["rye 1.jpg", "rye 2.jpg"].map((fileName, index) => ({ id: index + 1, fileName }));
  expect([...matchPictures(pictures, PRODUCTS).matched]).toEqual([[2, [1, 2]]]);
});
