import { eq, sql } from "drizzle-orm";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { paymentProblems } from "#app/payments/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { openStaffPages } from "./staff-pages.ts";
import { storeOrder, type StoredOrder } from "./stored-orders.ts";

const AT = new Date("2026-11-20T22:15:00Z");

type Staff = ReturnType<typeof openStaffPages>;

/** A paged list of the staff area, and how to empty its last page. */
export interface Emptied {
  readonly file: string;
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Filters of the list under test. */
  readonly search?: string;
  /** Inserts two rows. */
  readonly fill: () => Promise<readonly (number | string)[]>;
  /** Removes one of them. */
  readonly remove: (id: number | string) => Promise<unknown>;
  /** The list's keys in the page's data; left out = `rows` and `total`. */
  readonly shown?: (data: never) => Shown;
}

interface Shown {
  readonly rows: readonly unknown[];
  readonly total: number;
}

/** A page whose data is the list. */
export const ofPage = ({ rows, total }: Shown): Shown => ({ rows, total });
const ofOrders = ({ orders: rows, total }: { readonly orders: readonly unknown[]; readonly total: number }): Shown => ({ rows, total });

/** The lists of orders, payments and emails; `load` gets a file below `app/routes/admin/`. */
export function orderLists(db: Db, staff: Staff, load: (file: string) => Promise<Parameters<Staff["post"]>[0]>): readonly Emptied[] {
  const twoOrders = async (changes: Partial<StoredOrder>) => [
    (await storeOrder(db, changes)).order.id,
    (await storeOrder(db, changes)).order.id,
  ];
  const setStatus = (id: number | string, status: StoredOrder["status"]) =>
    db
      .update(orders)
      .set({ status })
      .where(eq(orders.id, String(id)));
  return [
    {
      file: "orders/index.tsx",
      path: "/admin/orders",
      search: "status=received",
      fill: () => twoOrders({}),
      remove: (id) => setStatus(id, "accepted"),
      shown: ({ found }: { readonly found: never }) => ofOrders(found),
    },
    {
      file: "orders/accepted.tsx",
      path: "/admin/orders/accepted",
      search: "status=completed",
      fill: () => twoOrders({ status: "completed", paymentState: "captured" }),
      remove: (id) => setStatus(id, "cancelled"),
      shown: ({ rows }: { readonly rows: never }) => ofOrders(rows),
    },
    {
      file: "orders/rejected.tsx",
      path: "/admin/orders/rejected",
      search: "status=rejected",
      fill: () => twoOrders({ status: "rejected", paymentState: "voided" }),
      remove: (id) => setStatus(id, "received"),
      shown: ({ found }: { readonly found: never }) => ofOrders(found),
    },
    {
      file: "orders/problems.tsx",
      path: "/admin/orders/problems",
      fill: async () => {
        const problem = {
          kind: "amount_mismatch",
          amountCents: 1017,
          what: "Paid too little.",
          told: "We check it.",
          openedAt: AT,
        } as const;
        const made = await db
          .insert(paymentProblems)
          .values([
            { ...problem, intentId: "pi_1" },
            { ...problem, intentId: "pi_2" },
          ])
          .returning({ id: paymentProblems.id });
        return made.map(({ id }) => id);
      },
      remove: (id) =>
        db.execute(sql`update payment_problems set settled_at = now(), settled_by = 'Ana', settlement = 'Paid' where id = ${id}`),
    },
    {
      file: "orders/outbox/index.tsx",
      path: "/admin/orders/outbox",
      search: "status=failed",
      fill: async () => {
        const mail = { kind: "order_received", recipient: "ana@example.com", status: "failed" as const };
        const ids = [crypto.randomUUID(), crypto.randomUUID()];
        await db.insert(mailOutbox).values(ids.map((id) => ({ ...mail, id, dedupeKey: id })));
        return ids;
      },
      remove: async (id) =>
        staff.post(await load("orders/outbox/index.tsx"), "/admin/orders/outbox?status=failed&page=2", { selected: String(id) }),
      shown: ({ mails: rows, total }: { readonly mails: readonly unknown[]; readonly total: number }) => ({ rows, total }),
    },
  ];
}
