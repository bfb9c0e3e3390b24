import { z } from "zod";
import { useOnce } from "#app/http/limits/use-once.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readCookie, signedCookie, type CookieOwner } from "./signed-cookie.server.ts";

/** As long as a browser waits for the user's gesture. */
const SECONDS = 180;
/** A sign-in challenge cannot add a passkey, and a challenge of one account cannot add a passkey to another. */
const purposes = z.union([z.literal("sign-in"), z.object({ addTo: z.number() })]);
const storedChallenge = z.object({ challenge: z.string(), until: z.number(), purpose: purposes });

export type ChallengePurpose = z.output<typeof purposes>;

interface Owner extends CookieOwner {
  readonly db: Db;
  readonly now: () => Date;
}

const cookieOf = (owner: Owner) => signedCookie("passkey", SECONDS, owner);

/** Set-Cookie header that stores a challenge. */
export function keepChallenge(owner: Owner, purpose: ChallengePurpose, challenge: string): Promise<string> {
  return cookieOf(owner).serialize({ challenge, purpose, until: owner.now().getTime() + SECONDS * 1000 });
}

/** The browser's current challenge, usable once. null: none, used or expired. */
export async function takeChallenge(owner: Owner, purpose: ChallengePurpose, request: Request): Promise<string | null> {
  const found = await readCookie(cookieOf(owner), request, storedChallenge);
  if (found === null || !isSame(found.purpose, purpose) || found.until <= owner.now().getTime()) return null;
  return (await useOnce(owner.db, `passkey:${found.challenge}`)) ? found.challenge : null;
}

function isSame(one: ChallengePurpose, other: ChallengePurpose): boolean {
  return typeof one === "object" && typeof other === "object" ? one.addTo === other.addTo : one === other;
}

/** Set-Cookie header that clears it. */
export function forgetChallenge(owner: Owner): Promise<string> {
  return cookieOf(owner).serialize("", { maxAge: 0 });
}
