import { randomUUID } from "node:crypto";
import { z } from "zod";
import { readCookie, signedCookie, type CookieOwner } from "./signed-cookie.server.ts";

const DEVICE_COOKIE_SECONDS = 365 * 86_400;
/** Tablets are shared; the oldest sign-in is removed first. */
const MAX_USERS = 20;

/** `userIds`: the users who signed in here, latest last. */
const deviceSchema = z.object({ id: z.string(), userIds: z.array(z.number()).readonly() });
/** A browser that staff have signed in from. It grants only its own allowance of sign-in attempts. */
export type Device = z.output<typeof deviceSchema>;

/** The device's id; null without a valid cookie. */
export function readDevice(request: Request, owner: CookieOwner): Promise<Device | null> {
  return readCookie(deviceCookie(owner), request, deviceSchema);
}

/** Set-Cookie header that marks this browser as the user's. */
export function rememberDevice(device: Device | null, userId: number, owner: CookieOwner): Promise<string> {
  const { id, userIds } = device ?? { id: randomUUID(), userIds: [] };
  return deviceCookie(owner).serialize({ id, userIds: [...userIds.filter((each) => each !== userId), userId].slice(-MAX_USERS) });
}

function deviceCookie(owner: CookieOwner) {
  return signedCookie("device", DEVICE_COOKIE_SECONDS, owner);
}
