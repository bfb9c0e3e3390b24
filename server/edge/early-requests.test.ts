import { expect, test } from "vitest";
import { once } from "node:events";
import type { Server } from "node:http";
import { createConnection } from "node:net";
import { text } from "node:stream/consumers";
import { checkPort } from "./listen.ts";
import { standingHeaders } from "./content-security.ts";
import { HTTP_LIMITS, startHttpServer } from "./http-server.ts";

const AT = { port: 0, host: "127.0.0.1", isSecure: false };

test("an early request waits until the shop is open", async () => {
  const arrived = Promise.withResolvers<undefined>();
  const server = await startHttpServer(AT, undefined, (http) => http.on("request", () => arrived.resolve(undefined)));
  const early = fetch(server.url);
  await arrived.promise;
  await server.open(() => new Response("served"));
  expect(await (await early).text()).toBe("served");
  await server.close();
});

test("an early request gets 503 when the start takes too long", async () => {
  const server = await startHttpServer(AT, { ...HTTP_LIMITS, opening: 0 });
  const early = await fetch(server.url);
  expect([early.status, early.headers.get("Retry-After")]).toEqual([503, "1"]);
  expect(Object.fromEntries(early.headers)).toMatchObject(
    Object.fromEntries(Object.entries(standingHeaders(false)).map(([name, value]) => [name.toLowerCase(), value])),
  );
  await server.close();
});

test("an early request is reset when startup fails, so that a proxy can retry", async () => {
  const arrived = Promise.withResolvers<undefined>();
  const server = await startHttpServer(AT, { ...HTTP_LIMITS, opening: 600_000 }, (http) =>
    http.on("request", () => arrived.resolve(undefined)),
  );
  const early = fetch(server.url);
  await Promise.all([expect(early).rejects.toThrow("fetch failed"), arrived.promise.then(() => server.close())]);
});

test.runIf(process.platform === "linux")("a server that shares its port refuses connections until it is open", async () => {
  // Other tests listen on ports of 127.0.0.1 meanwhile.
  const host = "127.0.0.4";
  const at = { ...AT, host, port: await checkPort({ ...AT, host }), sharesPort: true };
  const server = await startHttpServer(at);
  await expect(fetch(server.url)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  await server.open(() => new Response("served"));
  expect(await (await fetch(server.url)).text()).toBe("served");
  await server.close();
  await (await startHttpServer(at)).close();
});

test("a connection accepted before the socket closed gets its first response", async () => {
  const accepted = Promise.withResolvers<undefined>();
  let http: Server | undefined;
  const server = await startHttpServer(AT, { ...HTTP_LIMITS, firstRequest: 30_000, finishAfterClose: 30_000 }, (created) => {
    http = created.on("connection", () => accepted.resolve(undefined));
  });
  await server.open(() => new Response("served"));
  const socket = createConnection(Number(new URL(server.url).port), "127.0.0.1");
  await Promise.all([once(socket, "connect"), accepted.promise]);
  const drained = server.drain(0);
  await expect.poll(() => http?.listening, { timeout: 30_000 }).toBe(false);
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const answer = await text(socket);
  expect([answer.split("\r\n")[0], answer.includes("Connection: close"), answer.endsWith("served")]).toEqual([
    "HTTP/1.1 200 OK",
    true,
    true,
  ]);
  await drained;
  await server.close();
});
