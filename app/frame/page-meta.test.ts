import { expect, test } from "vitest";
import { pageMeta } from "./page-meta.ts";

const page = { title: "Latte – Shop", description: "", canonical: "https://shop.example/products/1", siteName: "Shop" };

test("a listed page has its canonical address, an unlisted one is kept out of search engines instead", () => {
  expect(pageMeta(page)).toContainEqual({ tagName: "link", rel: "canonical", href: page.canonical });
  const unlisted = pageMeta({ ...page, isUnlisted: true });
  expect(unlisted).toContainEqual({ name: "robots", content: "noindex" });
  expect(JSON.stringify(unlisted)).not.toContain('"canonical"');
});

test("a long description ends at a word and stays within what search results show", () => {
  const [, description] = pageMeta({ ...page, description: "word ".repeat(60) }) as { content: string }[];
  expect(description!.content.length).toBeLessThanOrEqual(160);
  expect(description!.content).toMatch(/word…$/);
});
