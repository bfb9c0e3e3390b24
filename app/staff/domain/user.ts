export const ROLES = ["super-admin", "order-admin"] as const;
export type Role = (typeof ROLES)[number];

/** What a role is called, and what it opens (docs/rules/roles.md). */
export const ROLE_WORDS: Readonly<Record<Role, { readonly label: string; readonly opens: string }>> = {
  "super-admin": { label: "Administrator", opens: "Everything: menu, prices, settings, staff, refunds." },
  "order-admin": { label: "Orders", opens: "Orders, kitchen and mail outbox; pausing and selling out. Nothing else." },
};

/** A member of staff as pages and guards see one. `roles` may hold names this version does not know. */
export interface StaffUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
}

/** "Administrator, Orders"; "No role" for none that this version knows. */
export function roleWords(roles: readonly string[]): string {
  const known = ROLES.filter((role) => roles.includes(role));
  return known.length === 0 ? "No role" : known.map((role) => ROLE_WORDS[role].label).join(", ");
}
