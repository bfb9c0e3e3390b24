import type { Db } from "#app/platform/db/database.server.ts";
import { addressKey, givePointsBack, takePoints, type RateAnswer, type RateRule } from "./rate-limit.server.ts";

/** 10 tries in 15 minutes per account, whoever makes them; never a permanent lock (quality rule 17). */
const PER_ACCOUNT: RateRule = { name: "login-account", points: 10, seconds: 900 };
/** A little more per address: several people of one shop share it. */
const PER_ADDRESS: RateRule = { name: "login-address", points: 30, seconds: 900 };

/** Counts a try before the password is looked at. Refused tries cost nothing further. */
export async function countLoginTry(db: Db, email: string, clientAddress: string): Promise<RateAnswer> {
  const byAddress = await takePoints(db, PER_ADDRESS, addressKey(clientAddress));
  if (!byAddress.ok) return byAddress;
  return takePoints(db, PER_ACCOUNT, accountKey(email));
}

/** A right password gives the try back, so that a busy evening of sign-ins locks nobody out. */
export async function forgiveLoginTry(db: Db, email: string, clientAddress: string): Promise<void> {
  await Promise.all([givePointsBack(db, PER_ADDRESS, addressKey(clientAddress)), givePointsBack(db, PER_ACCOUNT, accountKey(email))]);
}

function accountKey(email: string): string {
  return email.trim().toLowerCase().slice(0, 200);
}
