import { expect, test } from "vitest";
import { addressKey, siteKey } from "./address.server.ts";

test("keys IPv4 by address and IPv6 by /64", () => {
  expect(addressKey("192.0.2.7")).toBe("192.0.2.7");
  expect(addressKey("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(addressKey("2001:0DB8:1:2::99")).toBe("2001:db8:1:2::/64");
  expect(addressKey("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(addressKey("::1")).toBe("0:0:0:0::/64");
  expect(addressKey("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
});

test("keys IPv6 sites by /48", () => {
  expect(siteKey("2001:db8:0:5::7")).toBe("2001:db8:0::/48");
  expect([siteKey("2001:db8::1"), siteKey("2001:0db8:0000:ffff::1")]).toEqual(["2001:db8:0::/48", "2001:db8:0::/48"]);
  expect(siteKey("2001:db8:1::1")).toBe("2001:db8:1::/48");
  expect(siteKey("203.0.113.9")).toBeNull();
});
