import type { MyAddress } from "#app/orders/data/customers/my-orders.server.ts";
import { findMyAddress, SESSION_MINUTES } from "#app/orders/workflows/customers/my-orders.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { tokenSchema } from "./session-cookie.server.ts";
import { readCookie, signedCookie, type CookieOwner } from "./signed-cookie.server.ts";

/** The session of "My orders"; null without a valid cookie. */
export function readMyOrdersSession(request: Request, owner: CookieOwner): Promise<string | null> {
  return readCookie(myOrdersCookie(owner), request, tokenSchema);
}

/** The verified email address of the request's session of "My orders"; undefined without a valid session. */
export async function readMyAddress(
  request: Request,
  services: CookieOwner & { readonly db: Db; readonly now: () => Date },
): Promise<MyAddress | undefined> {
  const session = await readMyOrdersSession(request, services);
  return session === null ? undefined : findMyAddress(services.db, session, services.now());
}

export function keepMyOrdersSession(session: string, owner: CookieOwner): Promise<string> {
  return myOrdersCookie(owner).serialize(session);
}

export function forgetMyOrdersSession(owner: CookieOwner): Promise<string> {
  return myOrdersCookie(owner).serialize("", { maxAge: 0 });
}

function myOrdersCookie(owner: CookieOwner) {
  return signedCookie("my-orders", SESSION_MINUTES * 60, owner);
}
