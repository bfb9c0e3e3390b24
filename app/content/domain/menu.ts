/** The two menus by the names in the API. */
export const MENU_NAMES = ["site_top_menu", "site_footer_menu"] as const;
export type MenuName = (typeof MENU_NAMES)[number];

/** Links to the products of a category. */
export interface CategoryItem {
  readonly id: string;
  readonly type: "category";
  readonly text: string;
  readonly categoryId: number;
}
/** Plain text without a link. */
interface TextItem {
  readonly id: string;
  readonly type: "text";
  readonly text: string;
}
/** `openInNewTab` applies to external links only; `open_in_new_tab` in the API. */
export interface LinkItem {
  readonly id: string;
  readonly type: "link";
  readonly text: string;
  readonly url: string;
  readonly openInNewTab: boolean;
}
export type MenuItem = CategoryItem | TextItem | LinkItem;

/** A top menu item; items can be nested. */
export type TopMenuItem = MenuItem & { readonly children: readonly TopMenuItem[] };
export type TopMenu = readonly TopMenuItem[];

export interface FooterColumn {
  readonly id: string;
  /** null = a column without title. */
  readonly title: string | null;
  readonly items: readonly MenuItem[];
}
export type FooterMenu = readonly FooterColumn[];

/** The contents of each menu. */
export interface MenuContents {
  readonly site_top_menu: TopMenu;
  readonly site_footer_menu: FooterMenu;
}

export type LinkTarget =
  | { readonly kind: "internal"; readonly to: string }
  | { readonly kind: "external"; readonly href: string; readonly newTab: boolean };

const EXTERNAL = /^(?:https?:\/\/|tel:|mailto:|\/\/|#)/i;

/**
 * The link rule: a URL that does not start with http(s)://, tel:, mailto:, // or # is a route of this shop.
 *
 * A route always gets exactly one leading slash. So anything else that looks like a scheme (`javascript:`, `data:`) becomes a path without
 * a page, never an executable link.
 */
export function linkTarget(url: string, openInNewTab = false): LinkTarget {
  // Browsers drop these characters inside a URL, so they must not hide its start.
  const plain = url.replace(/[\p{Cc}\p{Cs}]/gu, "").trim();
  if (EXTERNAL.test(plain)) {
    return { kind: "external", href: plain, newTab: openInNewTab };
  }
  return { kind: "internal", to: `/${plain.replace(/^[\s/\\]+/, "")}` };
}

/** The target of a menu item, or null for plain text. */
export function itemHref(item: MenuItem): LinkTarget | null {
  switch (item.type) {
    case "category":
      return { kind: "internal", to: `/${item.categoryId}/products` };
    case "link":
      return linkTarget(item.url, item.openInNewTab);
    case "text":
      return null;
  }
}
