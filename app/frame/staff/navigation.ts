import {
  BadgePercentIcon,
  BikeIcon,
  CalculatorIcon,
  ChefHatIcon,
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
  ShieldCheckIcon,
  SlidersHorizontalIcon,
  UsersIcon,
  StarIcon,
  TicketPercentIcon,
  WebhookIcon,
  type LucideIcon,
} from "lucide-react";
import { ACCOUNT_PATH, canOpen, KITCHEN_PAGE, KITCHEN_SCREEN, type Visitor } from "#app/staff/domain/permissions.ts";
import { SECTIONS, type Section } from "#app/staff/domain/sections.ts";

const ICONS: Readonly<Record<(typeof SECTIONS)[number]["icon"], LucideIcon>> = {
  bike: BikeIcon,
  "bottom-panel": PanelBottomIcon,
  calculator: CalculatorIcon,
  checklist: ListChecksIcon,
  contact: ContactIcon,
  dashboard: LayoutDashboardIcon,
  history: HistoryIcon,
  images: ImagesIcon,
  key: KeyRoundIcon,
  mail: MailIcon,
  package: PackageIcon,
  percent: BadgePercentIcon,
  printer: PrinterIcon,
  receipt: ReceiptTextIcon,
  settings: SettingsIcon,
  shield: ShieldCheckIcon,
  sliders: SlidersHorizontalIcon,
  star: StarIcon,
  text: FileTextIcon,
  ticket: TicketPercentIcon,
  "top-panel": PanelTopIcon,
  tree: FolderTreeIcon,
  users: UsersIcon,
  webhook: WebhookIcon,
};

export type AdminSection = Omit<Section, "icon"> & { readonly icon: LucideIcon };

/** The sections of the staff area, in the order of the rail. */
export const ADMIN_SECTIONS: readonly AdminSection[] = SECTIONS.map((section) => ({ ...section, icon: ICONS[section.icon] }));

/** The kitchen screen, for users without access to the orders. */
const KITCHEN: AdminSection = {
  name: "orders/accepted",
  path: KITCHEN_SCREEN,
  label: "Kitchen",
  group: "Orders",
  icon: ChefHatIcon,
  key: "q",
  roles: ["kitchen"],
};

/** The sections this visitor may open. */
export function sectionsFor(visitor: Visitor): readonly AdminSection[] {
  const sections = ADMIN_SECTIONS.filter((section) => canOpen(section.path, visitor));
  return canOpen(KITCHEN_PAGE, visitor) && !canOpen("/admin/orders", visitor) ? [KITCHEN, ...sections] : sections;
}

/** The section of a path: the longest matching prefix, so that the outbox is not "Orders". */
export function sectionOf(pathname: string, sections: readonly AdminSection[]): AdminSection | undefined {
  const path = pathname.replace(/\/+$/, "").toLowerCase();
  // These belong to no section, although their paths are below the orders.
  if (path === ACCOUNT_PATH || path === "/admin/orders/guide") return undefined;
  return sections
    .filter((section) => path === section.path || (section.path !== "/admin" && path.startsWith(`${section.path}/`)))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}
