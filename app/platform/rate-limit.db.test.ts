import { expect, test } from "vitest";
import { closeDb, openDb } from "#app/platform/db/database.server.ts";
import { createTestDatabase } from "#test/test-db.ts";
import {
  givePointsBack,
  givePointsBackToAll,
  removeOldCounters,
  takePoints,
  takePointsHere,
  takePointsOfAll,
} from "./rate-limit.server.ts";

const { url, db } = await createTestDatabase();
const GUESSES = { name: "guesses", points: 3, seconds: 600 };
const OK = { ok: true };
const REFUSED = { ok: false, retryAfterSeconds: expect.closeTo(600, -1) as number };

test("counts several keys in one statement", async () => {
  expect(await takePoints(db, GUESSES, "address:a", 2)).toEqual(OK);
  expect(await takePointsOfAll(db, GUESSES, ["cart:a", "address:a"], 1)).toEqual([OK, OK]);
  expect(await takePointsOfAll(db, GUESSES, ["cart:a", "address:a"], 1)).toEqual([OK, REFUSED]);
  await givePointsBackToAll(db, GUESSES, ["cart:a", "address:a"], 2);
  expect(await takePointsOfAll(db, GUESSES, ["cart:a", "address:a"], 1)).toEqual([OK, OK]);
  expect(await takePoints(db, GUESSES, "address:a")).toEqual(REFUSED);
});

test("processes share counters", async () => {
  const other = openDb(url, { max: 1 });
  expect(await takePointsOfAll(db, GUESSES, ["cart:e"], 3)).toEqual([OK]);
  expect(await takePointsOfAll(other, GUESSES, ["cart:e"], 1)).toEqual([REFUSED]);
  await closeDb(other);
});

test("concurrent calls in opposite order count each point once", async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      takePointsOfAll(db, { ...GUESSES, points: 7 }, index % 2 === 0 ? ["cart:b", "address:b"] : ["address:b", "cart:b"], 1),
    ),
  );
  expect(all.filter((answers) => answers.every(({ ok }) => ok))).toHaveLength(7);
});

test("an expired counter restarts", async () => {
  await takePointsOfAll(db, GUESSES, ["cart:c"], 4);
  await db.$client.query("update rate_limits set expire = $1 where key = 'guesses:cart:c'", [Date.now() - 1]);
  expect(await takePointsOfAll(db, GUESSES, ["cart:c"], 1)).toEqual([OK]);
});

test("counts in memory while the table cannot be written", async () => {
  const away = openDb(`${url}${url.includes("?") ? "&" : "?"}options=-c%20default_transaction_read_only%3Don`, { max: 1 });
  const answers: boolean[] = [];
  for (let tries = 0; tries < 5; tries += 1) answers.push((await takePointsOfAll(away, GUESSES, ["cart:d"], 1))[0]?.ok === true);
  await closeDb(away);
  expect(answers).toEqual([true, true, true, false, false]);
  const { rows } = await db.$client.query("select key from rate_limits where key = 'guesses:cart:d'");
  expect(rows).toEqual([]);
});

test("returning more than taken has no effect", async () => {
  await givePointsBack(db, GUESSES, "cart:f", 5);
  expect(await takePoints(db, GUESSES, "cart:f", 3)).toEqual(OK);
  await givePointsBack(db, GUESSES, "cart:f", 9);
  expect(await takePoints(db, GUESSES, "cart:f", 4)).toEqual(REFUSED);
});

test("in-process counters are separate per process and rule", async () => {
  const hard = { name: "hard", points: 1, seconds: 600 };
  expect(await takePointsHere(db, hard, "a")).toEqual(OK);
  expect(await takePointsHere(db, hard, "a")).toEqual(REFUSED);
  expect(await takePointsHere(db, { ...hard, name: "other" }, "a")).toEqual(OK);
  expect(await takePoints(db, hard, "a")).toEqual(OK);
});

test("removes expired counters only", async () => {
  await takePointsOfAll(db, GUESSES, ["cart:g", "cart:h"], 4);
  await db.$client.query("update rate_limits set expire = $1 where key = 'guesses:cart:g'", [Date.now() - 1]);
  await removeOldCounters(db);
  const { rows } = await db.$client.query("select key from rate_limits where key in ('guesses:cart:g', 'guesses:cart:h')");
  expect(rows).toEqual([{ key: "guesses:cart:h" }]);
});
