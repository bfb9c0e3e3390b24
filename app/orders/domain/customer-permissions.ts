import { hasRole, type Visitor } from "#app/staff/domain/permissions.ts";

/** Acts on customers beyond reading, changing and exporting, which are open to all who may open the customers (docs/rules/roles.md). */
export type CustomerAct = "merge" | "erase";

/** Only administrators merge, because only they can undo; only they erase, because no one can undo it. */
const ROLES = { merge: "super-admin", erase: "super-admin" } as const;

export function mayActOnCustomer(act: CustomerAct, user: Visitor): boolean {
  return hasRole(user, ROLES[act]);
}
