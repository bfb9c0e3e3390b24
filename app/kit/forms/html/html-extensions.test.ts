import { getSchema } from "@tiptap/core";
import { expect, test } from "vitest";
import { sanitizeHtml } from "#app/platform/sanitize-html.server.ts";
import { EXTENSIONS } from "./html-extensions.ts";

/** What the parser of HTML sees by itself, or takes for another element with the same words in it. */
const KEPT_AS_WORDS = ["div", "figure", "thead", "tbody"];
const ELEMENTS =
  "a b blockquote br caption code div em figcaption figure h2 h3 h4 hr i li mark ol p pre s small strong sub sup table tbody td th thead tr u ul";

test("a table keeps its caption", () => {
  const { table } = getSchema(EXTENSIONS).nodes;
  const drawn = (caption: string) => table?.spec.toDOM?.(table.create({ caption }));
  expect(drawn("Prices")).toEqual(["table", ["caption", "Prices"], ["tbody", 0]]);
  expect(drawn("")).toEqual(["table", ["tbody", 0]]);
});

test("the editor supports every allowed element", () => {
  const { nodes, marks } = getSchema(EXTENSIONS);
  const rules = [...Object.values(nodes), ...Object.values(marks)].flatMap(({ spec }) => spec.parseDOM ?? []);
  const known = new Set(rules.flatMap(({ tag }) => tag?.split(/[[:]/)[0] ?? []));
  const allowed = ELEMENTS.split(" ").filter((tag) => sanitizeHtml(`<${tag}>x</${tag}>`).startsWith(`<${tag}`));
  expect(allowed.length).toBeGreaterThan(20);
  expect(allowed.filter((tag) => !known.has(tag) && !KEPT_AS_WORDS.includes(tag))).toEqual([]);
});
