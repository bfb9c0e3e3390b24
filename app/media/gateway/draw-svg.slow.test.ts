import { beforeEach, expect, test, vi } from "vitest";
import { drawSvg } from "./draw-svg.server.ts";

const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 50">${inside}</svg>`);

const log = { error: vi.fn<(fields: object, message: string) => void>() };
beforeEach(() => void log.error.mockClear());

test("renders an SVG at the size that pages use", async () => {
  const drawn = await drawSvg(svg('<rect width="50" height="20" fill="#cc0000"/>'), { log });
  const png = Buffer.from(drawn.ok ? drawn.value : []);
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(["PNG", 1600, 800]);
});

test("the process of an endless SVG rendering stops itself", async () => {
  const level = (index: number) => `<g id="g${index}">${`<use xlink:href="#g${index - 1}"/>`.repeat(10)}</g>`;
  const levels = Array.from({ length: 10 }, (_, index) => level(index + 1)).join("");
  const endless = svg(`<g id="g0"><rect width="100" height="50" opacity="0.5"/></g>${levels}`);
  const error = "This picture takes too long to render. Save it as PNG and use that.";
  expect(await drawSvg(endless, { log, seconds: 0.001 })).toEqual({ ok: false, error });
  await vi.waitFor(() => expect(process.getActiveResourcesInfo()).not.toContain("ProcessWrap"));
});

test("reports a damaged SVG", async () => {
  const error = expect.stringContaining("damaged") as string;
  expect(await drawSvg(Buffer.from("<svg <"), { log })).toEqual({ ok: false, error });
  expect(log.error).not.toHaveBeenCalled();
});

test.each([
  ["cannot be started", "/nowhere/node", "ENOENT"],
  ["ends without a word", "/bin/false", 1],
])("blames no drawing for a process that %s, and notes why", async (_what, node, reason) => {
  const error = "This drawing could not be drawn now. Please try again in a moment.";
  expect(await drawSvg(svg(""), { log, node })).toEqual({ ok: false, error });
  expect(log.error.mock.calls).toEqual([[expect.objectContaining({ reason }), "a drawing could not be drawn"]]);
});
