import fs from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "./project.mjs";

/** Criteria of WCAG 2.2 at the levels A and AA, without the obsolete 4.1.1. */
const CRITERIA = 55;

const rows = [
  ...fs.readFileSync(inProject("docs/accessibility.md"), "utf8").matchAll(/^\| (\d\.\d\.\d+) [^|]+ \| AA? \| [^|]+ \| ([^|]+) \|$/gm),
];

test("docs/accessibility.md has a row for each criterion of WCAG 2.2 A and AA", () => {
  expect(new Set(rows.map(([, criterion]) => criterion)).size).toBe(CRITERIA);
});

test("each test that docs/accessibility.md names exists", () => {
  const missing = rows.flatMap(([, criterion, tests = ""]) =>
    tests
      .split("<br>")
      .filter((named) => {
        const [, file = "", title = ""] = /^`([^`]+)`: (.+)$/.exec(named.trim()) ?? [];
        return file === "" || !fs.existsSync(inProject(file)) || !fs.readFileSync(inProject(file), "utf8").includes(title);
      })
      .map((named) => `${criterion}: ${named}`),
  );
  expect(missing).toEqual([]);
});
