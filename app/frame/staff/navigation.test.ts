import { expect, test } from "vitest";
import { ADMIN_SECTIONS, sectionOf, sectionsFor } from "./navigation.ts";

const labels = (roles: string[]) => sectionsFor({ roles }).map((section) => section.label);
const labelsOf = (group: string) => ADMIN_SECTIONS.filter((section) => section.group === group).map((section) => section.label);

test("shows every section to a super-admin", () => {
  expect(labels(["super-admin"])).toEqual(ADMIN_SECTIONS.map((section) => section.label));
});

test("sections have unique keys", () => {
  // The kitchen screen takes its place among the sections of its staff.
  const keys = [...ADMIN_SECTIONS, ...sectionsFor({ roles: ["kitchen"] })].map((section) => section.key);
  const free = Array.from("abcdefghijklmnopqrstuvwxyz0123456789").filter((key) => !keys.includes(key));
  const doubled = keys.filter((key, at) => keys.indexOf(key) !== at);
  expect(doubled, `free keys: ${free.join(" ")}`).toEqual([]);
});

test("shows the orders without the end of the day to an order-admin", () => {
  expect(labels(["order-admin"])).toEqual(labelsOf("Orders").filter((label) => label !== "End of day"));
});

test("shows each role its sections", () => {
  expect(labels(["menu-editor"])).toEqual([...labelsOf("Menu"), "Media"]);
  expect(labels(["bookkeeper"])).toEqual(["Dashboard", "End of day"]);
  const forAdministrators = labelsOf("Shop");
  expect(labels(["manager"])).toEqual(ADMIN_SECTIONS.map((section) => section.label).filter((label) => !forAdministrators.includes(label)));
});

test("shows kitchen staff only the kitchen screen", () => {
  expect(labels(["kitchen"])).toEqual(["Kitchen"]);
  expect(labels(["kitchen", "order-admin"])).not.toContain("Kitchen");
});

test("matches a path to the longest section prefix", () => {
  expect(sectionOf("/admin/orders/outbox/1", ADMIN_SECTIONS)?.label).toBe("Email log");
  expect(sectionOf("/admin/orders/accepted", ADMIN_SECTIONS)?.label).toBe("Orders");
  expect(sectionOf("/admin/orders/account/", ADMIN_SECTIONS)).toBeUndefined();
  expect(sectionOf("/admin/", ADMIN_SECTIONS)?.label).toBe("Dashboard");
  expect(sectionOf("/admin/ordersx", ADMIN_SECTIONS)).toBeUndefined();
});

test("lists the members of a group together", () => {
  const groups = ADMIN_SECTIONS.map(({ group }) => group);
  expect(groups.filter((group, at) => group !== groups[at - 1])).toEqual([...new Set(groups)]);
});
