import { expect, test } from "vitest";
import { oldPathOf } from "./old-path.ts";

test.for([
  ["https://old.example/product/green-tea/", "product/green-tea"],
  ["https://old.example/shop/Tea/Green-Tea/?currency=EUR#reviews", "shop/tea/green-tea"],
  ["/produkt/gr%C3%BCner-tee", "produkt/grüner-tee"],
  ["product/%E3%81%8A%E8%8C%B6", "product/お茶"],
  ["/product/100%", "product/100%"],
  ["https://old.example/?product=green-tea", null],
  ["https://", null],
  ["/product/a%0Ab", null],
  [`/product/${"x".repeat(300)}`, null],
] as const)("reads the path of %s", ([address, path]) => {
  expect(oldPathOf(address)).toBe(path);
});
