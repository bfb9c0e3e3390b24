import { expect, test } from "vitest";
import { ADMIN_SECTIONS, sectionOf, sectionsFor } from "./navigation.ts";

const labels = (roles: string[]) => sectionsFor({ roles }).map((section) => section.label);

test("a super-admin sees every section", () => {
  expect(labels(["super-admin"])).toEqual(ADMIN_SECTIONS.map((section) => section.label));
});

test("every section has a key of its own", () => {
  const keys = ADMIN_SECTIONS.map((section) => section.key);
  expect(new Set(keys).size).toBe(keys.length);
});

test("an order-admin sees only what lies below the orders", () => {
  expect(labels(["order-admin"])).toEqual(["Orders", "Mail outbox"]);
});

test("a path belongs to the section with the longest matching beginning", () => {
  expect(sectionOf("/admin/orders/outbox/1", ADMIN_SECTIONS)?.label).toBe("Mail outbox");
  expect(sectionOf("/admin/orders/accepted", ADMIN_SECTIONS)?.label).toBe("Orders");
  expect(sectionOf("/admin/orders/account/", ADMIN_SECTIONS)).toBeUndefined();
  expect(sectionOf("/admin/", ADMIN_SECTIONS)?.label).toBe("Dashboard");
  expect(sectionOf("/admin/ordersx", ADMIN_SECTIONS)).toBeUndefined();
});
