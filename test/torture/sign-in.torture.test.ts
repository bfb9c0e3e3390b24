import { expect, test } from "vitest";
import { createUser } from "#app/staff/data/users.server.ts";
import { hashPassword } from "#app/staff/workflows/passwords.server.ts";
import { withDatabase } from "./after-storm.ts";
import { median, report } from "./report.ts";
import { buildStreet } from "./shop-server.ts";
import { seedOfRun, SIZE, throwDice } from "./size.ts";

/** Ten tries of an account in 15 minutes (app/http/limits/login-limit.server.ts). */
const TRIES = 10;
const MOST_APART_MS = 10;

test.runIf(SIZE.signIns > 0)(
  `a wrong sign-in takes as long for an unknown address, and ${SIZE.guesses} guesses through rotating addresses try ${TRIES} passwords`,
  async () => {
    const seed = seedOfRun();
    const dice = throwDice(seed);
    const street = await buildStreet(dice);
    try {
      const server = await street.open();
      const passwordHash = await hashPassword("amber-lantern-twenty-two");
      const known = Array.from({ length: SIZE.signIns }, (_, index) => `ana${index}@example.com`);
      await withDatabase(server.databaseUrl, async (db) => {
        for (const email of known) await createUser(db, { email, name: "Ana", passwordHash, roles: ["order-admin"] });
      });
      const address = () => Array.from({ length: 3 }, () => Math.floor(dice.next() * 256)).reduce((all, part) => `${all}.${part}`, "10");
      const tryOnce = async (email: string, password: string) => {
        const startedAt = performance.now();
        const answer = await fetch(`${server.url}/admin/api/login`, {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-Forwarded-For": address() },
          body: JSON.stringify({ email, password }),
        });
        await answer.arrayBuffer();
        return { status: answer.status, ms: performance.now() - startedAt };
      };
      const times: { readonly known: number[]; readonly unknown: number[] } = { known: [], unknown: [] };
      for (const [index, email] of known.entries()) {
        // In turn, so that whatever else this machine does falls on both.
        const tries = [["known", email] as const, ["unknown", `nobody${index}@example.com`] as const];
        for (const [kind, tried] of dice.shuffle(tries)) {
          const { status, ms } = await tryOnce(tried, "amber-lantern-twenty-one");
          expect(status).toBe(401);
          times[kind].push(ms);
        }
      }
      const [medianKnown, medianUnknown] = [median(times.known), median(times.unknown)];
      const differences = times.known.map((ms, index) => ms - (times.unknown[index] ?? 0));
      const statuses = new Map<number, number>();
      for (let guess = 0; guess < SIZE.guesses; guess += 1) {
        const { status } = await tryOnce("ana0@example.com", `amber-lantern-${guess}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      // The try of the first part counts, too.
      expect(statuses).toEqual(
        new Map([
          [401, TRIES - 1],
          [429, SIZE.guesses - TRIES + 1],
        ]),
      );
      report({
        promise: "Sign-in tells nothing about who has an account, and cannot be guessed",
        tried: `${SIZE.signIns} wrong tries each for known and unknown addresses; ${SIZE.guesses} guesses for one account, each from another address`,
        result: `medians ${medianKnown.toFixed(1)} and ${medianUnknown.toFixed(1)} ms, pairs ${Math.abs(median(differences)).toFixed(1)} ms apart (median); ${TRIES} passwords tried, the rest refused`,
        seed,
      });
      expect(Math.abs(medianKnown - medianUnknown), `repeat with SHOPBELL_SEED=${seed}`).toBeLessThan(MOST_APART_MS);
    } finally {
      await street.close();
    }
  },
  600_000,
);
