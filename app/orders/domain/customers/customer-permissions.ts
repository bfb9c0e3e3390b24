import { hasPermission, hasRole, type Visitor } from "#app/staff/domain/permissions.ts";

/** Actions on customers beyond reading, changing and exporting, which are open to every user with access to customers (docs/rules/roles.md). */
export type CustomerAct = "merge" | "erase";

/** Order staff may not merge, because they cannot undo; only administrators erase, because it cannot be undone. */
export function mayActOnCustomer(act: CustomerAct, user: Visitor): boolean {
  return act === "merge" ? hasPermission(user, "merge-customers") : hasRole(user, "super-admin");
}
