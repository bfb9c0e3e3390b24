import { expect, test } from "vitest";
import { pictureAddressNote } from "./picture-addresses.ts";

test.each([
  "http://127.0.0.1:3000",
  "http://localhost",
  "http://[::1]:3000",
  "http://192.168.1.7",
  "http://172.20.0.2:80",
  "http://shop.local",
])("says that other shops do not find the pictures at %s", (url) =>
  expect(pictureAddressNote(url)).toContain(`address, ${url.replace(":80", "")}. A shop on another network does not find them`),
);

test.each(["https://shop.example", "https://172.40.0.1", "https://10.example.com"])("returns no note for a public address: %s", (url) =>
  expect(pictureAddressNote(url)).toBeNull(),
);
