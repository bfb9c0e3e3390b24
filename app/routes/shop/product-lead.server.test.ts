import { expect, test } from "vitest";
import { leadOf } from "./product-lead.server.ts";

test("a summary in words of its own leads the page", () => {
  expect(leadOf("Two patties, one good pickle.", "<p>We grind the beef every morning.</p>")).toBe("Two patties, one good pickle.");
  expect(leadOf("Soft cotton tee.", "")).toBe("Soft cotton tee.");
  expect(leadOf("", "<p>Soft.</p>")).toBe("");
});

test("what the description begins with is not said twice, however it is marked up, spaced or cut", () => {
  expect(leadOf("Soft cotton tee.", "<p>Soft cotton tee.</p>")).toBe("");
  expect(leadOf("Soft & light.", "<p><strong>Soft</strong>\n &amp; light. Made in Porto.</p>")).toBe("");
  expect(leadOf("A long tale of a sweater that…", "<p>A long tale of a sweater that never ends.</p>")).toBe("");
});

test("a summary that only begins like the description leads it", () => {
  expect(leadOf("Soft", "<p>Softly spoken people wear it.</p>")).toBe("Soft");
});
