import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { afterUse } from "#test/after-use.ts";
import { createPictureFetcher } from "./fetch-picture.server.ts";
import { isPublicAddress } from "./public-address.server.ts";

test.each([
  "127.0.0.1",
  "127.8.9.1",
  "0.0.0.0",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "fe80::1",
  "fc00::1",
  "fd12::1",
  "ff02::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::7f00:1",
  "2001:db8::1",
  "2002:7f00:1::1",
  "2001::1",
  "localhost",
  "",
])("%j is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "172.32.0.1", "1.1.1.1", "2606:4700::1111", "2a00:1450:4001::1"])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ["http://shop.example/a.jpg", "only addresses that begin with https:// are fetched"],
  ["file:///etc/passwd", "only addresses that begin with https:// are fetched"],
  ["https://shop.example:8443/a.jpg", "an address with a port or a password is not fetched"],
  ["https://user:secret@shop.example/a.jpg", "an address with a port or a password is not fetched"],
  ["not an address", "this is no address"],
])("rejects %s before any lookup", async (url, message) => {
  const fetchPicture = createPictureFetcher(() => Promise.reject(new Error("the name was looked up")));
  expect(await fetchPicture(url)).toEqual({ ok: false, error: { message, isUnreachable: false } });
});

test.each([[["127.0.0.1"]], [["169.254.169.254"]], [["8.8.8.8", "10.0.0.1"]], [["::ffff:127.0.0.1"]], [[]]])(
  "does not connect to a name that resolves to %j",
  async (addresses) => {
    const fetchPicture = createPictureFetcher(() => Promise.resolve(addresses));
    expect(await fetchPicture("https://shop.example/a.jpg")).toEqual({
      ok: false,
      error: { message: "shop.example is not a public server", isUnreachable: true },
    });
  },
);

test.each(["https://127.0.0.1/a.jpg", "https://[::1]/a.jpg", "https://2130706433/a.jpg", "https://0x7f.1/a.jpg"])(
  "does not connect to %s in any notation",
  async (url) => {
    const fetchPicture = createPictureFetcher(() => Promise.reject(new Error("the name was looked up")));
    const fetched = await fetchPicture(url);
    expect(fetched.ok ? "" : fetched.error.message).toMatch(/is not a public server$/);
  },
);

test("reports an unknown host", async () => {
  const fetchPicture = createPictureFetcher(() => Promise.reject(new Error("ENOTFOUND")));
  expect(await fetchPicture("https://nowhere.invalid/a.jpg")).toEqual({
    ok: false,
    error: { message: "the server nowhere.invalid is not known", isUnreachable: true },
  });
});

/** Fetches from a server that sends these bytes to every request. */
async function fetchAnswer(bytes: string) {
  const server = createServer((socket) => socket.on("error", () => undefined).once("data", () => socket.write(bytes)));
  afterUse(() => server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address === null || typeof address === "string" ? 0 : address.port;
  const fetchPicture = createPictureFetcher(
    () => Promise.resolve(["8.8.8.8"]),
    (_url, { signal, agent }, done) => request({ host: "127.0.0.1", port, agent, signal }, done),
  );
  return fetchPicture("https://shop.example/a.jpg");
}

test.each([
  ["a change of protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", "the server answered 101"],
  ["a redirect", "HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\n\r\n", "it leads to another address, which is not followed"],
  ["an error", "HTTP/1.1 500 Error\r\n\r\n", "the server answered 500"],
  ["an endless file", `HTTP/1.1 200 OK\r\n\r\n${"x".repeat(10_000_001)}`, "it is larger than 10 MB"],
])("gives up on %s", async (_what, answer, message) => {
  expect(await fetchAnswer(answer)).toMatchObject({ ok: false, error: { message } });
});
