/** The content above the menu of the home page; the head's title and text are those of the page. */
export interface HomeLayout {
  /** The id of the picture next to the title; null = only the shop's facts. */
  readonly pictureId: number | null;
  /** null = no button. */
  readonly button: HomeButton | null;
  /** In display order. */
  readonly blocks: readonly HomeBlock[];
}

interface HomeButton {
  readonly text: string;
  /** As in menus: a route of the shop or an external address. */
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

/** A layout as canonical JSON, independent of field order: equal layouts are equal texts. */
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
