import { expect, test } from "vitest";
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
