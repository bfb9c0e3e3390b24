import { expect, test } from "vitest";
import { HOSTILE_HTML } from "#test/data/hostile-texts.ts";
import { sanitizeHtml } from "./sanitize-html.server.ts";

const RUNS =
  /<(?:script|style|iframe|object|embed|svg|math|form|input|meta|link|base|template)\b|<[^>]*\son\w+\s*=|<[^>]*(?:javascript|vbscript|data):/i;

test.each(HOSTILE_HTML)("%j is harmless after sanitizing, and sanitizing is idempotent", (text) => {
  const clean = sanitizeHtml(text);
  expect(clean).not.toMatch(RUNS);
  expect(sanitizeHtml(clean)).toBe(clean);
  expect(sanitizeHtml(`<p title="${text}">${text}</p>`)).not.toMatch(RUNS);
});
