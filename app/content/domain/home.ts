/** What staff put above the menu of the home page; title and text of its head are those of the page. */
export interface HomeLayout {
  /** A picture beside the title, by its number; null = the shop's facts stand alone. */
  readonly pictureId: number | null;
  /** null = no button. */
  readonly button: HomeButton | null;
  /** In their order. */
  readonly blocks: readonly HomeBlock[];
}

interface HomeButton {
  readonly text: string;
  /** As in menus: a route of the shop or an address elsewhere. */
  readonly url: string;
}

export type HomeBlock =
  | { readonly id: string; readonly type: "text"; readonly title: string; readonly html: string }
  | { readonly id: string; readonly type: "products"; readonly title: string; readonly ids: readonly number[] }
  | { readonly id: string; readonly type: "categories"; readonly title: string; readonly ids: readonly number[] };

export type HomeBlockType = HomeBlock["type"];

/** With more, customers would have to scroll far to the menu. */
export const MAX_HOME_BLOCKS = 12;
export const MAX_HOME_RECORDS = 24;

/** The default home page. */
export const PLAIN_HOME: HomeLayout = { pictureId: null, button: null, blocks: [] };

/** A layout as JSON in one spelling, however its fields were ordered: equal layouts are equal texts. */
export function homeText({ pictureId, button, blocks }: HomeLayout): string {
  return JSON.stringify({
    pictureId,
    button: button === null ? null : { text: button.text, url: button.url },
    blocks: blocks.map((block) => {
      const { id, type, title } = block;
      return block.type === "text" ? { id, type, title, html: block.html } : { id, type, title, ids: block.ids };
    }),
  });
}
