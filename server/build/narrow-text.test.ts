import { expect, test } from "vitest";
import { narrowText } from "./narrow-text.ts";

interface Bundled {
  readonly generateBundle: {
    readonly handler: (options: object, bundle: Record<string, { type: "chunk"; fileName: string; code: string }>) => void;
  };
}

function narrowed(code: string): string {
  const chunk = { type: "chunk" as const, fileName: "index.js", code };
  (narrowText() as unknown as Bundled).generateBundle.handler({}, { "index.js": chunk });
  return chunk.code;
}

test("the finished server file holds ASCII only and says the same", () => {
  const texts = ["“One moment…”", "→ 1", "café", "😀", "a\u0080b"];
  const narrow = narrowed(JSON.stringify(texts));
  expect(Buffer.byteLength(narrow)).toBe(narrow.length);
  expect(JSON.parse(narrow)).toEqual(texts);
});

test("a sign that would mean something else as an escape stops the build", () => {
  expect(() => narrowed('const sign = "\\…";')).toThrow("cannot be written as an escape");
  expect(() => narrowed("const sign = String.raw`é`;")).toThrow("cannot be written as an escape");
});
