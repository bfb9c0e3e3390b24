import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { inArray } from "drizzle-orm";
import { orderItems, orders } from "#app/orders/data/tables.ts";
import { withDatabase } from "./after-storm.ts";
import type { Told } from "./buyers.ts";

/** The responses buyers received, stored outside the shop. */
export interface Notes {
  /** Written to disk before the buyer continues. */
  readonly add: (told: Told) => void;
  /** Distinct acknowledged checkouts, and order numbers. */
  readonly count: () => { readonly tokens: number; readonly numbers: number };
  /** Acknowledged orders that are missing in the database, or have other cents, quantities or numbers. */
  readonly findLost: (databaseUrl: string) => Promise<readonly string[]>;
  readonly close: () => void;
}

export function openNotes(): Notes {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-notes-"));
  const file = path.join(folder, "acknowledged.jsonl");
  const handle = fs.openSync(file, "a");
  return {
    add(told) {
      fs.writeSync(handle, `${JSON.stringify(told)}\n`);
      fs.fsyncSync(handle);
    },
    count() {
      const notes = readNotes(file);
      return { tokens: new Set(notes.map(({ token }) => token)).size, numbers: new Set(notes.flatMap(({ number }) => number ?? [])).size };
    },
    findLost: (databaseUrl) => findLost(databaseUrl, readNotes(file)),
    close() {
      fs.closeSync(handle);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readNotes(file: string): readonly Told[] {
  return fs
    .readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Told);
}

async function findLost(databaseUrl: string, told: readonly Told[]): Promise<readonly string[]> {
  return withDatabase(databaseUrl, async (db) => {
    const rows = await db.select().from(orders);
    const items =
      rows.length === 0
        ? []
        : await db
            .select()
            .from(orderItems)
            .where(
              inArray(
                orderItems.orderId,
                rows.map((row) => row.id),
              ),
            );
    return told.flatMap(({ token, cents, quantity, number }) => {
      const order = rows.find((row) => row.publicToken === token);
      if (order === undefined) return [`lost: ${token}`];
      const pieces = items.filter((item) => item.orderId === order.id).reduce((sum, item) => sum + item.quantity, 0);
      if (order.finalTotalCents !== cents || pieces !== quantity)
        return [`changed: ${token} was ${cents} for ${quantity}, is ${order.finalTotalCents} for ${pieces}`];
      return number === null || order.number === number ? [] : [`renumbered: ${number} is ${order.number}`];
    });
  });
}
