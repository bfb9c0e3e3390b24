import { hasRole, type Visitor } from "#app/staff/domain/permissions.ts";
import type { Role } from "#app/staff/domain/user.ts";

/** Acts on customers beyond reading, changing and exporting, which are open to all who may open the customers (docs/rules/roles.md). */
export type CustomerAct = "merge" | "erase";

/** Order staff do not merge, because they cannot undo; only administrators erase, because no one can undo it. */
const ROLES: Readonly<Record<CustomerAct, readonly Role[]>> = { merge: ["super-admin", "manager"], erase: ["super-admin"] };

export function mayActOnCustomer(act: CustomerAct, user: Visitor): boolean {
  return ROLES[act].some((role) => hasRole(user, role));
}
