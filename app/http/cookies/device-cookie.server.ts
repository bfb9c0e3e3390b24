import { randomUUID } from "node:crypto";
import { z } from "zod";
import { readCookie, signedCookie, type CookieOwner } from "./signed-cookie.server.ts";

const DEVICE_COOKIE_SECONDS = 365 * 86_400;
/** A counter tablet is shared; whoever signed in longest ago is forgotten first. */
const MAX_USERS = 20;

/** `userIds`: who signed in here, latest last. */
const deviceSchema = z.object({ id: z.string(), userIds: z.array(z.number()).readonly() });
/** A browser that staff have signed in from. It opens nothing: it only has sign-in tries of its own. */
export type Device = z.output<typeof deviceSchema>;

/** The device's own mark; null without one and for one this shop has not signed. */
export function readDevice(request: Request, owner: CookieOwner): Promise<Device | null> {
  return readCookie(deviceCookie(owner), request, deviceSchema);
}

/** The Set-Cookie header by which this browser remembers that the user has signed in from it. */
export function rememberDevice(device: Device | null, userId: number, owner: CookieOwner): Promise<string> {
  const { id, userIds } = device ?? { id: randomUUID(), userIds: [] };
  return deviceCookie(owner).serialize({ id, userIds: [...userIds.filter((each) => each !== userId), userId].slice(-MAX_USERS) });
}

function deviceCookie(owner: CookieOwner) {
  return signedCookie("device", DEVICE_COOKIE_SECONDS, owner);
}
