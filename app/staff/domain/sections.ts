import type { Role } from "./user.ts";

/** Numbers shown next to sections. */
export interface NavCounts {
  readonly newOrders: number;
  readonly failedMails: number;
  readonly waitingReviews: number;
}

/** Kind of history entries about the records of a section. */
interface HistoryKind {
  /** The stored kind: "category". Never change one. */
  readonly kind: string;
  /** The label in the history's filter; default: the section's label. */
  readonly label?: string;
  /** The record's page below the section: "edit/:id". Without it the history does not link to records. */
  readonly page?: string;
}

/** The section's table, for the tests that check every table and fill pages with records. */
interface SectionTable {
  readonly name: string;
  /** All its text, JSON and byte columns, if none holds personal data of customers; other tables: personal-data.server.ts. */
  readonly texts: string;
  /** Whether cached shop pages show it (server/page-cache/page-tables.db.test.ts). */
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
  /** The icon's name in app/frame/staff/navigation.ts. */
  readonly icon: Icon;
  /** Keyboard shortcut after G. */
  readonly key: string;
  /** Synonyms for the command palette. */
  readonly keywords?: string;
  readonly count?: keyof NavCounts;
  /** The noun of the count, for screen readers: "3 new". */
  readonly countLabel?: string;
  /** Roles that open it, besides administrators (docs/rules/roles.md). */
  readonly roles: readonly Exclude<Role, "super-admin">[];
  /** A description for sections that custom roles may open; left out = administrators only. */
  readonly opens?: string;
  readonly history?: readonly HistoryKind[];
  /**
   * For sections with the standard pages (list, add, edit and delete): the text of the shared delete page; null = the section has its own
   * delete.tsx.
   */
  readonly deletion?: string | null;
  readonly table?: SectionTable;
}

export function defineSection<const Icon extends string>(
  name: string,
  label: string,
  rest: Omit<Section<Icon>, "name" | "label" | "path">,
): Section<Icon> {
  return { ...rest, name, label, path: name === "" ? "/admin" : `/admin/${name}` };
}

/** Headings with the roles that open most of their sections. */
const ORDERS = { group: "Orders", roles: ["manager", "order-admin"] } as const;
const MENU = { group: "Menu", roles: ["manager", "menu-editor"] } as const;
const MARKETING = { group: "Marketing", roles: ["manager"] } as const;
const CONTENT = { group: "Content", roles: ["manager"] } as const;
const SHOP = { group: "Shop", roles: [] } as const;
const FIGURES = ["manager", "bookkeeper"] as const;

/** All sections, in the order of the navigation. */
export const SECTIONS = [
  defineSection("", "Dashboard", {
    group: null,
    roles: FIGURES,
    opens: "Sales figures, charts and their files.",
    icon: "dashboard",
    key: "d",
    keywords: "reports sales figures",
  }),
  defineSection("orders", "Orders", {
    ...ORDERS,
    opens: "Accept, change and hand over orders; live controls, kitchen and email log.",
    icon: "receipt",
    key: "o",
    keywords: "kitchen refund",
    count: "newOrders",
    countLabel: "new",
    history: [{ kind: "order", page: ":id" }],
  }),
  defineSection("orders/deliveries", "Deliveries", {
    group: "Orders",
    roles: ["manager", "order-admin", "courier"],
    opens: "Today's deliveries: take them, see address, telephone and cash to collect, mark them delivered. Only their own deliveries.",
    icon: "bike",
    key: "z",
    keywords: "courier driver delivery address cash",
  }),
  defineSection("customers", "Customers", {
    ...ORDERS,
    opens: "Search, read, change and export customers.",
    icon: "contact",
    key: "l",
    keywords: "guests people regulars blocked allergies notes",
    history: [{ kind: "customer", page: ":id" }],
  }),
  defineSection("orders/outbox", "Email log", {
    ...ORDERS,
    icon: "mail",
    key: "m",
    keywords: "emails",
    count: "failedMails",
    countLabel: "failed",
  }),
  defineSection("end-of-day", "End of day", {
    ...ORDERS,
    roles: FIGURES,
    opens: "Read closed days and download the files for the accounts.",
    icon: "calculator",
    key: "y",
    keywords: "close cash drawer closing report bookkeeper tax journal export",
    history: [{ kind: "day", page: ":id" }],
  }),
  defineSection("product", "Products", {
    ...MENU,
    opens: "Change, import and export products, prices and stock.",
    icon: "package",
    key: "p",
    keywords: "items prices stock sold out import export",
    history: [
      { kind: "product", page: "edit/:id" },
      { kind: "import", label: "Imports", page: "import/:id" },
    ],
    deletion: null,
  }),
  defineSection("category", "Categories", {
    ...MENU,
    opens: "Change categories and their order.",
    icon: "tree",
    key: "c",
    history: [{ kind: "category", page: "edit/:id" }],
    deletion: null,
  }),
  defineSection("customization-templates", "Customization templates", {
    ...MENU,
    opens: "Change the questions that several products share.",
    icon: "sliders",
    key: "t",
    keywords: "options choices modifiers sizes extras",
    history: [{ kind: "customization-template", page: "edit/:id" }],
    deletion: null,
  }),
  defineSection("promotions", "Promotions", {
    ...MARKETING,
    opens: "Change offers. Choosing products also takes “Products”.",
    icon: "percent",
    key: "f",
    keywords: "discounts offers sale happy hour",
    history: [{ kind: "promotion", page: "edit/:id" }],
    deletion: "No order has used it. Undo brings it back.",
  }),
  defineSection("coupon-sets", "Coupon sets", {
    ...MARKETING,
    opens: "Create, print and revoke coupon codes.",
    icon: "ticket",
    key: "k",
    keywords: "codes vouchers",
    history: [{ kind: "coupon-set", page: ":id" }],
  }),
  defineSection("reviews", "Reviews", {
    ...MARKETING,
    opens: "Approve, hide and answer reviews.",
    icon: "star",
    key: "r",
    count: "waitingReviews",
    countLabel: "waiting",
    history: [{ kind: "review", page: ":id/edit" }],
  }),
  defineSection("cms", "Pages", {
    ...CONTENT,
    opens: "Write and publish pages and the home page.",
    icon: "text",
    key: "e",
    keywords: "home page about text",
    history: [{ kind: "page", page: "page/:id" }],
  }),
  defineSection("media-management", "Media", {
    ...CONTENT,
    roles: MENU.roles,
    opens: "Upload, replace and remove pictures.",
    icon: "images",
    key: "i",
    keywords: "pictures images photos",
    history: [{ kind: "media", page: "edit/:id" }],
  }),
  defineSection("menu-builder", "Top menu", {
    ...CONTENT,
    opens: "Change the menu at the top of the shop.",
    icon: "top-panel",
    key: "n",
    keywords: "navigation links",
    history: [{ kind: "menu", label: "Menus" }],
  }),
  defineSection("footer-menu-builder", "Footer menu", {
    ...CONTENT,
    opens: "Change the menu at the bottom of the shop.",
    icon: "bottom-panel",
    key: "b",
    keywords: "navigation links",
  }),
  defineSection("setup", "Setup", {
    ...SHOP,
    icon: "checklist",
    key: "w",
    keywords: "start open shop opening soon step guide demo remove reset",
  }),
  defineSection("site-settings", "Site settings", {
    ...SHOP,
    icon: "settings",
    key: "s",
    keywords:
      "tax tip currency opening hours holiday closed delivery pickup payment stripe sendgrid mail export import configuration name address phone time zone",
    history: [{ kind: "settings" }, { kind: "configuration", label: "Configuration files" }],
  }),
  defineSection("users", "Staff", {
    ...SHOP,
    icon: "users",
    key: "u",
    keywords: "users accounts roles passwords",
    history: [{ kind: "user", label: "Users", page: "edit/:id" }],
    deletion: null,
  }),
  defineSection("roles", "Roles", {
    ...SHOP,
    icon: "shield",
    key: "a",
    keywords: "permissions rights access staff",
    history: [{ kind: "role", page: "edit/:id" }],
    deletion: "No account has it. Undo brings it back.",
    table: { name: "staff_roles", texts: "name permissions", isShown: false },
  }),
  defineSection("api-tokens", "API tokens", {
    ...SHOP,
    icon: "key",
    key: "v",
    keywords: "programs integrations keys calls developers openapi",
    history: [{ kind: "api-token", page: ":id" }],
  }),
  defineSection("webhooks", "Webhooks", {
    ...SHOP,
    icon: "webhook",
    key: "j",
    keywords: "programs integrations notifications developers events",
    history: [{ kind: "webhook", page: "edit/:id" }],
    deletion: null,
  }),
  defineSection("printers", "Printers", {
    ...SHOP,
    icon: "printer",
    key: "x",
    keywords: "kitchen tickets receipts",
    history: [{ kind: "printer", page: "edit/:id" }],
    deletion: "Tickets that wait for it are not printed.",
    table: { name: "printers", texts: "name host station", isShown: false },
  }),
  defineSection("history", "History", { ...SHOP, icon: "history", key: "h", keywords: "audit log changes undo" }),
];

/** The kinds of history entries with the path of their section and, if records have pages, its pattern. */
export const SECTION_KINDS = SECTIONS.flatMap(({ path, label, history = [] }) =>
  history.map(({ kind, page, ...own }) => ({ kind, label: own.label ?? label, path, page: page === undefined ? null : `${path}/${page}` })),
);
