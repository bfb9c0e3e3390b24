/** The two menus of the shop (specification section 3). */
export const MENU_NAMES = ["site_top_menu", "site_footer_menu"] as const;
export type MenuName = (typeof MENU_NAMES)[number];

interface ItemBase {
  /** Unique within its menu, made by the editor. */
  readonly id: string;
  readonly text: string;
  /** Top menu only; footer items have none. */
  readonly children: readonly MenuItem[];
}

export type MenuItem =
  | (ItemBase & { readonly type: "category"; readonly categoryId: number })
  | (ItemBase & { readonly type: "text" })
  | (ItemBase & { readonly type: "link"; readonly url: string; readonly openInNewTab: boolean });

export interface FooterColumn {
  readonly id: string;
  /** "" = no title. */
  readonly title: string;
  readonly items: readonly MenuItem[];
}

/** What each menu holds: a tree, or columns. */
export interface MenuContents {
  readonly site_top_menu: readonly MenuItem[];
  readonly site_footer_menu: readonly FooterColumn[];
}

export function isMenuName(name: string): name is MenuName {
  return (MENU_NAMES as readonly string[]).includes(name);
}

/**
 * Specification section 5: a URL that does not begin with http(s)://, tel:, mailto:, // or # is an internal route, whatever it looks like;
 * so "javascript:…" is a path that leads nowhere.
 */
export function isExternalUrl(url: string): boolean {
  return /^(?:https?:\/\/|tel:|mailto:|\/\/|#)/i.test(url);
}

/** Where an item leads: `href`, and whether the router follows it. Null for plain text. */
export function menuLink(item: MenuItem): { readonly href: string; readonly isExternal: boolean; readonly opensNewTab: boolean } | null {
  switch (item.type) {
    case "text":
      return null;
    case "category":
      return { href: `/${item.categoryId}/products`, isExternal: false, opensNewTab: false };
    case "link":
      return isExternalUrl(item.url)
        ? { href: item.url, isExternal: true, opensNewTab: item.openInNewTab }
        : { href: item.url.startsWith("/") ? item.url : `/${item.url}`, isExternal: false, opensNewTab: false };
  }
}
