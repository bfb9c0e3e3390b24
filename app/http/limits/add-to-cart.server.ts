import { BlockList, isIP } from "node:net";
import { fail, type Result } from "#app/values/result.ts";
import { addCartItem, type CartFailure, type WantedItem } from "#app/cart/workflows/change-cart.server.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { addressKey, givePointsBack, takePoints, type RateRule } from "./rate-limit.server.ts";

/**
 * New carts per address. Hundreds of people behind one address may order for the same lunch; only a program makes more than one cart every
 * two seconds for ten minutes on end.
 */
const NEW_CARTS: RateRule = { name: "new-cart", points: 300, seconds: 600 };

/**
 * Adds units to this browser's cart, or to a new one, of which an address gets so many only. Not counted: who comes from this machine or a
 * private network. No stranger does; a proxy or a container's gateway that TRUST_PROXY does not name does, and behind it everybody has the
 * same address.
 */
export async function addToCart(
  services: Services,
  { clientAddress }: Pick<RequestInfo, "clientAddress">,
  cartId: string | null,
  wanted: WantedItem,
): Promise<Result<LoadedCart, CartFailure>> {
  if (cartId !== null || isNear(clientAddress)) return addCartItem(services, cartId, wanted);
  const key = addressKey(clientAddress);
  const allowed = await takePoints(services.db, NEW_CARTS, key);
  if (!allowed.ok) {
    services.log.warn({ security: "new-carts" }, "too many new carts from one address");
    const { retryAfterSeconds } = allowed;
    return fail({
      kind: "too-many-carts",
      message: "Very many carts were started from your network. Please wait a few minutes and try again.",
      retryAfterSeconds,
    });
  }
  const added = await addCartItem(services, null, wanted);
  if (!added.ok) await givePointsBack(services.db, NEW_CARTS, key);
  return added;
}

const near = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  near.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  near.addSubnet(network, bits, "ipv6");

function isNear(address: string): boolean {
  const [plain = ""] = address.split("%");
  const family = isIP(plain);
  return family !== 0 && near.check(plain, family === 6 ? "ipv6" : "ipv4");
}
