import { hasPermission, hasRole, type Visitor } from "#app/staff/domain/permissions.ts";

/** Acts on customers beyond reading, changing and exporting, which are open to all who may open the customers (docs/rules/roles.md). */
export type CustomerAct = "merge" | "erase";

/** Order staff do not merge, because they cannot undo; only administrators erase, because no one can undo it. */
export function mayActOnCustomer(act: CustomerAct, user: Visitor): boolean {
  return act === "merge" ? hasPermission(user, "merge-customers") : hasRole(user, "super-admin");
}
