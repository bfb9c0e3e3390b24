export const ROLES = ["super-admin", "manager", "order-admin", "menu-editor", "bookkeeper", "kitchen"] as const;
export type Role = (typeof ROLES)[number];

/** Role labels and what they open (docs/rules/roles.md). */
export const ROLE_WORDS: Readonly<Record<Role, { readonly label: string; readonly opens: string }>> = {
  "super-admin": { label: "Administrator", opens: "Everything: menu, prices, settings, staff, refunds." },
  manager: {
    label: "Manager",
    opens: "Orders and refunds, menu, marketing, content, figures and end of day. Not settings, staff or programs.",
  },
  "order-admin": { label: "Orders", opens: "Orders, kitchen and email log; pausing and selling out. Nothing else." },
  "menu-editor": { label: "Menu editor", opens: "Products, categories, customization templates and pictures." },
  bookkeeper: { label: "Bookkeeper", opens: "Figures, closed days and files for the accounts. Changes nothing." },
  kitchen: { label: "Kitchen", opens: "The kitchen screen: orders to make, and “ready”. No prices, addresses or other pages." },
};

/** A staff user. `roles` may contain unknown names. */
export interface StaffUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  /** The shop requires two factors, and this session was opened with one: only the own account is open, to set up the second. */
  readonly needsSecondFactor?: boolean;
}

/** "Administrator, Orders"; "No role" without a known one. */
export function roleWords(roles: readonly string[]): string {
  const known = ROLES.filter((role) => roles.includes(role));
  return known.length === 0 ? "No role" : known.map((role) => ROLE_WORDS[role].label).join(", ");
}
