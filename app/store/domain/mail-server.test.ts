import { expect, test } from "vitest";
import { isOnThisMachine, parseMailServer } from "./mail-server.ts";

test.each([
  ["mail.example.com", { host: "mail.example.com", port: 587 }],
  [" mail.example.com:465 ", { host: "mail.example.com", port: 465 }],
  ["localhost:25", { host: "localhost", port: 25 }],
  ["192.0.2.7:2525", { host: "192.0.2.7", port: 2525 }],
  ["[2001:db8::7]:25", { host: "2001:db8::7", port: 25 }],
])("reads %s", (text, server) => {
  expect(parseMailServer(text)).toEqual({ ok: true, value: server });
});

test.each([
  "smtp://mail.example.com",
  "mail.example.com:0",
  "mail.example.com:70000",
  "a b",
  "mail.example.com:port",
  "user@mail",
  "",
  "-a.example",
])("refuses %j with an example", (text) => {
  expect(parseMailServer(text)).toMatchObject({ ok: false, error: expect.stringContaining("mail.example.com:465") });
});

test.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["::1", true],
  ["mail.example.com", false],
  ["localhost.example.com", false],
])("%s is on this machine: %s", (host, is) => {
  expect(isOnThisMachine({ host })).toBe(is);
});
