import { once } from "node:events";
import { request, type ClientRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limitBody } from "./limit-body.ts";

const app = new Hono();
app.use(limitBody(1024));
app.all("*", async (c) => c.text(`${c.req.method} ${(await c.req.raw.text()).length}`));
const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => {
  server.close();
});

/** Sends exactly these headers and chunks, unlike `fetch`. */
async function send(method: string, headers: Record<string, string>, pieces: readonly string[] = []): Promise<string> {
  const sent: ClientRequest = request({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", method, headers });
  const answered = once(sent, "response");
  for (const piece of pieces) sent.write(piece);
  sent.end();
  const [response] = (await answered) as [NodeJS.ReadableStream & { statusCode: number }];
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return response.statusCode === 200 ? text : String(response.statusCode);
}

test("requests without a body pass, with any method", async () => {
  for (const method of ["GET", "DELETE", "OPTIONS", "PATCH", "POST"]) expect(await send(method, {})).toBe(`${method} 0`);
});

test("a body within the limit arrives whole, with a length or in chunks", async () => {
  expect(await send("POST", { "Content-Length": "1024" }, ["x".repeat(1024)])).toBe("POST 1024");
  expect(await send("PUT", { "Transfer-Encoding": "chunked" }, ["x".repeat(500), "y".repeat(524)])).toBe("PUT 1024");
  expect(await send("DELETE", { "Transfer-Encoding": "chunked" })).toBe("DELETE 0");
});

test("rejects a larger body", async () => {
  expect(await send("POST", { "Content-Length": "1025" }, ["x".repeat(1025)])).toBe("413");
  expect(await send("POST", { "Transfer-Encoding": "chunked" }, ["x".repeat(600), "y".repeat(600)])).toBe("413");
});

test.each([
  ["announced", { "Content-Length": "4000" }],
  ["in pieces", { "Transfer-Encoding": "chunked" }],
])("a body that is a little too large, %s, is read to its end before it is refused", async (_how, headers) => {
  const sent = request({
    port: (server.address() as AddressInfo).port,
    host: "127.0.0.1",
    method: "POST",
    headers,
  });
  let isRefused = false;
  const refused = once(sent, "response").then(([response]) => {
    isRefused = true;
    return (response as { statusCode: number }).statusCode;
  });
  sent.write("x".repeat(3999));
  // Another request is answered meanwhile, so a response would have arrived.
  for (let round = 0; round < 5; round += 1) await send("GET", {});
  expect(isRefused).toBe(false);
  sent.end("x");
  expect(await refused).toBe(413);
});

test("rejects a far too large body immediately and closes the connection", async () => {
  const sent = request({
    port: (server.address() as AddressInfo).port,
    host: "127.0.0.1",
    method: "POST",
    headers: { "Content-Length": "200000001", Connection: "keep-alive" },
  });
  sent.on("error", () => undefined);
  sent.write("x");
  const [response] = (await once(sent, "response")) as [{ statusCode: number; headers: Record<string, string> }];
  expect([response.statusCode, response.headers["connection"]]).toEqual([413, "close"]);
  sent.destroy();
});
