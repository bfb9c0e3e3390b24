import { randomUUID } from "node:crypto";
import { signedCookie, type CookieOwner } from "./signed-cookie.server.ts";

const DEVICE_COOKIE_SECONDS = 365 * 86_400;
/** A counter tablet is shared; whoever signed in longest ago is forgotten first. */
const MAX_USERS = 20;

/** A browser that staff have signed in from. It opens nothing: it only has sign-in tries of its own. */
export interface Device {
  readonly id: string;
  /** Users who signed in here, latest last. */
  readonly userIds: readonly number[];
}

/** The device's own mark; null without one and for one this shop has not signed. */
export async function readDevice(request: Request, owner: CookieOwner): Promise<Device | null> {
  const value: unknown = await deviceCookie(owner).parse(request.headers.get("Cookie"));
  // What is signed was written below, by this version or another.
  const { id, userIds } = (value ?? {}) as Partial<Device>;
  return typeof id === "string" && Array.isArray(userIds) ? { id, userIds } : null;
}

/** The Set-Cookie header by which this browser remembers that the user has signed in from it. */
export function rememberDevice(device: Device | null, userId: number, owner: CookieOwner): Promise<string> {
  const { id, userIds } = device ?? { id: randomUUID(), userIds: [] };
  return deviceCookie(owner).serialize({ id, userIds: [...userIds.filter((each) => each !== userId), userId].slice(-MAX_USERS) });
}

function deviceCookie(owner: CookieOwner) {
  return signedCookie("device", DEVICE_COOKIE_SECONDS, owner);
}
