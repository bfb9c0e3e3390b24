import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import type { Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerMalformedRequests } from "./malformed-requests.ts";

const app = new Hono();
app.all("*", (c) => c.text("served"));
const server = createAdaptorServer({
  fetch: app.fetch,
  overrideGlobalObjects: false,
  serverOptions: { requireHostHeader: false },
}) as Server;
answerMalformedRequests(server, { "X-Standing": "yes" });

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => {
  server.close();
});

/** Exactly these bytes; answers everything that comes back. */
async function exchange(request: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.write(request);
  await once(socket, "close");
  return text;
}

const get = (lines: readonly string[], target = "/x") =>
  exchange([`GET ${target} HTTP/1.1`, ...lines, "Connection: close", "", ""].join("\r\n"));

/** The status of a problem response on a closed connection; else what was received. */
function problemStatus(answer: string): number | string {
  const status = Number(/^HTTP\/1\.1 (\d{3}) \w/.exec(answer)?.[1]);
  const isForm = [
    /\r\ncontent-type: application\/problem\+json; charset=utf-8\r\n/i,
    /\r\nconnection: close\r\n/i,
    /\r\nx-standing: yes\r\n/i,
  ].every((line) => line.test(answer));
  // Clients refuse a response that states its length twice.
  if (!isForm || answer.match(/\r\ncontent-length: /gi)?.length !== 1) return answer;
  const body = JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1)) as Record<string, unknown>;
  return body.type === "about:blank" && body.status === status && body.message === body.detail ? status : answer;
}

test.each([["shop.example"], ["shop.example:8080"], ["127.0.0.1:3000"], ["[::1]:3000"], ["my_host"]])(
  "the host %s is served",
  async (host) => {
    expect(await get([`Host: ${host}`])).toMatch(/ 200 OK[^]*served/);
  },
);

test.each([
  ["two hosts", ["Host: a.example", "Host: b.example"]],
  ["the same host twice", ["Host: a.example", "host: a.example"]],
  ["no host", []],
  ["an empty host", ["Host: "]],
  ["a host with a path", ["Host: a/b"]],
  ["a host with a user", ["Host: a@b"]],
  ["a list of hosts", ["Host: a, b"]],
  ["an open bracket", ["Host: [::1"]],
  ["a port that is none", ["Host: a:99999"]],
])("%s is refused", async (_name, lines) => {
  expect(problemStatus(await get(lines))).toBe(400);
});

test("rejects unknown expectations and supports 100-continue", async () => {
  expect(problemStatus(await get(["Host: a", "Expect: x-miracle"]))).toBe(417);
  expect(await get(["Host: a", "Expect: 100-continue"])).toMatch(/^HTTP\/1.1 100 Continue[^]* 200 OK/);
});

test("rejects an invalid target and serves an absolute address", async () => {
  expect(problemStatus(await get(["Host: a"], "*"))).toBe(400);
  expect(problemStatus(await get(["Host: a"], "/a\\b"))).toBe(400);
  expect(await get(["Host: a"], "http://a/x")).toContain("served");
});

test("responds to invalid HTTP in the error format", async () => {
  expect(problemStatus(await exchange("\u0000\u0001\r\n\r\n"))).toBe(400);
  expect(problemStatus(await exchange("FOO / HTTP/1.1\r\nHost: a\r\n\r\n"))).toBe(400);
  expect(
    problemStatus(await exchange("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")),
  ).toBe(400);
  expect(problemStatus(await get(["Host: a", `X-Long: ${"x".repeat(20_000)}`]))).toBe(431);
});
