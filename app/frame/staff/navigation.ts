import {
  BadgePercentIcon,
  FileTextIcon,
  FolderTreeIcon,
  HistoryIcon,
  ImagesIcon,
  LayoutDashboardIcon,
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
  type LucideIcon,
} from "lucide-react";
import { canOpen, type Visitor } from "#app/staff/domain/permissions.ts";

/** What may stand as a number beside a section. */
export interface NavCounts {
  readonly newOrders: number;
  readonly failedMails: number;
  readonly waitingReviews: number;
}

export interface AdminSection {
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Pressed after G. */
  readonly key: string;
  readonly count?: keyof NavCounts;
  /** What the number counts, for screen readers: "3 new". */
  readonly countLabel?: string;
}

/** The sections of the staff area, in the order of the rail. A new admin page is one line here; who sees it follows from its path. */
export const ADMIN_SECTIONS: readonly AdminSection[] = [
  { path: "/admin", label: "Dashboard", icon: LayoutDashboardIcon, key: "d" },
  { path: "/admin/orders", label: "Orders", icon: ReceiptTextIcon, key: "o", count: "newOrders", countLabel: "new" },
  { path: "/admin/orders/outbox", label: "Mail outbox", icon: MailIcon, key: "m", count: "failedMails", countLabel: "failed" },
  { path: "/admin/product", label: "Products", icon: PackageIcon, key: "p" },
  { path: "/admin/category", label: "Categories", icon: FolderTreeIcon, key: "c" },
  { path: "/admin/customization-templates", label: "Customization templates", icon: SlidersHorizontalIcon, key: "t" },
  { path: "/admin/promotions", label: "Promotions", icon: BadgePercentIcon, key: "f" },
  { path: "/admin/coupon-sets", label: "Coupon sets", icon: TicketPercentIcon, key: "k" },
  { path: "/admin/media-management", label: "Media", icon: ImagesIcon, key: "i" },
  { path: "/admin/cms", label: "Pages", icon: FileTextIcon, key: "e" },
  { path: "/admin/users", label: "Staff", icon: UsersIcon, key: "u" },
  { path: "/admin/reviews", label: "Reviews", icon: StarIcon, key: "r", count: "waitingReviews", countLabel: "waiting" },
  { path: "/admin/printers", label: "Printers", icon: PrinterIcon, key: "x" },
  { path: "/admin/history", label: "History", icon: HistoryIcon, key: "h" },
  { path: "/admin/menu-builder", label: "Top menu", icon: PanelTopIcon, key: "n" },
  { path: "/admin/footer-menu-builder", label: "Footer menu", icon: PanelBottomIcon, key: "b" },
  { path: "/admin/site-settings", label: "Site settings", icon: SettingsIcon, key: "s" },
];

/** The sections this visitor may open. */
export function sectionsFor(visitor: Visitor): readonly AdminSection[] {
  return ADMIN_SECTIONS.filter((section) => canOpen(section.path, visitor));
}

/** Of no section, though everybody with a role may open it: it lies below the orders because all of them may. */
export const ACCOUNT_PATH = "/admin/orders/account";

/** The section a path belongs to: the one with the longest matching beginning, so that the outbox is not "Orders". */
export function sectionOf(pathname: string, sections: readonly AdminSection[]): AdminSection | undefined {
  const path = pathname.replace(/\/+$/, "").toLowerCase();
  if (path === ACCOUNT_PATH) return undefined;
  return sections
    .filter((section) => path === section.path || (section.path !== "/admin" && path.startsWith(`${section.path}/`)))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}
