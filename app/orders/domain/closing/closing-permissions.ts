import { hasPermission, type Visitor } from "#app/staff/domain/permissions.ts";

/** Whether a user may close and reopen days; the bookkeeper only reads them (docs/rules/roles.md). */
export function mayCloseDays(user: Visitor): boolean {
  return hasPermission(user, "close-days");
}
