import type { Call } from "./call.ts";
import { SHOP_CALLS } from "./shop-calls.ts";
import { STAFF_CALLS } from "./staff-calls.ts";

/** Every call of the shop; calls.spec.ts fails for a route that is missing here. */
export const CALLS: readonly Call[] = [...SHOP_CALLS, ...STAFF_CALLS];
