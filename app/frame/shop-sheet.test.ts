import { readFileSync } from "node:fs";
import path from "node:path";
import { globSync } from "node:fs";
import { expect, test } from "vitest";

/** Every file of the browser's code that pages of the shop are made of, found by following imports from their routes. */
function filesOfTheShop(): Set<string> {
  const found = new Set(["app/root.tsx", "app/entry.client.tsx", ...globSync("app/routes/shop/**/*.tsx")]);
  for (const file of found) {
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"((?:#app|\.)\/[^"?]+\.tsx?)"/g)) {
      const target = name.startsWith("#") ? name.slice(1) : path.join(path.dirname(file), name);
      if (!/\.server\.tsx?$/.test(target)) found.add(target);
    }
  }
  return found;
}

test("the shop's style sheet contains all used classes", () => {
  const sheet = readFileSync("app/frame/shop.css", "utf8");
  const left = [...sheet.matchAll(/@source not "(.+)";/g)].map(([, glob = ""]) => path.join("app/frame", glob));
  const files = [...filesOfTheShop()].filter((file) => file.endsWith(".tsx"));
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((file) => left.some((glob) => path.matchesGlob(file, glob) || path.matchesGlob(file, `${glob}/**`)))).toEqual([]);
});
