import { expect, test } from "vitest";
import { parseEnv } from "#app/http/env.server.ts";
import { clientAddress } from "./client-address.ts";

const SOCKET = "10.0.0.9";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7:51234", "203.0.113.7"],
  ["[2001:db8::7]:51234", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["2001:db8::7", "2001:db8::7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["198.51.100.1, 203.0.113.7:9", "203.0.113.7"],
  ["unknown", SOCKET],
  ["_hidden", SOCKET],
  ["203.0.113.7:51234:1", SOCKET],
  ["x".repeat(5000), SOCKET],
  ["", SOCKET],
  [" , ", SOCKET],
])("reads X-Forwarded-For %j as %s behind a trusted proxy", (header, expected) => {
  expect(clientAddress(SOCKET, header, "on")).toBe(expected);
  expect(clientAddress(SOCKET, header, [SOCKET])).toBe(expected);
  expect(clientAddress(SOCKET, header, "off")).toBe(SOCKET);
});

test("skips trusted proxies from the right, with and without a port", () => {
  expect(clientAddress(SOCKET, "198.51.100.1, 203.0.113.7, 10.0.0.8:443", [SOCKET, "10.0.0.8"])).toBe("203.0.113.7");
  expect(clientAddress("::ffff:10.0.0.9", "203.0.113.7", [SOCKET])).toBe("203.0.113.7");
});

test.each([
  ["2001:db8:0:0:0:0:0:9", "2001:DB8::9"],
  ["::ffff:10.0.0.9", "::ffff:10.0.0.9"],
  ["::1", "0:0:0:0:0:0:0:1"],
])("knows the proxy %s that TRUST_PROXY spells %s", (socket, spelling) => {
  const env = parseEnv({ TRUST_PROXY: spelling });
  const trust = env.ok ? env.value.trustProxy : "off";
  expect(clientAddress(socket, "203.0.113.7", trust)).toBe("203.0.113.7");
  expect(clientAddress("2001:db8::1", `203.0.113.7, ${socket}`, trust), "an unknown peer").toBe("2001:db8::1");
});

test("gives each spelling of an address one key", () => {
  for (const hop of ["2001:DB8::7", "2001:db8:0:0::7", "[2001:0db8::0007]:443"])
    expect(clientAddress(SOCKET, hop, "on")).toBe("2001:db8::7");
  expect(clientAddress(SOCKET, "::ffff:cb00:7107", "on")).toBe("203.0.113.7");
});
