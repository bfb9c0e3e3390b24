import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { settleOrder } from "./settle/settle-order.server.ts";
import type { Settlement } from "./settle/settlement.server.ts";

/** Minimum interval between provider reads of one order. */
const EVERY_MS = 1_000;
/** Cached orders. */
const MAX_ORDERS = 1_000;

interface Refresh {
  readonly startedAt: number;
  readonly done: Promise<Settlement>;
  /** The refresh that starts when this one and its interval have ended. */
  next: Promise<Settlement> | null;
}

const refreshesByDb = new WeakMap<Db, LRUCache<string, Refresh>>();

/**
 * Refreshes an order's payment from the provider. Calls within a second share one refresh that starts after them, so that a customer who just paid
 * sees it. A refresh that found the order placed or ended is final. `order`: its id or current row.
 */
export function refreshPayment(services: WorkflowServices, order: string | OrderRow): Promise<Settlement> {
  const orderId = typeof order === "string" ? order : order.id;
  let refreshes = refreshesByDb.get(services.db);
  if (refreshes === undefined) refreshesByDb.set(services.db, (refreshes = new LRUCache({ max: MAX_ORDERS })));
  const last = refreshes.get(orderId);
  if (last === undefined) return begin(services, refreshes, orderId, order);
  last.next ??= follow(services, refreshes, orderId, last);
  return last.next;
}

async function follow(
  services: WorkflowServices,
  refreshes: LRUCache<string, Refresh>,
  orderId: string,
  last: Refresh,
): Promise<Settlement> {
  const [ended] = await Promise.allSettled([last.done]);
  if (ended.status === "fulfilled" && (ended.value.kind === "placed" || ended.value.kind === "ended")) return ended.value;
  const left = Math.min(EVERY_MS, last.startedAt + EVERY_MS - services.now().getTime());
  if (left > 0) await pause(left);
  return begin(services, refreshes, orderId, orderId);
}

function begin(
  services: WorkflowServices,
  refreshes: LRUCache<string, Refresh>,
  orderId: string,
  order: string | OrderRow,
): Promise<Settlement> {
  const done = settleOrder(services, order);
  refreshes.set(orderId, { startedAt: services.now().getTime(), done, next: null });
  return done;
}
