import { and, inArray, lte, ne, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailOutbox } from "#app/mail/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { startSendGridEmulator, type ReceivedMail, type SendGridBehaviour } from "#test/sendgrid-emulator.ts";
import { auditWhole, ownersFiles, letTimePass, withDatabase } from "./after-storm.ts";
import { startBuyers, type Purchase } from "./buyers.ts";
import { openNotes } from "./notes.ts";
import { readyWords, report } from "./report.ts";
import { APP_SECRET, buildStreet } from "./shop-server.ts";
import { seedOfRun, SIZE, throwDice, type Dice } from "./size.ts";

const BUYERS = 4;

/** A provider on its worst day. A hung request occupies a worker for ten seconds, so that they are few. */
function worstDay(dice: Dice): SendGridBehaviour {
  if (dice.chance(2)) return "hang";
  if (dice.chance(5)) return "reset";
  if (dice.chance(15)) return { status: 429 };
  return dice.chance(20) ? { status: 500 } : "accept";
}

test(`${SIZE.mailOrders} orders and ${SIZE.mailKills} kills while the mail provider refuses, fails and hangs: every email arrives, none twice but for a kill`, async () => {
  const seed = seedOfRun();
  const dice = throwDice(seed);
  const sendgrid = await startSendGridEmulator();
  const street = await buildStreet(dice);
  const notes = openNotes();
  const unfinished: Purchase[] = [];
  const environment = { SENDGRID_API_URL: sendgrid.url };
  const readyMs: number[] = [];
  let [hit, seen] = [0, 0];
  try {
    let server = await street.open(environment);
    const productId = await withDatabase(server.databaseUrl, async (db) => {
      await setSender(db);
      return insertProduct(db, { stock: 1_000_000 });
    });
    sendgrid.always(() => worstDay(dice));
    for (let kill = 1; kill <= SIZE.mailKills; kill += 1) {
      const wanted = Math.ceil((SIZE.mailOrders * kill) / SIZE.mailKills);
      const crowd = startBuyers(server.url, street.provider, dice, { count: BUYERS, productId, unfinished, note: notes.add });
      await withDatabase(server.databaseUrl, async (db) => {
        await expect.poll(async () => (await skipPauses(db), notes.count().tokens), { timeout: 120_000 }).toBeGreaterThanOrEqual(wanted);
      });
      await new Promise((resolve) => setTimeout(resolve, dice.next() * 500));
      await server.kill();
      const killedAt = new Date();
      await crowd.leave();
      const taken = sendgrid.received.slice(seen);
      seen += taken.length;
      server = await street.open(environment);
      readyMs.push(server.readyMs);
      await withDatabase(server.databaseUrl, async (db) => {
        hit += await countUnnoted(db, taken, killedAt);
        await releaseLeases(db);
      });
      expect(await notes.findLost(server.databaseUrl), `after kill ${kill}; repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
    }
    await street.provider.settled();
    await letTimePass(server.databaseUrl, street.provider, [2, 22, 65, 90]);
    sendgrid.always("accept");
    const mails = await withDatabase(server.databaseUrl, async (db) => {
      const unsent = async () => {
        await skipPauses(db);
        return db
          .select({ status: mailOutbox.status, lastError: mailOutbox.lastError })
          .from(mailOutbox)
          .where(ne(mailOutbox.status, "sent"));
      };
      await expect.poll(unsent, { timeout: 300_000, message: `repeat with SHOPBELL_SEED=${seed}` }).toEqual([]);
      expect(await auditWhole(db, street.provider, await ownersFiles(db, server.url)), `repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
      return db.select({ id: mailOutbox.id, recipient: mailOutbox.recipient }).from(mailOutbox);
    });
    const arrived = sendgrid.received.map(({ messageId, to }) => `${messageId} ${to}`);
    const twice = arrived.length - new Set(arrived).size;
    expect(new Set(arrived), `repeat with SHOPBELL_SEED=${seed}`).toEqual(new Set(mails.map(({ id, recipient }) => `${id} ${recipient}`)));
    expect(twice, `emails sent twice; repeat with SHOPBELL_SEED=${seed}`).toBeLessThanOrEqual(hit);
    expect(twice, `emails sent twice; repeat with SHOPBELL_SEED=${seed}`).toBeLessThanOrEqual(SIZE.mailKills);
    report({
      promise: "Every email arrives although the provider fails and the server is killed",
      tried: `${SIZE.mailKills} kills, ${notes.count().tokens} acknowledged checkouts, ${sendgrid.requestCount} requests to a provider that refuses, fails and hangs`,
      result: `${mails.length} emails, all arrived, ${twice} of them twice; a kill hit ${hit} between provider and database; ${readyWords(readyMs)}`,
      seed,
    });
  } finally {
    await street.close();
    await sendgrid.close();
    notes.close();
  }
}, 1_800_000);

/** How many of the emails that the provider took in the life of a killed server it could not note any more: only these may arrive twice. */
async function countUnnoted(db: Db, taken: readonly ReceivedMail[], killedAt: Date): Promise<number> {
  const ids = [...new Set(taken.map(({ messageId }) => messageId))];
  return ids.length - (await db.$count(mailOutbox, and(inArray(mailOutbox.id, ids), lte(mailOutbox.sentAt, killedAt))));
}

function setSender(db: Db): Promise<unknown> {
  const changes = { SENDGRID_API_KEY: "SG.torture", ORDER_EMAIL_SENDER: "orders@shop.example" };
  return inTransaction(db, (tx) => writeSettings(tx, createSecretBox(APP_SECRET), changes, { userId: null, userName: "Ana" }));
}

/** What half a minute to eight hours of waiting for the next try would do. */
async function skipPauses(db: Db): Promise<void> {
  await db.execute(
    sql`update pgboss.job set start_after = now() where name = 'mail' and state in ('created', 'retry') and start_after > now()`,
  );
}

/** What the queue does after a minute without a sign of life: jobs of the killed server go on. The new one has been ready for a moment only. */
async function releaseLeases(db: Db): Promise<void> {
  await db.execute(sql`update pgboss.job set state = 'retry', start_after = now() where name = 'mail' and state = 'active'
    and heartbeat_on < (select min(backend_start) from pg_stat_activity where application_name = 'shopbell-jobs')`);
}
