import type { Db } from "#app/platform/db/database.server.ts";
import { takePoints, type RateAnswer, type RateCounter, type RateRule } from "#app/platform/rate-limit.server.ts";
import { readAccountKey } from "#app/staff/data/users.server.ts";
import { hashToken } from "#app/staff/workflows/tokens.server.ts";
import { addressCounters, giveEachBack, takeEach } from "./address-limit.server.ts";
import { addressKey } from "./address.server.ts";

/** 10 tries in 15 minutes per account by strangers, however many they are; never a permanent lock. */
const PER_ACCOUNT: RateRule = { name: "login-account", points: 10, seconds: 900 };
/** A little more per address: several people of one shop share it. */
const PER_ADDRESS: RateRule = { name: "login-address", points: 30, seconds: 900 };
/** A device its user has signed in from before: what strangers use up elsewhere does not lock the user out. */
const PER_DEVICE: RateRule = { name: "login-device", points: 10, seconds: 900 };

/**
 * Emails with a way to a new password: for an account from one address, from one device its user has signed in from, from one address for all
 * accounts, and for an account from everywhere else. What anonymous visitors ask for leaves the device's own tries alone.
 */
const LINKS_PER_ACCOUNT: RateRule = { name: "password-link-account", points: 3, seconds: 3600 };
const LINKS_PER_DEVICE: RateRule = { name: "password-link-device", points: 3, seconds: 3600 };
const LINKS_OF_STRANGERS: RateRule = { name: "password-link-strangers", points: 20, seconds: 3600 };
const LINKS_PER_ADDRESS: RateRule = { name: "password-link-address", points: 10, seconds: 3600 };
/** Tries to use a link, and passkeys: their secrets cannot be guessed, the work behind a try is what is counted. */
const PER_ADDRESS_WORK: RateRule = { name: "login-work", points: 60, seconds: 900 };

/** Counts a request for a link to a new password. */
export async function countLinkWish(db: Db, { email, clientAddress, knownDevice }: LoginTry): Promise<RateAnswer> {
  const account = await accountLimitKey(db, email);
  if (knownDevice !== null) return takePoints(db, LINKS_PER_DEVICE, knownDevice);
  return takeEach(db, [
    ...addressCounters(LINKS_PER_ADDRESS, clientAddress),
    [LINKS_PER_ACCOUNT, hashToken(`${account} ${addressKey(clientAddress)}`)],
    [LINKS_OF_STRANGERS, account],
  ]);
}

/** The key of an account: what was typed counts as the account that the database finds by it. */
async function accountLimitKey(db: Db, email: string): Promise<string> {
  return hashToken(await readAccountKey(db, email));
}

/** Counts a try with a link or a passkey. */
export function countLinkTry(db: Db, clientAddress: string): Promise<RateAnswer> {
  return takeEach(db, addressCounters(PER_ADDRESS_WORK, clientAddress));
}

export interface LoginTry {
  readonly email: string;
  readonly clientAddress: string;
  /** Names the device and the account when that account has signed in there before; null for a stranger. */
  readonly knownDevice: string | null;
}

/** Counts a try before the password is looked at. Refused tries cost nothing further. */
export async function countLoginTry(db: Db, attempt: LoginTry): Promise<RateAnswer> {
  return takeEach(db, await countersOf(db, attempt));
}

/** A right password gives the try back, so that a busy evening of sign-ins locks nobody out. */
export async function forgiveLoginTry(db: Db, attempt: LoginTry): Promise<void> {
  await giveEachBack(db, await countersOf(db, attempt));
}

async function countersOf(db: Db, { email, clientAddress, knownDevice }: LoginTry): Promise<readonly RateCounter[]> {
  if (knownDevice !== null) return [[PER_DEVICE, knownDevice]];
  return [...addressCounters(PER_ADDRESS, clientAddress), [PER_ACCOUNT, await accountLimitKey(db, email)]];
}
