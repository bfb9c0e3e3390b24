import { expect, test } from "vitest";
import { productIntro } from "./product-intro.server.ts";

test("shows a summary that differs from the description", () => {
  expect(productIntro("Two patties, one good pickle.", "<p>We grind the beef every morning.</p>")).toBe("Two patties, one good pickle.");
  expect(productIntro("Soft cotton tee.", "")).toBe("Soft cotton tee.");
  expect(productIntro("", "<p>Soft.</p>")).toBe("");
});

test("hides a summary that repeats the description's beginning", () => {
  expect(productIntro("Soft cotton tee.", "<p>Soft cotton tee.</p>")).toBe("");
  expect(productIntro("Soft & light.", "<p><strong>Soft</strong>\n &amp; light. Made in Porto.</p>")).toBe("");
  expect(productIntro("A long tale of a sweater that…", "<p>A long tale of a sweater that never ends.</p>")).toBe("");
});

test("shows a summary that only starts like the description", () => {
  expect(productIntro("Soft", "<p>Softly spoken people wear it.</p>")).toBe("Soft");
});
