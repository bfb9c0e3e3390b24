import { z } from "zod";
import { signedCookie, type CookieOwner } from "./signed-cookie.server.ts";

/** As long as a browser waits for a finger. */
const SECONDS = 180;
const kept = z.object({ challenge: z.string(), until: z.number() });

interface Owner extends CookieOwner {
  readonly now: () => Date;
}

const cookieOf = (owner: Owner) => signedCookie("passkey", SECONDS, owner);

/** The Set-Cookie header that remembers a challenge for this browser. */
export function keepChallenge(owner: Owner, challenge: string): Promise<string> {
  return cookieOf(owner).serialize({ challenge, until: owner.now().getTime() + SECONDS * 1000 });
}

/** The challenge that this browser was given a moment ago; null = none, or too long ago. */
export async function readChallenge(owner: Owner, request: Request): Promise<string | null> {
  const parsed = kept.safeParse(await cookieOf(owner).parse(request.headers.get("Cookie")));
  return parsed.success && parsed.data.until > owner.now().getTime() ? parsed.data.challenge : null;
}

/** The Set-Cookie header that forgets it: a challenge is answered once. */
export function forgetChallenge(owner: Owner): Promise<string> {
  return cookieOf(owner).serialize("", { maxAge: 0 });
}
