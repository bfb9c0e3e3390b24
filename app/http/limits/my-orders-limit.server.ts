import type { Db } from "#app/platform/db/database.server.ts";
import type { RateAnswer, RateRule } from "#app/platform/rate-limit.server.ts";
import { hashToken } from "#app/staff/workflows/tokens.server.ts";
import { addressCounters, takeEach } from "./address-limit.server.ts";

/** Protects mailboxes from unknown clients; a customer who lost an email can ask again. */
const LINKS_PER_EMAIL: RateRule = { name: "my-orders-email", points: 5, seconds: 3600 };
const LINKS_PER_ADDRESS: RateRule = { name: "my-orders-address", points: 20, seconds: 3600 };
/** Attempts with a link: limited for their cost, as tokens cannot be guessed. */
const TRIES_PER_ADDRESS: RateRule = { name: "my-orders-tries", points: 60, seconds: 900 };

/** Counts a request for a link. Not by `customerKeys`: another spelling mails no link, and must not lock this one out. @param email in lower case */
export function countMyOrdersRequest(db: Db, email: string, clientAddress: string): Promise<RateAnswer> {
  return takeEach(db, [...addressCounters(LINKS_PER_ADDRESS, clientAddress), [LINKS_PER_EMAIL, hashToken(email)]]);
}

/** Counts a use of a link. */
export function countMyOrdersTry(db: Db, clientAddress: string): Promise<RateAnswer> {
  return takeEach(db, addressCounters(TRIES_PER_ADDRESS, clientAddress));
}
