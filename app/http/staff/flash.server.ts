import { redirect } from "react-router";
import { z } from "zod";
import { readCookie, signedCookie, type CookieOwner } from "#app/http/cookies/signed-cookie.server.ts";

/** Long enough for a slow redirect. */
const FLASH_SECONDS = 120;

const flashSchema = z.object({
  /** Tells two equal messages apart. */
  id: z.string(),
  text: z.string(),
  /** The history row for Undo; null if not undoable. */
  undo: z.number().nullable(),
  isUndo: z.boolean(),
});

/** A message shown once after a redirect. */
export type Flash = z.output<typeof flashSchema>;

interface Saying {
  readonly text: string;
  readonly undo?: number | null;
  readonly isUndo?: boolean;
}

/** Redirects to `to` with a message and Undo. */
export async function redirectSaying(owner: CookieOwner, to: string, saying: Saying): Promise<Response> {
  return redirect(to, { headers: await sayingHeaders(owner, saying) });
}

/** Headers of a response whose page shows the message. */
export async function sayingHeaders(owner: CookieOwner, { text, undo = null, isUndo = false }: Saying): Promise<HeadersInit> {
  const flash: Flash = { id: crypto.randomUUID(), text, undo, isUndo };
  return { "Set-Cookie": await flashCookie(owner).serialize(flash) };
}

/** The pending message, with headers that clear it. */
export async function takeFlash(
  request: Request,
  owner: CookieOwner,
): Promise<{ readonly flash: Flash | null; readonly headers: HeadersInit }> {
  const flash = await readCookie(flashCookie(owner), request, flashSchema);
  if (flash === null) return { flash, headers: {} };
  return { flash, headers: { "Set-Cookie": await flashCookie(owner).serialize("", { maxAge: 0 }) } };
}

function flashCookie(owner: CookieOwner) {
  return signedCookie("flash", FLASH_SECONDS, owner);
}
