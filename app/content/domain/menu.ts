/** The two menus by the names the calls use. */
export const MENU_NAMES = ["site_top_menu", "site_footer_menu"] as const;
export type MenuName = (typeof MENU_NAMES)[number];

/** Leads to the products of a category. */
export interface CategoryItem {
  readonly id: string;
  readonly type: "category";
  readonly text: string;
  readonly categoryId: number;
}
/** Plain text; leads nowhere. */
interface TextItem {
  readonly id: string;
  readonly type: "text";
  readonly text: string;
}
/** `openInNewTab` counts for external links only; `open_in_new_tab` on the wire. */
export interface LinkItem {
  readonly id: string;
  readonly type: "link";
  readonly text: string;
  readonly url: string;
  readonly openInNewTab: boolean;
}
export type MenuItem = CategoryItem | TextItem | LinkItem;

/** An item of the top menu; they nest. */
export type TopMenuItem = MenuItem & { readonly children: readonly TopMenuItem[] };
export type TopMenu = readonly TopMenuItem[];

export interface FooterColumn {
  readonly id: string;
  /** null = a column without title. */
  readonly title: string | null;
  readonly items: readonly MenuItem[];
}
export type FooterMenu = readonly FooterColumn[];

/** What each menu holds. */
export interface MenuContents {
  readonly site_top_menu: TopMenu;
  readonly site_footer_menu: FooterMenu;
}

export type LinkTarget =
  | { readonly kind: "internal"; readonly to: string }
  | { readonly kind: "external"; readonly href: string; readonly newTab: boolean };

const EXTERNAL = /^(?:https?:\/\/|tel:|mailto:|\/\/|#)/i;

/**
 * The link rule: a URL that does not begin with http(s)://, tel:, mailto:, // or # is a route of this shop.
 *
 * A route always comes out with exactly one slash in front. So anything else that looks like a scheme (`javascript:`, `data:`)
 * becomes a path that no page has, never a link that runs.
 */
export function linkTarget(url: string, openInNewTab = false): LinkTarget {
  // Browsers drop these characters inside a URL, so they must not hide what it begins with.
  const plain = url.replace(/[\p{Cc}\p{Cs}]/gu, "").trim();
  if (EXTERNAL.test(plain)) {
    return { kind: "external", href: plain, newTab: openInNewTab };
  }
  return { kind: "internal", to: `/${plain.replace(/^[\s/\\]+/, "")}` };
}

/** Where a menu item leads, or null for plain text. */
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
