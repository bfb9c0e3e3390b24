import { randomUUID } from "node:crypto";
import { SIMULATOR_PUBLISHABLE_KEY } from "#stripe-simulator/keys.ts";
import { BY_HAND } from "#stripe-simulator/test/faults.ts";
import type { ServedSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import type { Dice } from "./size.ts";

/** The 2xx responses that a buyer received. */
export interface Told {
  readonly token: string;
  readonly cents: number;
  readonly quantity: number;
  /** Once the order is received. */
  readonly number: string | null;
}

export interface Crowd {
  /** All buyers stop immediately. */
  leave(): Promise<void>;
  /** Number of responses by status; "cut" = no response. */
  readonly answers: Map<number | "cut", number>;
}

/** A purchase in progress; if its server is gone it continues at the next one, with the same key. */
interface Purchase {
  readonly quantity: number;
  readonly key: string;
  readonly address: string;
  cookie: string | null;
  cents: number;
  token: string | null;
  secret: string | null;
}

/** `count` buyers who order repeatedly, over HTTP, until stopped. `unfinished` carries purchases from one server to the next. */
export function startBuyers(
  shopUrl: string,
  provider: ServedSimulator,
  dice: Dice,
  options: {
    readonly count: number;
    readonly productId: number;
    readonly unfinished: Purchase[];
    readonly note: (told: Told) => void;
    /** Another process serves when one is killed, so a buyer continues after a cut response. */
    readonly goesOn?: boolean;
    /** Waits until the next request may be sent. */
    readonly pace?: () => Promise<void>;
  },
): Crowd {
  const answers: Crowd["answers"] = new Map();
  const leaving = new AbortController();
  const going = new AbortController();

  async function ask(purchase: Purchase, path: string, body?: object): Promise<{ status: number; json: Record<string, unknown> }> {
    await options.pace?.();
    try {
      const answer = await fetch(`${shopUrl}${path}`, {
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
        headers: {
          "Content-Type": "application/json",
          "X-Forwarded-For": purchase.address,
          "Idempotency-Key": purchase.key,
          ...(purchase.cookie === null ? {} : { Cookie: purchase.cookie }),
        },
        signal: AbortSignal.any([going.signal, AbortSignal.timeout(15_000)]),
      });
      const json = (await answer.json()) as Record<string, unknown>;
      const [cookie] = answer.headers.getSetCookie();
      if (cookie !== undefined) purchase.cookie = cookie.split(";", 1)[0] ?? null;
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
      return { status: answer.status, json };
    } catch {
      answers.set("cut", (answers.get("cut") ?? 0) + 1);
      // No server responds any more: the other buyers stop, too.
      if (options.goesOn !== true) leaving.abort();
      return { status: 0, json: {} };
    }
  }

  /** True when nothing is left to do for it. */
  async function goOn(purchase: Purchase): Promise<boolean> {
    if (purchase.cents === 0) {
      const { productId } = options;
      const added = await ask(purchase, "/api/cart/items", { productId, quantity: purchase.quantity, customizations: [], note: "" });
      // An unknown cart is no purchase yet.
      if (added.status >= 300 || added.status === 0) return true;
      purchase.cents = Math.round(Number(added.json.final_total) * 100);
    }
    if (purchase.token === null) {
      const placed = await ask(purchase, "/api/checkout", {
        customer: { name: "Torture Buyer", email: `${purchase.key.slice(0, 8)}@example.com`, phone: "+14165550100" },
        fulfillment: "pickup",
        expectedTotal: purchase.cents / 100,
      });
      if (placed.status !== 200) return placed.status !== 0 && placed.status !== 503;
      purchase.token = String(placed.json.orderToken);
      purchase.secret = String(placed.json.clientSecret);
      options.note({ token: purchase.token, cents: purchase.cents, quantity: purchase.quantity, number: null });
    }
    if (purchase.secret !== null) {
      const fields = { key: SIMULATOR_PUBLISHABLE_KEY, client_secret: purchase.secret, payment_method: "pm_card_visa" };
      const path = `/v1/payment_intents/${purchase.secret.split("_secret")[0]}/confirm`;
      const paid = await fetch(provider.apiUrl + path, {
        method: "POST",
        headers: { [BY_HAND]: "yes" },
        body: new URLSearchParams(fields),
      });
      await paid.arrayBuffer();
      purchase.secret = null;
    }
    // Three of ten browsers are closed by now.
    if (dice.chance(30)) return true;
    const status = await ask(purchase, `/api/order-status?order=${purchase.token}`);
    if (status.status !== 200) return status.status === 404;
    const { number } = status.json;
    if (typeof number === "string") options.note({ token: purchase.token, cents: purchase.cents, quantity: purchase.quantity, number });
    return true;
  }

  async function shopOn(): Promise<void> {
    while (!leaving.signal.aborted) {
      const purchase = options.unfinished.shift() ?? {
        quantity: dice.pick([1, 2, 3]),
        key: randomUUID(),
        address: `10.${Math.floor(dice.next() * 256)}.${Math.floor(dice.next() * 256)}.${Math.floor(dice.next() * 256)}`,
        cookie: null,
        cents: 0,
        token: null,
        secret: null,
      };
      if (!(await goOn(purchase))) options.unfinished.push(purchase);
    }
  }

  const buyers = Array.from({ length: options.count }, shopOn);
  return {
    answers,
    async leave() {
      leaving.abort();
      // Requests still waiting for a dead server get no response.
      const patience = setTimeout(() => going.abort(), 5_000);
      await Promise.all(buyers);
      clearTimeout(patience);
    },
  };
}

export type { Purchase };
