export const ROLES = ["super-admin", "manager", "order-admin", "menu-editor", "bookkeeper", "kitchen", "courier"] as const;
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
  courier: {
    label: "Courier",
    opens: "Today's deliveries: address, telephone, cash to collect, and “delivered”. Only their own deliveries.",
  },
};

/** A staff user. `roles` may contain unknown names. */
export interface StaffUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  /** Permissions of the user's custom roles; left out = none. */
  readonly permissions?: readonly string[];
  /** The shop requires two factors, and this session was opened with one: only the user's own account is open, to set up the second. */
  readonly needsSecondFactor?: boolean;
  /** For a program whose token lacks the scope: it refunds nothing, whatever its role allows. */
  readonly mayReturnMoney?: false;
  /** The program's API token, which gives no manual discount, whatever its role allows; left out for users. */
  readonly tokenId?: number;
}

/** A custom role, by its name in accounts and filters. */
export interface OwnRole {
  readonly id: number;
  readonly name: string;
  readonly permissions: readonly string[];
}

/** "own-12": the name of a custom role in accounts. */
export function ownRoleName(id: number): string {
  return `own-${id}`;
}

/** 12 of "own-12"; null for another text. */
export function ownRoleId(name: string): number | null {
  const digits = /^own-([1-9]\d{0,8})$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** "Administrator, Orders, Weekend shift"; "No role" without a known one. */
export function roleWords(roles: readonly string[], own: readonly Pick<OwnRole, "id" | "name">[] = []): string {
  const labels = [
    ...ROLES.filter((role) => roles.includes(role)).map((role) => ROLE_WORDS[role].label),
    ...own.filter(({ id }) => roles.includes(ownRoleName(id))).map(({ name }) => name),
  ];
  return labels.length === 0 ? "No role" : labels.join(", ");
}
