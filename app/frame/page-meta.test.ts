import { expect, test } from "vitest";
import { pageMeta } from "./page-meta.ts";

const page = { title: "Latte – Shop", description: "", canonical: "https://shop.example/products/1", siteName: "Shop" };

test("sets a canonical URL or noindex", () => {
  expect(pageMeta(page)).toContainEqual({ tagName: "link", rel: "canonical", href: page.canonical });
  const unlisted = pageMeta({ ...page, isUnlisted: true });
  expect(unlisted).toContainEqual({ name: "robots", content: "noindex" });
  expect(JSON.stringify(unlisted)).not.toContain('"canonical"');
});

test("cuts a long description at a word", () => {
  const [, description] = pageMeta({ ...page, description: "word ".repeat(60) }) as { content: string }[];
  expect(description!.content.length).toBeLessThanOrEqual(160);
  expect(description!.content).toMatch(/word…$/);
});
