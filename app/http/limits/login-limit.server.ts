import type { Db } from "#app/platform/db/database.server.ts";
import { givePointsBack, takePoints, type RateAnswer, type RateCounter, type RateRule } from "#app/platform/rate-limit.server.ts";
import { readAccountKey, type Account } from "#app/staff/data/users.server.ts";
import { hashToken } from "#app/staff/workflows/tokens.server.ts";
import { addressCounters, giveEachBack, takeEach } from "./address-limit.server.ts";
import { addressKey } from "./address.server.ts";

/** 10 attempts in 15 minutes per account from unknown devices; never a permanent lock. */
const PER_ACCOUNT: RateRule = { name: "login-account", points: 10, seconds: 900 };
/** More per address, because staff share it. */
const PER_ADDRESS: RateRule = { name: "login-address", points: 30, seconds: 900 };
/** A known device: attackers elsewhere cannot lock its user out. */
const PER_DEVICE: RateRule = { name: "login-device", points: 10, seconds: 900 };

/**
 * Wrong one-time codes per account and day, after the right password: at ten in 15 minutes an attacker would guess one within months. A new
 * password resets the count, so that an attacker with the old one cannot lock the owner out.
 */
const WRONG_CODES: RateRule = { name: "login-codes", points: 30, seconds: 86_400 };

/**
 * Password emails: per account and address, per known device, per address, and per account overall. Anonymous requests do not use up the device's.
 */
const LINKS_PER_ACCOUNT: RateRule = { name: "password-link-account", points: 3, seconds: 3600 };
const LINKS_PER_DEVICE: RateRule = { name: "password-link-device", points: 3, seconds: 3600 };
const LINKS_OF_UNKNOWN_CLIENTS: RateRule = { name: "password-link-strangers", points: 20, seconds: 3600 };
const LINKS_PER_ADDRESS: RateRule = { name: "password-link-address", points: 10, seconds: 3600 };
/** Attempts for links and passkeys: limited for their cost, as secrets cannot be guessed. */
const PER_ADDRESS_WORK: RateRule = { name: "login-work", points: 60, seconds: 900 };

/** Counts a password link request. */
export async function countLinkWish(db: Db, { email, clientAddress, knownDevice }: LoginTry): Promise<RateAnswer> {
  const account = await accountLimitKey(db, email);
  if (knownDevice !== null) return takePoints(db, LINKS_PER_DEVICE, knownDevice);
  return takeEach(db, [
    ...addressCounters(LINKS_PER_ADDRESS, clientAddress),
    [LINKS_PER_ACCOUNT, hashToken(`${account} ${addressKey(clientAddress)}`)],
    [LINKS_OF_UNKNOWN_CLIENTS, account],
  ]);
}

/** Account key: input counts as the account the database finds. */
async function accountLimitKey(db: Db, email: string): Promise<string> {
  return hashToken(await readAccountKey(db, email));
}

/** Counts an attempt with a link or a passkey. */
export function countLinkTry(db: Db, clientAddress: string): Promise<RateAnswer> {
  return takeEach(db, addressCounters(PER_ADDRESS_WORK, clientAddress));
}

type CodeOwner = Pick<Account, "id" | "passwordHash">;

/** Counts a one-time code before it is checked. */
export function countCodeTry(db: Db, account: CodeOwner): Promise<RateAnswer> {
  return takePoints(db, WRONG_CODES, codeLimitKey(account));
}

/** The code was right. */
export function forgiveCodeTry(db: Db, account: CodeOwner): Promise<void> {
  return givePointsBack(db, WRONG_CODES, codeLimitKey(account));
}

const codeLimitKey = ({ id, passwordHash }: CodeOwner) => hashToken(`${id} ${passwordHash}`);

export interface LoginTry {
  readonly email: string;
  readonly clientAddress: string;
  /** Device and account, if it has signed in there; null if unknown. */
  readonly knownDevice: string | null;
}

/** Counts an attempt before checking the password. Refused attempts cost nothing more. */
export async function countLoginTry(db: Db, attempt: LoginTry): Promise<RateAnswer> {
  return takeEach(db, await countersOf(db, attempt));
}

/** A right password returns the attempt, so that busy evenings lock no one out. */
export async function forgiveLoginTry(db: Db, attempt: LoginTry): Promise<void> {
  await giveEachBack(db, await countersOf(db, attempt));
}

async function countersOf(db: Db, { email, clientAddress, knownDevice }: LoginTry): Promise<readonly RateCounter[]> {
  if (knownDevice !== null) return [[PER_DEVICE, knownDevice]];
  return [...addressCounters(PER_ADDRESS, clientAddress), [PER_ACCOUNT, await accountLimitKey(db, email)]];
}
