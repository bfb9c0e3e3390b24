import {
  BadgePercentIcon,
  CalculatorIcon,
  ContactIcon,
  FileTextIcon,
  FolderTreeIcon,
  HistoryIcon,
  ImagesIcon,
  KeyRoundIcon,
  LayoutDashboardIcon,
  ListChecksIcon,
  MailIcon,
  PackageIcon,
  PanelBottomIcon,
  PanelTopIcon,
  PrinterIcon,
  ReceiptTextIcon,
  SettingsIcon,
  SlidersHorizontalIcon,
  UsersIcon,
  StarIcon,
  TicketPercentIcon,
  WebhookIcon,
  type LucideIcon,
} from "lucide-react";
import { ACCOUNT_PATH, canOpen, type Visitor } from "#app/staff/domain/permissions.ts";

/** What may stand as a number beside a section. */
export interface NavCounts {
  readonly newOrders: number;
  readonly failedMails: number;
  readonly waitingReviews: number;
}

export interface AdminSection {
  readonly path: string;
  readonly label: string;
  /** The heading it is listed under; null = first, without one. */
  readonly group: "Orders" | "Menu" | "Marketing" | "Content" | "Shop" | null;
  readonly icon: LucideIcon;
  /** Pressed after G. */
  readonly key: string;
  /** Other words that find it in the command palette. */
  readonly keywords?: string;
  readonly count?: keyof NavCounts;
  /** What the number counts, for screen readers: "3 new". */
  readonly countLabel?: string;
}

const SETTING_KEYWORDS =
  "tax tip currency opening hours holiday closed delivery pickup payment stripe sendgrid mail export import configuration name address phone time zone";

/** The sections of the staff area, in the order of the rail. A new admin page is one line here; who sees it follows from its path. */
export const ADMIN_SECTIONS: readonly AdminSection[] = [
  { path: "/admin", label: "Dashboard", group: null, icon: LayoutDashboardIcon, key: "d", keywords: "reports sales figures" },
  {
    path: "/admin/orders",
    label: "Orders",
    group: "Orders",
    icon: ReceiptTextIcon,
    key: "o",
    keywords: "kitchen refund",
    count: "newOrders",
    countLabel: "new",
  },
  {
    path: "/admin/customers",
    label: "Customers",
    group: "Orders",
    icon: ContactIcon,
    key: "l",
    keywords: "guests people regulars blocked allergies notes",
  },
  {
    path: "/admin/orders/outbox",
    label: "Email log",
    group: "Orders",
    icon: MailIcon,
    key: "m",
    keywords: "emails",
    count: "failedMails",
    countLabel: "failed",
  },
  {
    path: "/admin/end-of-day",
    label: "End of day",
    group: "Orders",
    icon: CalculatorIcon,
    key: "y",
    keywords: "close cash drawer closing report bookkeeper tax journal export",
  },
  {
    path: "/admin/product",
    label: "Products",
    group: "Menu",
    icon: PackageIcon,
    key: "p",
    keywords: "items prices stock sold out import export",
  },
  { path: "/admin/category", label: "Categories", group: "Menu", icon: FolderTreeIcon, key: "c" },
  {
    path: "/admin/customization-templates",
    label: "Customization templates",
    group: "Menu",
    icon: SlidersHorizontalIcon,
    key: "t",
    keywords: "options choices modifiers sizes extras",
  },
  {
    path: "/admin/promotions",
    label: "Promotions",
    group: "Marketing",
    icon: BadgePercentIcon,
    key: "f",
    keywords: "discounts offers sale happy hour",
  },
  { path: "/admin/coupon-sets", label: "Coupon sets", group: "Marketing", icon: TicketPercentIcon, key: "k", keywords: "codes vouchers" },
  {
    path: "/admin/reviews",
    label: "Reviews",
    group: "Marketing",
    icon: StarIcon,
    key: "r",
    count: "waitingReviews",
    countLabel: "waiting",
  },
  { path: "/admin/cms", label: "Pages", group: "Content", icon: FileTextIcon, key: "e", keywords: "home page about text" },
  { path: "/admin/media-management", label: "Media", group: "Content", icon: ImagesIcon, key: "i", keywords: "pictures images photos" },
  { path: "/admin/menu-builder", label: "Top menu", group: "Content", icon: PanelTopIcon, key: "n", keywords: "navigation links" },
  {
    path: "/admin/footer-menu-builder",
    label: "Footer menu",
    group: "Content",
    icon: PanelBottomIcon,
    key: "b",
    keywords: "navigation links",
  },
  {
    path: "/admin/setup",
    label: "Setup",
    group: "Shop",
    icon: ListChecksIcon,
    key: "w",
    keywords: "start open shop opening soon step guide demo remove reset",
  },
  { path: "/admin/site-settings", label: "Site settings", group: "Shop", icon: SettingsIcon, key: "s", keywords: SETTING_KEYWORDS },
  { path: "/admin/users", label: "Staff", group: "Shop", icon: UsersIcon, key: "u", keywords: "users accounts roles passwords" },
  {
    path: "/admin/api-tokens",
    label: "API tokens",
    group: "Shop",
    icon: KeyRoundIcon,
    key: "v",
    keywords: "programs integrations keys calls developers openapi",
  },
  {
    path: "/admin/webhooks",
    label: "Webhooks",
    group: "Shop",
    icon: WebhookIcon,
    key: "j",
    keywords: "programs integrations notifications developers events",
  },
  { path: "/admin/printers", label: "Printers", group: "Shop", icon: PrinterIcon, key: "x", keywords: "kitchen tickets receipts" },
  { path: "/admin/history", label: "History", group: "Shop", icon: HistoryIcon, key: "h", keywords: "audit log changes undo" },
];

/** The sections this visitor may open. */
export function sectionsFor(visitor: Visitor): readonly AdminSection[] {
  return ADMIN_SECTIONS.filter((section) => canOpen(section.path, visitor));
}

/** The section a path belongs to: the one with the longest matching beginning, so that the outbox is not "Orders". */
export function sectionOf(pathname: string, sections: readonly AdminSection[]): AdminSection | undefined {
  const path = pathname.replace(/\/+$/, "").toLowerCase();
  // Of no section, though they lie below the orders.
  if (path === ACCOUNT_PATH || path === "/admin/orders/guide") return undefined;
  return sections
    .filter((section) => path === section.path || (section.path !== "/admin" && path.startsWith(`${section.path}/`)))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}
