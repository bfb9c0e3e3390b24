import { expect, test } from "vitest";
import { pageRecords } from "#app/content/data/page-records.server.ts";
import { userRecords } from "#app/staff/data/user-records.server.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { addRecords, saveRecord } from "./change-records.server.ts";

const { db } = await createTestDatabase();
const ANA = { id: 1, name: "Ana" };
const AT_ONCE = 6;
const PAGE = { slug: "about", title: "About us", summary: "", html: "", seoTitle: "", seoDescription: "", publishAt: null };
const BEN = { name: "Ben", email: "ben@example.com", roles: ["order-admin"], isDisabled: false };

const atOnce = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, act));

test("stores one of several concurrent records with the same address", async () => {
  const pages = await atOnce(() => saveRecord(db, pageRecords, ANA, { id: null, value: PAGE, version: null, seen: {} }));
  expect(pages.filter(({ kind }) => kind === "done")).toHaveLength(1);
  const taken = { kind: "refused", problems: { slug: "The page “About us” has this address." } };
  expect(pages.filter(({ kind }) => kind !== "done")).toEqual(Array.from({ length: AT_ONCE - 1 }, () => taken));

  const users = await atOnce(() => saveRecord(db, userRecords(), ANA, { id: null, value: BEN, version: null, seen: {} }));
  expect(users.filter(({ kind }) => kind === "done")).toHaveLength(1);
  expect(users.filter(({ kind }) => kind === "refused")).toHaveLength(AT_ONCE - 1);
});

test("adds one of several concurrent lists with the same address", async () => {
  const answers = await atOnce(() => addRecords(db, pageRecords, ANA, [() => ({ ...PAGE, slug: "terms", title: "Terms" })]));
  expect(answers.filter(({ kind }) => kind === "done")).toHaveLength(1);
  expect(answers.filter(({ kind }) => kind === "refused")).toHaveLength(AT_ONCE - 1);
});
