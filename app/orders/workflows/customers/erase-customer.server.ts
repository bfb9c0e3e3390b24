import { customerRecords } from "#app/orders/data/customers/customer-records.server.ts";
import { isInactiveCustomer } from "#app/orders/data/customers/inactive-customers.server.ts";
import { erasePerson, listOpenDisputes, lockPerson, readErasureFacts, wasErased } from "#app/orders/data/customers/erase-person.server.ts";
import { findPerson } from "#app/orders/data/customers/person.server.ts";
import { ERASURE, refuseErasure } from "#app/orders/domain/customers/customer-erasure.ts";
import { mayActOnCustomer } from "#app/orders/domain/customers/customer-permissions.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { refreshDispute } from "#app/orders/workflows/money/refresh-dispute.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { contactKeys } from "./contact-keys.server.ts";

/** Functions that the surrounding program provides. */
export interface ErasureTools {
  /** Erases the payer of these payments from the records of the built-in simulator. */
  readonly erasePayer: (tx: Db, paymentIds: readonly string[]) => Promise<void>;
}

export type ErasureServices = Pick<WorkflowServices, "db" | "payments" | "now"> & { readonly erasure: ErasureTools };

export type Erasure =
  | { readonly kind: "erased"; readonly orders: number }
  | { readonly kind: "refused"; readonly problem: string }
  | { readonly kind: "already" | "missing" | "forbidden" };

/**
 * Erases a customer permanently, in one transaction. Orders keep lines and amounts; all personal data is erased. Carts, orders and the
 * customer are locked, so that the checks stay valid, and an order that arrives meanwhile creates a new customer.
 */
export async function eraseCustomer(services: ErasureServices, actor: StaffUser, id: number): Promise<Erasure> {
  if (!mayActOnCustomer("erase", actor)) return { kind: "forbidden" };
  return erase(services, id, { userId: actor.id, userName: actor.name }, async () => null);
}

/** The same, run automatically, unless the customer has ordered since then or must be kept (docs/rules/privacy.md). */
export async function eraseInactiveCustomer(services: ErasureServices, id: number, orderedBefore: Date): Promise<Erasure> {
  const whyNot = async (tx: Db) =>
    (await isInactiveCustomer(tx, id, orderedBefore)) ? null : "This customer has ordered again, or is to be kept.";
  return erase(services, id, { userId: null, userName: "Shop" }, whyNot);
}

/** `whyNot` runs under the locks. */
async function erase(
  services: ErasureServices,
  id: number,
  by: { readonly userId: number | null; readonly userName: string },
  whyNot: (tx: Db) => Promise<string | null>,
): Promise<Erasure> {
  const { db, erasure } = services;
  await refreshDisputes(services, id);
  const keysOf = contactKeys(await readSettings(db));
  return inTransaction(db, async (tx): Promise<Erasure> => {
    const lockedPerson = await findPerson(tx, id, keysOf);
    if (lockedPerson !== undefined) await lockPerson(tx, lockedPerson);
    await customerRecords.find(tx, [id], "lock");
    const person = await findPerson(tx, id, keysOf);
    if (person === undefined) return { kind: (await wasErased(tx, id)) ? "already" : "missing" };
    const isLocked = person.orderIds.every((orderId) => lockedPerson?.orderIds.includes(orderId) === true);
    if (!isLocked) return { kind: "refused", problem: "An order of this customer has just arrived. Look at it first." };
    const problem = (await whyNot(tx)) ?? refuseErasure(await readErasureFacts(tx, person));
    if (problem !== null) return { kind: "refused", problem };
    await erasePerson(tx, person);
    await erasure.erasePayer(tx, person.paymentIds);
    await recordAudit(tx, {
      ...by,
      action: ERASURE,
      subject: `customer ${id}`,
      subjectKind: customerRecords.kind,
      subjectIds: [id],
      after: { [id]: null },
    });
    return { kind: "erased", orders: person.orderIds.length };
  });
}

/** Outside the transaction, because it calls the provider. */
async function refreshDisputes(services: ErasureServices, id: number): Promise<void> {
  const { db } = services;
  const person = await findPerson(db, id, contactKeys(await readSettings(db)));
  if (person === undefined) return;
  // In parallel, so that an unresponsive provider costs its time limit only once.
  await Promise.all((await listOpenDisputes(db, person)).map((order) => refreshDispute(services, order)));
}

/** The facts for the confirmation page; undefined if there is no such customer. */
export async function previewErasure(services: ErasureServices, id: number) {
  const { db } = services;
  await refreshDisputes(services, id);
  const person = await findPerson(db, id, contactKeys(await readSettings(db)));
  const record = (await customerRecords.find(db, [id])).get(id);
  if (person === undefined || record === undefined) return undefined;
  return {
    name: record.value.name,
    orders: person.orderIds.length,
    reviews: person.reviewIds.length,
    problem: refuseErasure(await readErasureFacts(db, person)),
  };
}
