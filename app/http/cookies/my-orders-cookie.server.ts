import { z } from "zod";
import { SESSION_MINUTES } from "#app/orders/workflows/customers/my-orders.server.ts";
import { readCookie, signedCookie, type CookieOwner } from "./signed-cookie.server.ts";

const tokenSchema = z.string().min(20).max(100);

/** The session of "My orders"; null without a valid cookie. */
export function readMyOrdersSession(request: Request, owner: CookieOwner): Promise<string | null> {
  return readCookie(myOrdersCookie(owner), request, tokenSchema);
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
