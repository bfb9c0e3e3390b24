import { asc, eq, sql } from "drizzle-orm";
import type { WebhookListQuery } from "#app/orders/domain/webhooks/webhook.schema.ts";
import { MAX_WEBHOOKS, webhookHost } from "#app/orders/domain/webhooks/webhook.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { webhooks } from "./tables.ts";
import { matchesWords } from "#app/values/text.ts";
import { insertRow, readRows } from "#app/staff/data/table-records.ts";

/** A webhook as administrators edit it. */
export interface WebhookRecord {
  readonly url: string;
  readonly events: readonly string[];
  readonly isOn: boolean;
}

interface WebhookRules {
  /** Whether the shop may call this address. */
  readonly isCallable: (url: string) => boolean;
  /** Creates a sealed secret. */
  readonly makeSecret: () => string;
}

/** Webhooks; `rules` are needed to add and change them. Deleting is final, because the secret is gone. */
export function webhookRecords(rules?: WebhookRules): RecordStore<WebhookRecord> {
  return {
    kind: "webhook",
    // The path or query of an address may contain a secret.
    nameOf: (value) => webhookHost(value.url),
    secret: ["url"],
    final: ["delete"],
    find: findWebhooks,
    async check(tx, id, value, before) {
      if (rules !== undefined && value.url !== before?.url && !rules.isCallable(value.url))
        return { url: "Enter an https address on the public internet, without user name and password." };
      if (id !== null) return undefined;
      await tx.execute(sql`lock table ${webhooks} in share row exclusive mode`);
      return (await tx.$count(webhooks)) < MAX_WEBHOOKS ? undefined : { url: `There are ${MAX_WEBHOOKS} webhooks, which is the limit.` };
    },
    async insert(tx, value) {
      if (rules === undefined) throw new Error("a webhook needs a secret");
      return insertRow(tx, webhooks, { ...value, events: [...value.events], secret: rules.makeSecret() });
    },
    async update(tx, id, value, before) {
      const isSwitchedOn = value.isOn && before?.isOn === false;
      await tx
        .update(webhooks)
        .set({
          ...value,
          events: [...value.events],
          // Saving it acknowledges that it was disabled after failures.
          isGivenUp: false,
          ...(isSwitchedOn || value.url !== before?.url ? { failingSince: null } : {}),
          version: sql`${webhooks.version} + 1`,
          updatedAt: sql`now()`,
        })
        .where(eq(webhooks.id, id));
    },
    async remove(tx, id) {
      await tx.delete(webhooks).where(eq(webhooks.id, id));
    },
  };
}

const findWebhooks: RecordStore<WebhookRecord>["find"] = async (db, ids, lock) => {
  const rows = await readRows(db, webhooks, ids, lock);
  return new Map(rows.map(({ id, version, url, events, isOn }) => [id, { version, value: { url, events, isOn } }]));
};

export type WebhookRow = typeof webhooks.$inferSelect;

/** All webhooks by address; a shop has few. */
export async function listWebhooks(db: Db): Promise<readonly WebhookRow[]> {
  return db.select().from(webhooks).orderBy(asc(webhooks.url), asc(webhooks.id));
}

export async function findWebhook(db: Db, id: number): Promise<WebhookRow | undefined> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  return row;
}

/** The secrets of all webhooks, locked until the transaction ends. */
export async function lockWebhookSecrets(tx: Db): Promise<readonly Pick<WebhookRow, "id" | "url" | "secret">[]> {
  return tx.select({ id: webhooks.id, url: webhooks.url, secret: webhooks.secret }).from(webhooks).orderBy(asc(webhooks.id)).for("update");
}

/** The same secret, sealed with another key. */
export async function replaceWebhookSecret(tx: Db, id: number, secret: string): Promise<void> {
  await tx.update(webhooks).set({ secret }).where(eq(webhooks.id, id));
}

export type WebhookStatus = "on" | "failing" | "off" | "given-up";

export function webhookStatus({ isOn, isGivenUp, failingSince }: Pick<WebhookRow, "isOn" | "isGivenUp" | "failingSince">): WebhookStatus {
  if (!isOn) return isGivenUp ? "given-up" : "off";
  return failingSince === null ? "on" : "failing";
}

/** The filtered and sorted rows of all pages. */
export function matchingWebhooks(rows: readonly WebhookRow[], { q, status, sort }: WebhookListQuery): readonly WebhookRow[] {
  const isMeant = (row: WebhookRow) => {
    const is = webhookStatus(row);
    return status === "" || is === status || (status === "off" && is === "given-up");
  };
  const found = rows.filter((row) => matchesWords(q, row.url)).filter(isMeant);
  return sort.startsWith("-") ? found.toReversed() : found;
}

/** How many webhooks the shop has switched off after failures. */
export async function countGivenUpWebhooks(db: Db): Promise<number> {
  return db.$count(webhooks, eq(webhooks.isGivenUp, true));
}
