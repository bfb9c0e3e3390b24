import { expect, test } from "vitest";
import { startHttpServer } from "./http-server.ts";

const AT = { port: 0, host: "127.0.0.1", isSecure: false };

test("before the shop is open a request gets 503", async () => {
  const server = await startHttpServer(AT);
  const early = await fetch(server.url);
  expect([early.status, early.headers.get("Retry-After")]).toEqual([503, "1"]);
  await server.close();
});

test("beside other processes an early request waits until the shop is open", async () => {
  const arrived = Promise.withResolvers<undefined>();
  const server = await startHttpServer({ ...AT, waitsUntilOpen: true }, undefined, (http) =>
    http.on("request", () => arrived.resolve(undefined)),
  );
  const early = fetch(server.url);
  await arrived.promise;
  server.open(() => new Response("served"));
  expect(await (await early).text()).toBe("served");
  await server.close();
});
