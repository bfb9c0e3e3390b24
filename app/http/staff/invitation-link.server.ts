import { z } from "zod";
import { readCookie, signedCookie } from "#app/http/cookies/signed-cookie.server.ts";
import type { Services } from "#app/http/context.server.ts";
import type { PasswordLink } from "#app/staff/workflows/password-links.server.ts";
import { parseInstant } from "#app/values/time.ts";

/** Long enough for a slow redirect. */
const COOKIE_SECONDS = 120;
const SEALED_AS = "invitation link";

const invitationSchema = z.object({ userId: z.number(), sealedToken: z.string(), expiresAt: z.string() });

type Owner = Pick<Services, "secrets"> & Parameters<typeof signedCookie>[2];

/** The redirect after an account was added, with the invitation link if no email delivers it. */
export async function withInvitation(redirect: Response, owner: Owner, link: PasswordLink): Promise<Response> {
  const sealedToken = owner.secrets.seal(SEALED_AS, link.token);
  const value = { userId: link.user.id, sealedToken, expiresAt: link.expiresAt.toISOString() };
  redirect.headers.append("Set-Cookie", await invitationCookie(owner).serialize(value));
  return redirect;
}

/** The link for the page of that account, and the headers that show it only once; null = there is none. */
export async function takeInvitation(
  request: Request,
  owner: Owner,
  userId: number,
): Promise<{ readonly link: Pick<PasswordLink, "token" | "expiresAt"> | null; readonly headers: HeadersInit }> {
  const found = await readCookie(invitationCookie(owner), request, invitationSchema);
  if (found?.userId !== userId) return { link: null, headers: {} };
  const token = owner.secrets.open(SEALED_AS, found.sealedToken);
  const expiresAt = parseInstant(found.expiresAt);
  const link = token === undefined || expiresAt === null ? null : { token, expiresAt };
  return { link, headers: { "Set-Cookie": await invitationCookie(owner).serialize("", { maxAge: 0 }) } };
}

function invitationCookie(owner: Owner) {
  return signedCookie("invitation", COOKIE_SECONDS, owner);
}
