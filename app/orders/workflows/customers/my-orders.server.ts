import { randomUUID } from "node:crypto";
import { customerRecords } from "#app/orders/data/customers/customer-records.server.ts";
import {
  findAccess,
  findMyConsent,
  findNewestOrder,
  insertAccessRequest,
  lockAccessRequest,
  removeAccess,
  storeLink,
  useLink,
  type MyAddress,
} from "#app/orders/data/customers/my-orders.server.ts";
import type { CustomerRecord } from "#app/orders/domain/customers/customer-merge.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import { taskQueue } from "#app/platform/jobs/queue.server.ts";
import { changeRecords } from "#app/staff/workflows/change-records.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { hashToken, newToken } from "#app/staff/workflows/tokens.server.ts";
import { addMinutes } from "#app/values/time.ts";

/** Links are used within minutes. */
export const LINK_MINUTES = 15;
/** How long a browser shows the orders once its link was used. */
export const SESSION_MINUTES = 60;

/** The queue of requests: the same statements for every address, so that response and timing reveal nothing. */
export const MY_ORDERS_QUEUE = taskQueue("my-orders");

/** A new link; its token is not stored. */
export interface MyOrdersLink {
  readonly token: string;
  readonly order: { readonly email: string; readonly name: string };
}

/** Requests a link to the orders of an address. */
export async function requestMyOrders(
  { db, jobs, now }: { readonly db: Db; readonly jobs: Pick<Jobs, "enqueue">; readonly now: () => Date },
  address: MyAddress,
): Promise<void> {
  const id = randomUUID();
  await inTransaction(db, async (tx) => {
    await insertAccessRequest(tx, { ...address, id, expiresAt: addMinutes(now(), LINK_MINUTES) });
    await jobs.enqueue(tx, MY_ORDERS_QUEUE, { id });
  });
}

/** The job of a request: creates the link if there are orders. Earlier links stay valid, because the request is anonymous. */
export function sendMyOrdersLink(db: Db, id: string, now: Date, deliver: (tx: Db, link: MyOrdersLink) => Promise<void>): Promise<void> {
  return inTransaction(db, async (tx) => {
    const request = await lockAccessRequest(tx, id, now);
    if (request === undefined) return;
    const order = await findNewestOrder(tx, request);
    if (order === undefined) return;
    const token = newToken();
    await storeLink(tx, id, { tokenHash: hashToken(token), expiresAt: addMinutes(now, LINK_MINUTES) });
    await deliver(tx, { token, order });
  });
}

/** Whether a link is valid. This check does not use it, because email scanners also open links. */
export async function isLinkOpen(db: Db, token: string, now: Date): Promise<boolean> {
  return (await findAccess(db, hashToken(token), false, now)) !== undefined;
}

/** Uses a link: returns the token of a session, or null if the link is no longer valid. */
export async function openMyOrders(db: Db, token: string, now: Date): Promise<string | null> {
  const session = newToken();
  const stored = { tokenHash: hashToken(session), expiresAt: addMinutes(now, SESSION_MINUTES) };
  return (await useLink(db, hashToken(token), stored, now)) ? session : null;
}

/** The address of a session; undefined if it has ended. */
export function findMyAddress(db: Db, session: string, now: Date): Promise<MyAddress | undefined> {
  return findAccess(db, hashToken(session), true, now);
}

/** For the customer's history, which must not contain a name after the person is erased. */
const CUSTOMER = { id: null, name: "Customer" } as const;

/** The consent to marketing emails; null: the shop does not ask, and there is no consent to withdraw. */
export async function readMyConsent(db: Db, address: MyAddress) {
  const [found, { ASK_MARKETING_CONSENT: isAsked }] = await Promise.all([findMyConsent(db, address), readSettings(db)]);
  if (found === undefined || (!isAsked && found.answer !== "given")) return null;
  const { customerId, answer, at } = found;
  return { customerId, isAsked, isGiven: answer === "given", at: answer === "given" ? at : null };
}

/** Stores the customer's own answer. The same answer keeps its date and source; an empty box of a customer who never agreed changes nothing. */
export async function saveMyConsent(db: Db, address: MyAddress, isGiven: boolean): Promise<void> {
  const consent = await readMyConsent(db, address);
  if (consent === null || (isGiven && !consent.isAsked)) return;
  await changeRecords(db, customerRecords, CUSTOMER, { action: "edit", ids: [consent.customerId] }, (value): CustomerRecord => {
    if (isGiven === (value.marketingConsent === "given")) return value;
    return { ...value, marketingConsent: isGiven ? "given" : "withdrawn", consentSource: "my orders" };
  });
}

export function endMyOrders(db: Db, session: string): Promise<void> {
  return removeAccess(db, hashToken(session));
}
