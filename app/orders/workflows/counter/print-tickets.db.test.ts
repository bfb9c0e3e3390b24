import { customers } from "#app/orders/data/customers/tables.ts";
import { eq, gt } from "drizzle-orm";
import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { isPrinterAddress, sendToPrinter } from "#app/mail/gateway/receipt-printer.server.ts";
import { listStuckTickets, takeTicket } from "#app/orders/data/counter/tickets.server.ts";
import { printers, printJobs } from "#app/orders/data/counter/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { SYSTEM } from "#app/orders/workflows/changes/order-command.server.ts";
import { openTestShop } from "#test/shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { printTicket, reprintTickets, settleStuckTicket, TRIES_UNTIL_ALARM } from "./print-tickets.server.ts";
import { afterUse } from "#test/after-use.ts";

const shop = await openTestShop();
/** The printers of these tests are on this machine. */
const services = { ...shop.services, isPrinterAddress: () => true };
const { db } = services;
const ANA = { id: 1, email: "ana@shop.example", name: "Ana", roles: ["order-admin"] } as const;

/** Local printers; each paper is one connection's data. */
const papers: string[] = [];
const open = new Set<Socket>();
function printerThat(does: (socket: Socket) => void) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    does(socket);
  });
  afterUse(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return new Promise<number>((done) => {
    server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port));
  });
}
const good = await printerThat((socket) => {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.on("end", () => {
    papers.push(Buffer.concat(chunks).toString("latin1"));
    socket.end();
  });
});
/** Reads everything and then breaks the connection. */
const breaking = await printerThat((socket) => {
  socket.resume();
  socket.on("end", () => socket.resetAndDestroy());
});
const mute = await printerThat((socket) => socket.resume());

afterEach(async () => {
  await db.delete(printJobs);
  await db.delete(printers);
  await db.$client.query("delete from pgboss.job");
  papers.length = 0;
});

const addPrinter = (port: number, over: Partial<typeof printers.$inferInsert> = {}) =>
  db.insert(printers).values({ name: "Kitchen", host: "127.0.0.1", port, ...over });
const accept = async () => {
  const { order } = await storeOrder(db, { paymentState: "none", gateway: "none", allergyNote: "Peanuts", instructions: "Ring twice" });
  const command = { event: "accept", minutes: 20 } as const;
  expect(await applyOrderEvent(services, { orderId: order.id, version: null, actor: SYSTEM, command })).toMatchObject({ kind: "done" });
  return order;
};
const jobs = async () =>
  (
    await db.$client.query(
      "select data, round(extract(epoch from start_after - created_on))::int as wait from pgboss.job where name = 'print' order by created_on",
    )
  ).rows as { data: { ticketId: string; tries: number }; wait: number }[];
const ticketId = async () => (await jobs())[0]?.data.ticketId ?? "";

test("creates a kitchen ticket per active printer", async () => {
  await addPrinter(good);
  await addPrinter(good, { name: "Off", isOn: false });
  const order = await accept();
  await db.update(customers).set({ allergies: "Sesame" });
  expect(await jobs()).toHaveLength(1);
  await printTicket(services, await ticketId(), 0);
  await printTicket(services, await ticketId(), 0);
  expect(papers, "asked for twice, printed once").toHaveLength(1);
  for (const words of [order.number ?? "", "PICKUP", "ALLERGY: Peanuts", "Sesame", "2 DSB", "2x bacon", "** no salt **", "Ring twice"])
    expect(papers[0]).toContain(words);
  expect(papers[0], "no price of a line").not.toContain("14.50");
  expect(papers[0]?.indexOf("ALLERGY")).toBeLessThan(papers[0]?.indexOf("2 DSB") ?? 0);
  expect(await reprintTickets(services, { ...ANA, roles: ["order-admin"] }, order.id)).toBe(1);
  await printTicket(services, (await jobs()).at(-1)?.data.ticketId ?? "", 0);
  expect(papers[1]).toContain("PRINTED AGAIN");
});

test("retries an unavailable printer and shows it from the second attempt", async () => {
  await addPrinter(1);
  await accept();
  const id = await ticketId();
  for (const [tries, wait] of [3, 10, 20, 40, 60, 120, 300].entries()) {
    await printTicket(services, id, tries);
    expect((await jobs()).at(-1)).toMatchObject({ data: { tries: tries + 1 }, wait });
    expect(await listStuckTickets(db, TRIES_UNTIL_ALARM)).toHaveLength(tries === 0 ? 0 : 1);
  }
  await printTicket(services, id, 7);
  expect(await jobs(), "given up").toHaveLength(8);
  expect(await listStuckTickets(db, TRIES_UNTIL_ALARM)).toMatchObject([
    { printer: "Kitchen", error: "The printer refuses the connection." },
  ]);
  await db.update(printers).set({ port: good });
  expect(await settleStuckTicket(services, { ...ANA, roles: ["order-admin"] }, id, "again")).toBe(true);
  await printTicket(services, id, 0);
  expect(papers).toHaveLength(1);
  expect(await listStuckTickets(db, TRIES_UNTIL_ALARM)).toEqual([]);
});

test("prints once for duplicate clicks", async () => {
  await addPrinter(1);
  const order = await accept();
  const id = await ticketId();
  await printTicket(services, id, 0);
  await printTicket(services, id, 1);
  await db.update(printers).set({ port: good });
  const presses = await Promise.all([1, 2].map(() => settleStuckTicket(services, ANA, id, "again")));
  expect(presses.filter(Boolean), "the slower press finds it gone").toHaveLength(1);
  // The new attempt, and the scheduled one.
  await Promise.all([printTicket(services, id, 0), printTicket(services, id, 0), printTicket(services, id, 2)]);
  expect(papers).toHaveLength(1);
  expect(await Promise.all([1, 2].map(() => reprintTickets(services, ANA, order.id)))).toContain(0);
  const copies = await db.select().from(printJobs).where(gt(printJobs.copy, 0));
  expect(copies).toHaveLength(1);
  await printTicket(services, copies[0]?.id ?? "", 0);
  expect(await reprintTickets(services, ANA, order.id), "a third press at once").toBe(0);
  expect(papers).toHaveLength(2);
});

test("does not repeat an attempt that may have printed", async () => {
  await addPrinter(good);
  await accept();
  const id = await ticketId();
  expect(await takeTicket(db, id, 0)).toBe(true);
  await printTicket(services, id, 0);
  expect(papers).toEqual([]);
  expect(await listStuckTickets(db, TRIES_UNTIL_ALARM)).toMatchObject([
    { error: "The shop was stopped while it printed. Look whether the ticket is there." },
  ]);
});

test("stores a failed attempt and its retry together", async () => {
  await addPrinter(1);
  await accept();
  const id = await ticketId();
  const stopped = { enqueue: async () => Promise.reject(new Error("the shop was stopped")) };
  await expect(printTicket({ ...services, jobs: stopped }, id, 0)).rejects.toThrow("stopped");
  await printTicket(services, id, 0);
  expect(await listStuckTickets(db, TRIES_UNTIL_ALARM)).toHaveLength(1);
  expect(await settleStuckTicket(services, ANA, id, "again")).toBe(true);
});

test("an attempt from before a restart does not print again", async () => {
  await addPrinter(good);
  await accept();
  const id = await ticketId();
  expect(await takeTicket(db, id, 0)).toBe(true);
  await printTicket(services, id, 1);
  expect(papers).toEqual([]);
  expect(await db.select().from(printJobs)).toMatchObject([{ tries: 1, failedAt: null, printedAt: null }]);
});

test("prints only orders in preparation, on active printers", async () => {
  await addPrinter(good);
  const order = await accept();
  await db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, order.id));
  await printTicket(services, await ticketId(), 0);
  expect(await reprintTickets(services, { ...ANA, roles: ["order-admin"] }, order.id)).toBeNull();
  await db.update(orders).set({ status: "preparing" }).where(eq(orders.id, order.id));
  expect(await reprintTickets(services, { ...ANA, roles: ["order-admin"] }, order.id)).toBe(1);
  await db.update(printers).set({ isOn: false });
  await printTicket(services, (await jobs()).at(-1)?.data.ticketId ?? "", 0);
  expect(papers).toEqual([]);
  expect(await listStuckTickets(db, TRIES_UNTIL_ALARM)).toMatchObject([{ error: "The printer is switched off." }]);
});

test("does not retry a printer that accepted all data without responding", async () => {
  const limits = { connectMs: 500, sendMs: 200 };
  expect((await sendToPrinter({ host: "127.0.0.1", port: mute }, Buffer.from("x"), { limits, isAllowed: () => true })).kind).toBe("unsure");
  expect((await sendToPrinter({ host: "127.0.0.1", port: breaking }, Buffer.from("x"), { limits, isAllowed: () => true })).kind).toBe(
    "unsure",
  );
  expect((await sendToPrinter({ host: "127.0.0.1", port: good }, Buffer.from("x"), { limits, isAllowed: () => true })).kind).toBe("sent");
  expect(await sendToPrinter({ host: "127.0.0.1", port: 1 }, Buffer.from("x"), { limits, isAllowed: () => true })).toMatchObject({
    kind: "failed",
  });
});

test.each([
  "127.0.0.1",
  "127.8.8.8",
  "0.0.0.0",
  "169.254.169.254",
  "::1",
  "::",
  "fe80::1",
  "::ffff:127.0.0.1",
  "::ffff:169.254.169.254",
  "nothing",
])("no printer is at %s", (address) => {
  expect(isPrinterAddress(address)).toBe(false);
});

test.each(["192.168.1.50", "10.0.0.4", "172.17.0.2", "203.0.113.9", "fd00::5", "2001:db8::1"])("a printer may be at %s", (address) => {
  expect(isPrinterAddress(address)).toBe(true);
});

test.each(["127.0.0.1", "localhost"])("never connects to a printer at %s", async (host) => {
  expect(await sendToPrinter({ host, port: good }, Buffer.from("x"))).toMatchObject({ kind: "refused" });
  await addPrinter(good, { host });
  await accept();
  const [job] = await db.select().from(printJobs);
  await printTicket(shop.services, job?.id ?? "", 0);
  expect((await db.select().from(printJobs))[0]).toMatchObject({
    failedAt: expect.any(Date) as unknown,
    error: expect.stringContaining("own machine") as unknown,
  });
  expect(papers).toEqual([]);
});
