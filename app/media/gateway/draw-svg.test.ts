import { expect, test } from "vitest";
import { drawSvg } from "./draw-svg.server.ts";

const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 50">${inside}</svg>`);

test("draws an SVG as large as a page shows it", async () => {
  const drawn = await drawSvg(svg('<rect width="50" height="20" fill="#cc0000"/>'));
  const png = Buffer.from(drawn.ok ? drawn.value : []);
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(["PNG", 1600, 800]);
});

test("gives up a drawing that would take hours", async () => {
  const level = (index: number) => `<g id="g${index}">${`<use xlink:href="#g${index - 1}"/>`.repeat(10)}</g>`;
  const levels = Array.from({ length: 10 }, (_, index) => level(index + 1)).join("");
  const drawn = await drawSvg(svg(`<g id="g0"><rect width="100" height="50" opacity="0.5"/></g>${levels}`), 2);
  expect(drawn).toEqual({ ok: false, error: "This drawing takes too long to draw. Save it as PNG and use that." });
});
