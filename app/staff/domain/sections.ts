import type { Role } from "./user.ts";

/** Numbers shown next to sections. */
export interface NavCounts {
  readonly newOrders: number;
  readonly failedMails: number;
  readonly waitingReviews: number;
}

/** Kind of history entries about the records of a section. */
interface HistoryKind {
  /** As the history stores it: "category". Never change one. */
  readonly kind: string;
  /** In the history's filter; default: the section's label. */
  readonly label?: string;
  /** The record's page below the section: "edit/:id". Without it the history does not link to records. */
  readonly page?: string;
}

/** The section's table, for the tests that decide about each table and fill pages with records. */
interface SectionTable {
  readonly name: string;
  /** All its text, JSON and byte columns, if none holds personal data of customers; other tables: personal-data.server.ts. */
  readonly texts: string;
  /** Whether cached pages of the shop show it (server/page-cache/page-tables.db.test.ts). */
  readonly isShown: boolean;
}

/** A section of the staff area: plain data for browser and server. Routes, permissions, navigation, history and tests derive from it. */
export interface Section<Icon extends string = string> {
  /** Its path below /admin, and its folder in app/routes/admin/; "" = the dashboard. */
  readonly name: string;
  readonly path: string;
  readonly label: string;
  /** The heading it is listed under; null = first, without one. */
  readonly group: "Orders" | "Menu" | "Marketing" | "Content" | "Shop" | null;
  /** A name in app/frame/staff/navigation.ts. */
  readonly icon: Icon;
  /** Pressed after G. */
  readonly key: string;
  /** Other words that find it in the command palette. */
  readonly keywords?: string;
  readonly count?: keyof NavCounts;
  /** What the number counts, for screen readers: "3 new". */
  readonly countLabel?: string;
  /** Roles that open it, besides administrators (docs/rules/roles.md). */
  readonly roles: readonly Exclude<Role, "super-admin">[];
  readonly history?: readonly HistoryKind[];
  /** What the shared delete page says. With it, the section has the standard pages: list, add, edit and delete. */
  readonly deletion?: string;
  readonly table?: SectionTable;
}

export function defineSection<const Icon extends string>(section: Omit<Section<Icon>, "path">): Section<Icon> {
  return { ...section, path: section.name === "" ? "/admin" : `/admin/${section.name}` };
}

const LEAD = ["manager"] as const;
const COUNTER = ["manager", "order-admin"] as const;
const MENU = ["manager", "menu-editor"] as const;
const FIGURES = ["manager", "bookkeeper"] as const;
const ADMINISTRATORS_ONLY = [] as const;

/** All sections, in the order of the navigation. */
export const SECTIONS = [
  defineSection({
    name: "",
    label: "Dashboard",
    group: null,
    icon: "dashboard",
    key: "d",
    keywords: "reports sales figures",
    roles: FIGURES,
  }),
  defineSection({
    name: "orders",
    label: "Orders",
    group: "Orders",
    icon: "receipt",
    key: "o",
    keywords: "kitchen refund",
    count: "newOrders",
    countLabel: "new",
    roles: COUNTER,
    history: [{ kind: "order", page: ":id" }],
  }),
  defineSection({
    name: "customers",
    label: "Customers",
    group: "Orders",
    icon: "contact",
    key: "l",
    keywords: "guests people regulars blocked allergies notes",
    roles: COUNTER,
    history: [{ kind: "customer", page: ":id" }],
  }),
  defineSection({
    name: "orders/outbox",
    label: "Email log",
    group: "Orders",
    icon: "mail",
    key: "m",
    keywords: "emails",
    count: "failedMails",
    countLabel: "failed",
    roles: COUNTER,
  }),
  defineSection({
    name: "end-of-day",
    label: "End of day",
    group: "Orders",
    icon: "calculator",
    key: "y",
    keywords: "close cash drawer closing report bookkeeper tax journal export",
    roles: FIGURES,
    history: [{ kind: "day", page: ":id" }],
  }),
  defineSection({
    name: "product",
    label: "Products",
    group: "Menu",
    icon: "package",
    key: "p",
    keywords: "items prices stock sold out import export",
    roles: MENU,
    history: [
      { kind: "product", page: "edit/:id" },
      { kind: "import", label: "Imports", page: "import/:id" },
    ],
  }),
  defineSection({
    name: "category",
    label: "Categories",
    group: "Menu",
    icon: "tree",
    key: "c",
    roles: MENU,
    history: [{ kind: "category", page: "edit/:id" }],
  }),
  defineSection({
    name: "customization-templates",
    label: "Customization templates",
    group: "Menu",
    icon: "sliders",
    key: "t",
    keywords: "options choices modifiers sizes extras",
    roles: MENU,
    history: [{ kind: "customization-template", page: "edit/:id" }],
  }),
  defineSection({
    name: "promotions",
    label: "Promotions",
    group: "Marketing",
    icon: "percent",
    key: "f",
    keywords: "discounts offers sale happy hour",
    roles: LEAD,
    history: [{ kind: "promotion", page: "edit/:id" }],
    deletion: "No order has used it. Undo brings it back.",
  }),
  defineSection({
    name: "coupon-sets",
    label: "Coupon sets",
    group: "Marketing",
    icon: "ticket",
    key: "k",
    keywords: "codes vouchers",
    roles: LEAD,
    history: [{ kind: "coupon-set", page: ":id" }],
  }),
  defineSection({
    name: "reviews",
    label: "Reviews",
    group: "Marketing",
    icon: "star",
    key: "r",
    count: "waitingReviews",
    countLabel: "waiting",
    roles: LEAD,
    history: [{ kind: "review", page: ":id/edit" }],
  }),
  defineSection({
    name: "cms",
    label: "Pages",
    group: "Content",
    icon: "text",
    key: "e",
    keywords: "home page about text",
    roles: LEAD,
    history: [{ kind: "page", page: "page/:id" }],
  }),
  defineSection({
    name: "media-management",
    label: "Media",
    group: "Content",
    icon: "images",
    key: "i",
    keywords: "pictures images photos",
    roles: MENU,
    history: [{ kind: "media", page: "edit/:id" }],
  }),
  defineSection({
    name: "menu-builder",
    label: "Top menu",
    group: "Content",
    icon: "top-panel",
    key: "n",
    keywords: "navigation links",
    roles: LEAD,
    history: [{ kind: "menu", label: "Menus" }],
  }),
  defineSection({
    name: "footer-menu-builder",
    label: "Footer menu",
    group: "Content",
    icon: "bottom-panel",
    key: "b",
    keywords: "navigation links",
    roles: LEAD,
  }),
  defineSection({
    name: "setup",
    label: "Setup",
    group: "Shop",
    icon: "checklist",
    key: "w",
    keywords: "start open shop opening soon step guide demo remove reset",
    roles: ADMINISTRATORS_ONLY,
  }),
  defineSection({
    name: "site-settings",
    label: "Site settings",
    group: "Shop",
    icon: "settings",
    key: "s",
    keywords:
      "tax tip currency opening hours holiday closed delivery pickup payment stripe sendgrid mail export import configuration name address phone time zone",
    roles: ADMINISTRATORS_ONLY,
    history: [{ kind: "settings" }, { kind: "configuration", label: "Configuration files" }],
  }),
  defineSection({
    name: "users",
    label: "Staff",
    group: "Shop",
    icon: "users",
    key: "u",
    keywords: "users accounts roles passwords",
    roles: ADMINISTRATORS_ONLY,
    history: [{ kind: "user", label: "Users", page: "edit/:id" }],
  }),
  defineSection({
    name: "api-tokens",
    label: "API tokens",
    group: "Shop",
    icon: "key",
    key: "v",
    keywords: "programs integrations keys calls developers openapi",
    roles: ADMINISTRATORS_ONLY,
    history: [{ kind: "api-token" }],
  }),
  defineSection({
    name: "webhooks",
    label: "Webhooks",
    group: "Shop",
    icon: "webhook",
    key: "j",
    keywords: "programs integrations notifications developers events",
    roles: ADMINISTRATORS_ONLY,
    history: [{ kind: "webhook", page: "edit/:id" }],
  }),
  defineSection({
    name: "printers",
    label: "Printers",
    group: "Shop",
    icon: "printer",
    key: "x",
    keywords: "kitchen tickets receipts",
    roles: ADMINISTRATORS_ONLY,
    history: [{ kind: "printer", page: "edit/:id" }],
    deletion: "Tickets that wait for it are not printed.",
    table: { name: "printers", texts: "name host station", isShown: false },
  }),
  defineSection({
    name: "history",
    label: "History",
    group: "Shop",
    icon: "history",
    key: "h",
    keywords: "audit log changes undo",
    roles: ADMINISTRATORS_ONLY,
  }),
];

/** The kinds of history entries with the path of their section and, if records have pages, their pattern. */
export const SECTION_KINDS: readonly {
  readonly kind: string;
  readonly label: string;
  readonly path: string;
  readonly page: string | null;
}[] = SECTIONS.flatMap(({ path, label, history = [] }) =>
  history.map((each) => ({
    kind: each.kind,
    label: each.label ?? label,
    path,
    page: each.page === undefined ? null : `${path}/${each.page}`,
  })),
);
