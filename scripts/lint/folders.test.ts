import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { inProject } from "#scripts/project.mjs";

const MOST_FILES = 20;

test(`no folder of the shop's code holds more than ${MOST_FILES} files, tests not counted`, () => {
  const files = fs.globSync("{app,server,stripe-simulator,db,scripts}/**/*.{ts,tsx,mjs}", { cwd: inProject() });
  const counts = Map.groupBy(
    files.filter((file) => !file.includes(".test.")),
    (file) => path.dirname(file),
  );
  expect(counts.size).toBeGreaterThan(100);
  expect([...counts].filter(([, inFolder]) => inFolder.length > MOST_FILES).map(([folder]) => folder)).toEqual([]);
});
