/** What staff put above the menu of the home page; title and text of its head are those of the page. */
export interface HomeLayout {
  /** A picture beside the title, by its number; null = the shop's facts stand alone. */
  readonly pictureId: number | null;
  /** null = no button. */
  readonly button: HomeButton | null;
  /** In their order. */
  readonly blocks: readonly HomeBlock[];
}

export interface HomeButton {
  readonly text: string;
  /** As in menus: a route of the shop or an address elsewhere. */
  readonly url: string;
}

export type HomeBlock =
  | { readonly id: string; readonly type: "text"; readonly title: string; readonly html: string }
  | { readonly id: string; readonly type: "products"; readonly title: string; readonly ids: readonly number[] }
  | { readonly id: string; readonly type: "categories"; readonly title: string; readonly ids: readonly number[] };

/** A home page that nobody has changed. */
export const PLAIN_HOME: HomeLayout = { pictureId: null, button: null, blocks: [] };
