export const ROLES = ["super-admin", "order-admin"] as const;
export type Role = (typeof ROLES)[number];

/** A member of staff as pages and guards see one. `roles` may hold names this version does not know. */
export interface StaffUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
}
