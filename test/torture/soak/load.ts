import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { ServedSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import { startBuyers } from "#test/torture/buyers.ts";
import type { Dice } from "#test/torture/size.ts";

/**
 * Customers who browse, who only fill a cart and who buy; in addition, one staff member accepts orders and one browses pages. All share the
 * requests equally.
 */
const PEOPLE = { lookers: 6, leavers: 1, buyers: 1 } as const;
const STAFF_PAGES = ["/admin/orders", "/admin/", "/admin/customers", "/admin/product", "/admin/history"];

/** The file of all orders grows with the run. It is downloaded at most this often, until there are more orders than a file contains. */
const LARGE_FILE = { path: "/admin/orders/all.csv", everyMs: 60_000, tooLarge: 422 } as const;

/** Far more than a response takes, even on a busy machine. */
const LONGEST_MS = 60_000;

export interface Load {
  /** Number of responses by status; "cut" = none, or incomplete. */
  readonly answers: Map<number | "cut", number>;
  /** Requests with a cut response, except those of buyers. */
  readonly cutPaths: readonly string[];
  stop(): Promise<void>;
}

interface LoadOptions {
  readonly perSecond: number;
  readonly productIds: readonly number[];
  readonly categoryId: number;
  /** The session of an owner. */
  readonly cookie: string;
}

/** Starts mixed requests at a fixed rate per second, as long as the shop responds in time. */
export function startLoad(url: string, provider: ServedSimulator, dice: Dice, options: LoadOptions): Load {
  const { productIds, cookie } = options;
  const stopping = new AbortController();
  const pace = paceOf(options.perSecond);
  const buyers = startBuyers(url, provider, dice, {
    count: PEOPLE.buyers,
    productId: dice.pick(productIds),
    unfinished: [],
    note: () => undefined,
    goesOn: true,
    pace,
  });
  const { answers } = buyers;
  const cutPaths: string[] = [];

  /** The response body, read to its end within the time limit; null = no response, or the file would be too large. */
  async function ask(path: string, headers: Readonly<Record<string, string>>, body?: object): Promise<string | null> {
    await pace();
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const signal = AbortSignal.timeout(LONGEST_MS);
    try {
      const all = { "Content-Type": "application/json", ...headers };
      const answer = await fetch(url + path, { ...sent, headers: all, redirect: "manual", signal });
      const text = await answer.text();
      if (path === LARGE_FILE.path && answer.status === LARGE_FILE.tooLarge) return null;
      count(answer.status);
      return text;
    } catch {
      count("cut");
      cutPaths.push(path);
      return null;
    }
  }
  const count = (status: number | "cut") => void answers.set(status, (answers.get(status) ?? 0) + 1);

  const addressOf = () => ({ "X-Forwarded-For": `10.${[1, 2, 3].map(() => Math.floor(dice.next() * 256)).join(".")}` });
  const lookAround = async () => {
    const id = dice.pick(productIds);
    const paths = [
      "/",
      `/${options.categoryId}/products`,
      `/products/${id}`,
      "/cart",
      "/api/products",
      "/api/products?q=dish",
      "/api/cart",
      "/sitemap.xml",
    ];
    await ask(dice.pick(paths), addressOf());
  };
  const leaveCart = async () => {
    const body = { productId: dice.pick(productIds), quantity: 1, customizations: [], note: "" };
    await ask("/api/cart/items", addressOf(), body);
  };
  /** Accepts new orders. */
  const serve = async () => {
    const list = await ask("/admin/api/orders?status=received", { Cookie: cookie });
    const { orders = [] } = jsonOf<{ readonly orders: readonly { readonly id: string; readonly version: number }[] }>(list);
    for (const order of orders.slice(0, 10)) await answerOrder(order);
  };
  const lookAtStaffPage = async () => {
    await ask(dice.pick(STAFF_PAGES), { Cookie: cookie });
  };
  const download = async () => {
    let isWhole = true;
    while (isWhole && !stopping.signal.aborted) {
      isWhole = (await ask(LARGE_FILE.path, { Cookie: cookie })) !== null;
      await delay(LARGE_FILE.everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const answerOrder = async ({ id, version }: { readonly id: string; readonly version: number }) => {
    const act = async (name: string, body: object) => {
      const answer = await ask(`/admin/api/orders/${id}/${name}`, { Cookie: cookie, "Idempotency-Key": randomUUID() }, body);
      return jsonOf<{ readonly order: { readonly version: number } }>(answer);
    };
    if (dice.chance(5)) return void (await act("reject", { version, reason: "too_busy", text: "" }));
    const accepted = await act("accept", { version, minutes: 20 });
    const ready = accepted.order && (await act("ready", { version: accepted.order.version }));
    if (ready?.order !== undefined) await act("complete", { version: ready.order.version });
  };
  const repeat = async (one: () => Promise<void>) => {
    while (!stopping.signal.aborted) await one();
  };
  const people = [
    ...Array.from({ length: PEOPLE.lookers }, () => repeat(lookAround)),
    ...Array.from({ length: PEOPLE.leavers }, () => repeat(leaveCart)),
    repeat(serve),
    repeat(lookAtStaffPage),
    download(),
  ];
  return {
    answers,
    cutPaths,
    async stop() {
      stopping.abort();
      await Promise.all([...people, buyers.leave()]);
    },
  };
}

function jsonOf<Answer>(text: string | null): Partial<Answer> {
  try {
    return JSON.parse(text ?? "{}") as Partial<Answer>;
  } catch {
    return {};
  }
}

/** Limits the rate per second, one after the other; idle time is not made up for. */
function paceOf(perSecond: number): () => Promise<void> {
  let next = performance.now();
  return async () => {
    const now = performance.now();
    next = Math.max(next + 1000 / perSecond, now - 1000);
    if (next > now) await new Promise((resolve) => setTimeout(resolve, next - now));
  };
}
