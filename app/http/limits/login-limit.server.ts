import type { Db } from "#app/platform/db/database.server.ts";
import { givePointsBack, takePoints, type RateAnswer, type RateCounter, type RateRule } from "#app/platform/rate-limit.server.ts";
import { addressKey } from "./address.server.ts";

/** 10 tries in 15 minutes per account by strangers, however many they are; never a permanent lock. */
const PER_ACCOUNT: RateRule = { name: "login-account", points: 10, seconds: 900 };
/** A little more per address: several people of one shop share it. */
const PER_ADDRESS: RateRule = { name: "login-address", points: 30, seconds: 900 };
/** A device its user has signed in from before: what strangers use up elsewhere does not lock the user out. */
const PER_DEVICE: RateRule = { name: "login-device", points: 10, seconds: 900 };

/** Mails with a way to a new password, per account and per address of the asker. */
const LINKS_PER_ACCOUNT: RateRule = { name: "password-link-account", points: 3, seconds: 3600 };
const LINKS_PER_ADDRESS: RateRule = { name: "password-link-address", points: 10, seconds: 3600 };
/** Tries to use a link, and passkeys: their secrets cannot be guessed, the work behind a try is what is counted. */
const PER_ADDRESS_WORK: RateRule = { name: "login-work", points: 60, seconds: 900 };

/** Counts somebody's wish for a new password. */
export async function countLinkWish(db: Db, email: string, clientAddress: string): Promise<RateAnswer> {
  const byAddress = await takePoints(db, LINKS_PER_ADDRESS, addressKey(clientAddress));
  return byAddress.ok ? takePoints(db, LINKS_PER_ACCOUNT, email.trim().toLowerCase().slice(0, 200)) : byAddress;
}

/** Counts a try with a link or a passkey. */
export function countLinkTry(db: Db, clientAddress: string): Promise<RateAnswer> {
  return takePoints(db, PER_ADDRESS_WORK, addressKey(clientAddress));
}

export interface LoginTry {
  readonly email: string;
  readonly clientAddress: string;
  /** Names the device and the account when that account has signed in there before; null for a stranger. */
  readonly knownDevice: string | null;
}

/** Counts a try before the password is looked at. Refused tries cost nothing further. */
export async function countLoginTry(db: Db, attempt: LoginTry): Promise<RateAnswer> {
  for (const [rule, key] of countersOf(attempt)) {
    const answer = await takePoints(db, rule, key);
    if (!answer.ok) return answer;
  }
  return { ok: true };
}

/** A right password gives the try back, so that a busy evening of sign-ins locks nobody out. */
export async function forgiveLoginTry(db: Db, attempt: LoginTry): Promise<void> {
  await Promise.all(countersOf(attempt).map(([rule, key]) => givePointsBack(db, rule, key)));
}

function countersOf({ email, clientAddress, knownDevice }: LoginTry): readonly RateCounter[] {
  if (knownDevice !== null) return [[PER_DEVICE, knownDevice]];
  return [
    [PER_ADDRESS, addressKey(clientAddress)],
    [PER_ACCOUNT, email.trim().toLowerCase().slice(0, 200)],
  ];
}
