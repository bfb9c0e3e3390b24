import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { jsonAnswer, problem } from "#app/http/answers/problem.server.ts";
import { compressText } from "./compress-text.ts";

const many = { words: Array.from({ length: 400 }, (_, index) => `süß ${index}`) };
const app = new Hono()
  .use(compressText())
  .get("/whole", () => jsonAnswer(many, { headers: { ETag: '"1"' } }))
  .get("/short", () => jsonAnswer({ id: 7 }))
  .get("/problem", () => problem(404, { detail: "There is no such cart." }))
  .get("/large", () => jsonAnswer({ text: "ü".repeat(100_000) }))
  .get("/huge", () => jsonAnswer({ text: "ü".repeat(600_000) }))
  .get("/parts", () => new Response(new Blob([JSON.stringify(many)]).stream(), { headers: { "Content-Type": "text/csv" } }))
  .get("/page", () => {
    const html = `<p>ü${JSON.stringify(many)}`;
    return new Response(html, { headers: { "Content-Type": "text/html", "Content-Length": String(Buffer.byteLength(html)) } });
  })
  .get("/kept", () => jsonAnswer(many, { headers: { "Cache-Control": "no-transform" } }));

async function ask(path: string, accepted = "gzip, deflate") {
  const answer = await app.request(path, { headers: { "Accept-Encoding": accepted } });
  const sent = Buffer.from(await answer.arrayBuffer());
  const isZipped = answer.headers.get("Content-Encoding") === "gzip";
  return { answer, sent, isZipped, text: (isZipped ? gunzipSync(sent) : sent).toString() };
}

test("compresses a whole response, with its new length and a weak ETag", async () => {
  const { answer, sent, isZipped, text } = await ask("/whole");
  expect([isZipped, answer.headers.get("Content-Length"), answer.headers.get("ETag"), answer.headers.get("Vary")]).toEqual([
    true,
    String(sent.length),
    'W/"1"',
    "Accept-Encoding",
  ]);
  expect(JSON.parse(text)).toEqual(many);
});

test("leaves short responses, and those for clients without compression, unchanged", async () => {
  const answers = [
    await ask("/short"),
    await ask("/problem"),
    await ask("/kept"),
    await ask("/whole", "deflate"),
    await ask("/whole", "gzip;q=0"),
  ];
  for (const { answer, sent, isZipped } of answers)
    expect([isZipped, answer.headers.get("Content-Length")]).toEqual([false, String(sent.length)]);
});

test("prefers brotli, for short responses and for those compressed in a thread", async () => {
  for (const path of ["/whole", "/large"]) {
    const { answer, sent } = await ask(path, "gzip, deflate, br");
    const plain = await ask(path, "");
    expect([answer.headers.get("Content-Encoding"), answer.headers.get("Content-Length")]).toEqual(["br", String(sent.length)]);
    expect(brotliDecompressSync(sent).equals(plain.sent)).toBe(true);
  }
  expect((await ask("/large")).isZipped).toBe(true);
});

test("sends a page with its length, compressed or not, and a HEAD without a body", async () => {
  for (const accepted of ["gzip", ""]) {
    const { answer, sent, isZipped, text } = await ask("/page", accepted);
    expect([isZipped, answer.headers.get("Content-Length"), text]).toEqual([
      accepted === "gzip",
      String(sent.length),
      `<p>ü${JSON.stringify(many)}`,
    ]);
  }
  const head = await app.request("/page", { method: "HEAD", headers: { "Accept-Encoding": "gzip" } });
  expect((await head.arrayBuffer()).byteLength).toBe(0);
});

test("compresses large responses and streams in chunks", async () => {
  for (const path of ["/huge", "/parts"]) {
    const { answer, isZipped } = await ask(path);
    expect([path, isZipped, answer.headers.get("Content-Length")]).toEqual([path, true, null]);
  }
});
