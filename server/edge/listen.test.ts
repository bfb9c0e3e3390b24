import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { tcpAddress } from "#server/tcp-address.ts";
import { checkPort, listen, urlOf } from "./listen.ts";

// Other tests listen on ports of 127.0.0.1 meanwhile.
const host = process.platform === "linux" ? "127.0.0.3" : "127.0.0.1";

test("finds a free port, or uses the given one", async () => {
  const port = await checkPort({ port: 0, host });
  expect(port).toBeGreaterThan(0);
  expect(await checkPort({ port, host })).toBe(port);
});

test.each([
  [{ host: "0.0.0.0", port: 80 }, "http://127.0.0.1:80"],
  [{ host: "::", port: 80 }, "http://[::1]:80"],
  [{ host: "10.0.0.1", port: 80 }, "http://10.0.0.1:80"],
  [{ host: "fd00::1", port: 80 }, "http://[fd00::1]:80"],
])("a server that listens on %o is reached at %s", (at, url) => {
  expect(urlOf(at)).toBe(url);
});

test.runIf(process.platform === "linux")("servers that share a port do so with each other only", async () => {
  const [first, second, other] = [createServer(), createServer(), createServer()];
  const { port } = await listen(first, { port: 0, host }, { sharesPort: true });
  await listen(second, { port, host }, { sharesPort: true });
  expect(tcpAddress(second).port).toBe(port);
  await expect(listen(other, { port, host })).rejects.toThrow(`port ${port} is taken by another program`);
  await expect(checkPort({ port, host })).rejects.toThrow(`port ${port} is taken by another program`);
  await Promise.all([first, second].map((server) => once(server.close(), "close")));
});
