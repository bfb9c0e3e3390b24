import { expect, test } from "vitest";
import { MAX_IMPORT_COLUMNS } from "#app/values/limits.ts";
import { inspectFile } from "./read-products.server.ts";

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

const inspect = (headings: readonly string[]) => inspectFile(() => bytesOf(`${headings.join(",")}\nSoup,5\n`));
const more = (count: number) => Array.from({ length: count }, (_, index) => `Column ${index}`);

test("refuses a header with more columns than a mapping allows", async () => {
  const known = ["Name", "Price"];
  expect(await inspect([...known, ...more(MAX_IMPORT_COLUMNS - known.length)])).toMatchObject({ ok: true, value: { rows: 1 } });
  expect(await inspect([...known, ...more(MAX_IMPORT_COLUMNS - 1)])).toEqual({
    ok: false,
    error: "The heading names 1001 columns. A file may have up to 1000.",
  });
});
