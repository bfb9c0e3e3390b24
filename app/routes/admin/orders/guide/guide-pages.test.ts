import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GUIDE_SLUGS } from "#app/staff/domain/guide.schema.ts";
import { listGuidePages, readGuidePage } from "./guide-pages.server.ts";

test.each(GUIDE_SLUGS)("%s has a title, and all its pictures and links exist", async (slug) => {
  const source = readFileSync(`docs/guide/${slug}.md`, "utf8");
  const { title, html } = await readGuidePage(slug);
  expect(source.startsWith(`# ${title}\n`)).toBe(true);
  expect(html).not.toContain("<h1");
  const sources = [...html.matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)];
  expect(sources).toHaveLength(source.split("![").length - 1);
  for (const [, address, alt] of sources) {
    expect(address).toMatch(/^\/.*\.jpg/);
    expect(alt).not.toBe("");
  }
  for (const [, address = ""] of html.matchAll(/<a href="([^"]*)"/g)) {
    const page = /^\/admin\/orders\/guide\?page=(.*)$/.exec(address)?.[1];
    expect(listGuidePages().map<string>((each) => each.slug)).toContain(page);
  }
});
