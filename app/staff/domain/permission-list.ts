import { SECTIONS, type Section } from "./sections.ts";
import { ROLES, type Role } from "./user.ts";

/** A path of the staff area. */
export type StaffPath = `/admin/${string}`;

/** The page of accepted orders. Users with the kitchen permission see only its kitchen screen. */
export const KITCHEN_PAGE = "/admin/orders/accepted";
export const DELIVERIES_PAGE = "/admin/orders/deliveries";
export const KITCHEN_SCREEN = `${KITCHEN_PAGE}?view=kitchen` as const;

/**
 * A permission of a role. `pages` and `calls` are below /admin and /admin/api: an entry that ends in "/" includes everything below it, any
 * other matches exactly; "" = the dashboard.
 */
export interface Permission {
  /** The stored id. Never change one. */
  readonly id: string;
  /** The heading it is listed under. */
  readonly group: string;
  readonly label: string;
  /** A description in plain words. */
  readonly opens: string;
  /** The start page of a user with this permission. */
  readonly home: StaffPath;
  readonly pages: readonly string[];
  readonly calls: readonly string[];
  /** The permission that it extends, and without which it grants nothing. */
  readonly needs?: string;
}

const ORDER_CALLS = ["orders/", "poll-orders", "new-orders-count"];
const MEDIA_CALLS = ["search", "media/"];

/** Addresses that sections open besides the pages below their path. */
const SECTION_CALLS: Readonly<Record<string, readonly string[]>> = {
  orders: ORDER_CALLS,
  "orders/deliveries": ["new-orders-count"],
  customers: ["orders/search", "customers/"],
  product: [...MEDIA_CALLS, "records", "import", "products/"],
  category: [...MEDIA_CALLS, "records", "categories/"],
  "customization-templates": ["search", "records"],
  "media-management": MEDIA_CALLS,
  promotions: ["search", "promotions/"],
  "coupon-sets": ["search", "coupon-sets/"],
  reviews: ["search"],
  cms: MEDIA_CALLS,
  "menu-builder": ["search"],
  "footer-menu-builder": ["search"],
};

type Extra = Pick<Permission, "id" | "label" | "opens"> & Partial<Pick<Permission, "pages" | "calls" | "home">>;

/** Permissions that are not whole sections, after the section whose group they belong to. Those without pages add to that section. */
const EXTRAS: Readonly<Record<string, readonly Extra[]>> = {
  orders: [
    { id: "refunds", label: "Refunds", opens: "Return money, and cancel orders that were handed over." },
    { id: "discounts", label: "Discounts", opens: "Give a discount with a reason on orders by telephone and at the counter." },
    {
      id: "kitchen",
      label: "Kitchen",
      opens: "The kitchen screen alone: orders to make, and “ready”. No prices or addresses.",
      home: KITCHEN_SCREEN,
      pages: ["orders/accepted"],
      calls: ["new-orders-count"],
    },
  ],
  customers: [{ id: "merge-customers", label: "Merge customers", opens: "Join two records of one person." }],
  "end-of-day": [{ id: "close-days", label: "Close days", opens: "Count the cash, close a day and open it again." }],
};

/** Sections whose changes can be undone by users who may open them. */
const UNDONE_GROUPS: readonly Section["group"][] = ["Menu", "Marketing", "Content"];

function permissionsOf({ name, label, group, opens }: Section): readonly Permission[] {
  if (opens === undefined) return [];
  const heading = group ?? "Figures";
  const path: StaffPath = `/admin/${name}`;
  const undo = UNDONE_GROUPS.includes(group) ? ["undo"] : [];
  const own: Permission = {
    id: name === "" ? "figures" : name,
    group: heading,
    label,
    opens,
    home: path,
    pages: name === "" ? ["", "figures.csv"] : [`${name}/`, ...undo],
    calls: SECTION_CALLS[name] ?? [],
  };
  const extras = (EXTRAS[name] ?? []).map(({ home = path, pages = [], calls = [], ...extra }): Permission => {
    const needs = pages.length === 0 ? { needs: own.id } : {};
    return { ...extra, ...needs, group: heading, home, pages, calls };
  });
  return [own, ...extras];
}

/** The table of permissions, in the order of the navigation. Settings, staff, roles, programs, printers, setup and history are for administrators. */
export const PERMISSIONS: readonly Permission[] = SECTIONS.flatMap(permissionsOf);

/** The permissions with these ids; unknown ones, and those without the permission they extend, grant nothing. */
export function findPermissions(ids: readonly string[]): readonly Permission[] {
  return PERMISSIONS.filter(({ id, needs }) => ids.includes(id) && (needs === undefined || ids.includes(needs)));
}

type LimitedRole = Exclude<Role, "super-admin">;

const ROLE_EXTRAS: Readonly<Record<LimitedRole, readonly string[]>> = {
  manager: ["refunds", "discounts", "merge-customers", "close-days"],
  "order-admin": [],
  "menu-editor": [],
  bookkeeper: [],
  kitchen: ["kitchen"],
  courier: [],
};

function permissionsOfRole(role: LimitedRole): readonly Permission[] {
  const sections = SECTIONS.filter(({ roles }) => roles.includes(role)).map(({ name }) => (name === "" ? "figures" : name));
  return findPermissions([...sections, ...ROLE_EXTRAS[role]]);
}

/** The permissions of the built-in roles. Administrators have all, and everything else. */
export const ROLE_PERMISSIONS: Readonly<Record<LimitedRole, readonly Permission[]>> = {
  manager: permissionsOfRole("manager"),
  "order-admin": permissionsOfRole("order-admin"),
  "menu-editor": permissionsOfRole("menu-editor"),
  bookkeeper: permissionsOfRole("bookkeeper"),
  kitchen: permissionsOfRole("kitchen"),
  courier: permissionsOfRole("courier"),
};

/** The limited roles among these names, in the order of the table. */
export function limitedRoles(names: readonly string[]): readonly LimitedRole[] {
  return ROLES.flatMap((role) => (role !== "super-admin" && names.includes(role) ? [role] : []));
}
